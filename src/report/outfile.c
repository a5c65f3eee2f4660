/*
 * outfile -- a result file, put in place whole or not at all.
 *
 * All but what grows by each pass (CSV, the log) are written beside their
 * place and renamed.  The file beside exists only while it is written:
 * opening makes it to see that it can be made, and removes it, so that a
 * session killed in between leaves nothing.
 */
#include "seqbench/report.h"

#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "seqbench/diag.h"
#include "seqbench/text.h"

#include "outplace.h"

enum { BESIDE = 256 };			/* of a name beside, and its end */

static int	open_beside(struct outfile *o, struct diag *d);
static int	open_rows(struct outfile *o, const struct out_place *place,
		    bool *is_new, struct diag *d);
static int	open_place(struct outfile *o, const struct out_place *place,
		    int flags, struct diag *d);
static int	open_stream(struct outfile *o, int fd, struct diag *d);
static int	finish_beside(struct outfile *o, const struct result *r,
		    const struct report_look *look, struct diag *d);
static int	name_beside(struct outfile *o);
static int	make_beside(struct outfile *o, struct diag *d);
static int	close_written(struct outfile *o, struct diag *d);
static int	failed(const struct outfile *o, int code, struct diag *d);

int
outfile_open(struct outfile *o, const struct outfile *first,
    const struct report *report, const char *path,
    const struct target *target, size_t targets, struct diag *d)
{
	const bool rows = report->row != NULL;
	struct out_place place;
	bool is_new = true;
	int rc;

	*o = (struct outfile){ .report = report, .path = path, .dir_fd = -1 };
	rc = outcheck(o, first, target, targets, &place, d);
	if (rc < 0)
		goto out;
	if (place.kind == OUT_DESCRIPTOR)
		rc = open_stream(o, dup(place.fd), d);
	else if (place.kind == OUT_STREAM)
		rc = open_place(o, &place, O_WRONLY, d);
	else if (rows)
		rc = open_rows(o, &place, &is_new, d);
	else
		rc = open_beside(o, d);
	if (rc == 0 && rows && is_new)
		report->header(o->f);
out:
	if (rc < 0)
		outfile_abandon(o);
	return rc;
}

void
outfile_row(struct outfile *o, const struct result *r, size_t cell)
{
	struct stat st;

	if (o->error != 0)
		return;
	o->is_ours = false;
	if (fstat(fileno(o->f), &st) < 0)
		st.st_mode = 0;
	errno = 0;
	o->report->row(o->f, r, cell);
	if (fflush(o->f) == 0 && !ferror(o->f))
		return;
	o->error = errno != 0 ? -errno : -EIO;
	if (S_ISREG(st.st_mode) &&
	    ftruncate(fileno(o->f), st.st_size) < 0)
		o->error = -errno;
}

int
outfile_finish(struct outfile *o, const struct result *r,
    const struct report_look *look, struct diag *d)
{
	int rc;

	o->is_ours = false;
	if (o->temporary != NULL)
		rc = finish_beside(o, r, look, d);
	else {
		if (o->report->row == NULL)
			o->report->write(o->f, r, look);
		rc = close_written(o, d);
	}
	outfile_abandon(o);
	return rc;
}

void
outfile_abandon(struct outfile *o)
{
	if (o->f != NULL)
		fclose(o->f);
	if (o->is_ours)
		unlinkat(o->dir_fd, outplace_name(o), 0);
	if (o->real != NULL && o->dir_fd >= 0)
		close(o->dir_fd);
	free(o->temporary);
	free(o->real);
	*o = (struct outfile){ .dir_fd = -1 };
}

static int
open_stream(struct outfile *o, int fd, struct diag *d)
{
	int rc;

	if (fd < 0)
		return failed(o, -errno, d);
	o->f = fdopen(fd, "a");
	if (o->f == NULL) {
		rc = failed(o, -errno, d);
		close(fd);
		return rc;
	}
	return 0;
}

