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
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "seqbench/diag.h"
#include "seqbench/text.h"

#include "outcheck.h"

static int	open_beside(struct outfile *o, struct diag *d);
static int	open_rows(struct outfile *o, bool *is_new, struct diag *d);
static int	open_stream(struct outfile *o, int fd, struct diag *d);
static int	finish_beside(struct outfile *o, const struct result *r,
		    const struct report_look *look, struct diag *d);
static char	*name_beside(const char *real);
static int	make_beside(const struct outfile *o, struct diag *d);
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

	*o = (struct outfile){ .report = report, .path = path };
	rc = outcheck(o, first, target, targets, &place, d);
	if (rc < 0)
		goto out;
	if (place.kind == OUT_DESCRIPTOR)
		rc = open_stream(o, dup(place.fd), d);
	else if (place.kind == OUT_STREAM)
		rc = open_stream(o, open(path, O_WRONLY | O_NOCTTY |
		    O_CLOEXEC), d);
	else if (rows)
		rc = open_rows(o, &is_new, d);
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
		unlink(o->real);
	free(o->temporary);
	free(o->real);
	*o = (struct outfile){ 0 };
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

/* It grows in place; a last row that was torn is ended first. */
static int
open_rows(struct outfile *o, bool *is_new, struct diag *d)
{
	struct stat st;
	char last = '\n';
	const int flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC;
	int fd, rc;

	fd = open(o->real, flags | O_EXCL, 0666);
	o->is_ours = fd >= 0;
	if (fd < 0 && errno == EEXIST)
		fd = open(o->real, flags, 0666);
	rc = open_stream(o, fd, d);
	if (rc < 0)
		return rc;
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

	o->temporary = name_beside(o->real);
	if (o->temporary == NULL)
		return failed(o, -ENOMEM, d);
	fd = make_beside(o, d);
	if (fd < 0)
		return fd;
	close(fd);
	unlink(o->temporary);
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
	if (rc == 0 && rename(o->temporary, o->real) < 0)
		rc = failed(o, -errno, d);
	if (rc < 0)
		unlink(o->temporary);
	return rc;
}

/* "dir/.name.1234": hidden, and gone before anyone else has our number. */
static char *
name_beside(const char *real)
{
	const char *slash = strrchr(real, '/');
	const char *name = slash != NULL ? slash + 1 : real;
	size_t size = strlen(real) + 32;
	char *beside = malloc(size);

	/* The name is cut so that what is added always fits. */
	if (beside != NULL)
		snprintf(beside, size, "%.*s.%.200s.%ld", (int)(name - real),
		    real, name, (long)getpid());
	return beside;
}

/* A file that is replaced keeps its mode. */
static int
make_beside(const struct outfile *o, struct diag *d)
{
	struct stat st;
	mode_t mode = stat(o->real, &st) == 0 ? st.st_mode & 0777 : 0666;
	int fd;

	fd = open(o->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
	return fd < 0 ? diag_set(d, -errno, "%s: no file can be made beside "
	    "it: %s", o->path, strerror(errno)) : fd;
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