static int
open_place(struct outfile *o, const struct out_place *place, int flags,
    struct diag *d)
{
	int fd = outplace_open(o, place, flags, d);

	return fd < 0 ? fd : open_stream(o, fd, d);
}

/* It grows in place; a last row that was torn is ended first. */
static int
open_rows(struct outfile *o, const struct out_place *place, bool *is_new,
    struct diag *d)
{
	struct stat st;
	char last = '\n';
	const int flags = O_RDWR | O_APPEND;
	int fd, rc;

	*is_new = place->st.st_mode == 0;
	if (*is_new) {
		fd = openat(o->dir_fd, outplace_name(o), flags | O_CREAT |
		    O_EXCL | O_CLOEXEC, 0666);
		o->is_ours = fd >= 0;
		return open_stream(o, fd, d);
	}
	if ((rc = open_place(o, place, flags, d)) < 0)
		return rc;
	fd = fileno(o->f);
	if (fstat(fd, &st) < 0 || (st.st_size > 0 &&
	    pread(fd, &last, 1, st.st_size - 1) < 0))
		return failed(o, -errno, d);
	*is_new = st.st_size == 0;
	if (last != '\n')
		putc('\n', o->f);
	return 0;
}

static int
open_beside(struct outfile *o, struct diag *d)
{
	int fd;

	/* A name is cut so that what is added always fits. */
	o->temporary = malloc(BESIDE);
	if (o->temporary == NULL)
		return failed(o, -ENOMEM, d);
	fd = make_beside(o, d);
	if (fd < 0)
		return fd;
	close(fd);
	unlinkat(o->dir_fd, o->temporary, 0);
	return 0;
}

static int
finish_beside(struct outfile *o, const struct result *r,
    const struct report_look *look, struct diag *d)
{
	int fd, rc;

	fd = make_beside(o, d);
	if (fd < 0)
		return fd;
	rc = open_stream(o, fd, d);
	if (rc == 0) {
		o->report->write(o->f, r, look);
		rc = close_written(o, d);
	}
	if (rc == 0 && renameat(o->dir_fd, o->temporary, o->dir_fd,
	    outplace_name(o)) < 0)
		rc = failed(o, -errno, d);
	if (rc < 0)
		unlinkat(o->dir_fd, o->temporary, 0);
	return rc;
}

/* ".name.0123456789abcdef": hidden, and nobody can be there before us. */
static int
name_beside(struct outfile *o)
{
	uint64_t number;

	if (getentropy(&number, sizeof number) < 0)
		return -errno;
	snprintf(o->temporary, BESIDE, ".%.200s.%016llx", outplace_name(o),
	    (unsigned long long)number);
	return 0;
}

/* A file that is replaced keeps its mode. */
static int
make_beside(struct outfile *o, struct diag *d)
{
	struct stat st;
	bool replaces = fstatat(o->dir_fd, outplace_name(o), &st,
	    AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(st.st_mode);
	int fd, rc;

	if ((rc = name_beside(o)) < 0)
		return failed(o, rc, d);
	fd = openat(o->dir_fd, o->temporary, O_WRONLY | O_CREAT | O_EXCL |
	    O_CLOEXEC, replaces ? st.st_mode & 0777 : 0666);
	if (fd < 0)
		return diag_set(d, -errno, "%s: no file can be made beside "
		    "it: %s", o->path, strerror(errno));
	if (replaces)
		(void)fchmod(fd, st.st_mode & 0777);
	return fd;
}

static int
close_written(struct outfile *o, struct diag *d)
{
	int rc = text_flush(o->f);

	if (o->error != 0)
		rc = o->error;
	if (fclose(o->f) != 0 && rc == 0)
		rc = -errno;
	o->f = NULL;
	return rc < 0 ? failed(o, rc, d) : 0;
}

static int
failed(const struct outfile *o, int code, struct diag *d)
{
	return diag_set(d, code, "%s: %s", o->path, strerror(-code));
}
