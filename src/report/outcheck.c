/* outcheck -- may this path become a result file, and how is it written? */
#include "outcheck.h"

#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "seqbench/diag.h"

#include "outplace.h"

static int	check_there(struct outfile *o, const struct target *target,
		    size_t targets, struct out_place *place, struct diag *d);
static int	check_regular(struct outfile *o,
		    const struct out_place *place, struct diag *d);
static int	check_new(struct outfile *o, const struct target *target,
		    size_t targets, struct diag *d);
static int	check_begin(const struct outfile *o,
		    const struct out_place *place, struct diag *d);
static bool	begins_like(const char *head, const char *begins);
static int	standard_descriptor(const struct stat *st);
static bool	is_device_directory(const struct stat *st);

int
outcheck(struct outfile *o, const struct outfile *first,
    const struct target *target, size_t targets, struct out_place *place,
    struct diag *d)
{
	int rc;

	*place = (struct out_place){ .kind = OUT_FILE, .fd = -1 };
	if ((rc = outplace_look(o, &place->st, d)) < 0)
		return rc;
	rc = place->st.st_mode != 0 ?
	    check_there(o, target, targets, place, d) :
	    check_new(o, target, targets, d);
	if (rc == 0 && place->kind == OUT_FILE)
		for (; first < o; first++)
			if (first->real != NULL &&
			    strcmp(first->real, o->real) == 0)
				return outplace_no(o, -EBUSY, "another result "
				    "goes there too", d);
	return rc;
}

static int
check_there(struct outfile *o, const struct target *target, size_t targets,
    struct out_place *place, struct diag *d)
{
	const struct stat *st = &place->st;
	enum file_special special;
	int fd = standard_descriptor(st);

	if (S_ISDIR(st->st_mode))
		return outplace_no(o, -EISDIR, "is a directory", d);
	for (size_t i = 0; i < targets; i++)
		if (!target[i].missing && outplace_is(st, &target[i].st))
			return outplace_no(o, -EBUSY, "is a target: refusing "
			    "to write results over it", d);
	if (S_ISBLK(st->st_mode))
		return outplace_no(o, -EINVAL, "is a block device: refusing to "
		    "write results over it", d);
	if (fd >= 0) {
		place->kind = OUT_DESCRIPTOR;
		place->fd = fd;
		return 0;
	}
	if (outplace_hold(o) < 0)
		return outplace_no(o, -errno, strerror(errno), d);
	if (S_ISREG(st->st_mode))
		return check_regular(o, place, d);
	/* Where disks are character devices, this is what keeps them. */
	special = S_ISCHR(st->st_mode) ? file_special(st) : SPECIAL_NONE;
	if (!S_ISFIFO(st->st_mode) && special != SPECIAL_SINK &&
	    special != SPECIAL_SOURCE)
		return outplace_no(o, -EINVAL, "is not a regular file", d);
	place->kind = OUT_STREAM;
	return 0;
}

static int
check_regular(struct outfile *o, const struct out_place *place,
    struct diag *d)
{
	if (o->real == NULL)
		return outplace_no(o, -ESTALE, strerror(ENOENT), d);
	/* What is renamed into its place leaves the other name alone. */
	if (o->report->row != NULL && place->st.st_nlink > 1)
		return outplace_no(o, -EMLINK, "has another name, a hard link: "
		    "refusing to append to what that names", d);
	return place->st.st_size == 0 ? 0 : check_begin(o, place, d);
}

static int
check_new(struct outfile *o, const struct target *target, size_t targets,
    struct diag *d)
{
	struct stat st;

	if (outplace_hold(o) < 0)
		return outplace_no(o, -errno, strerror(errno), d);
	if (fstat(o->dir_fd, &st) < 0 || *outplace_name(o) == '\0')
		return outplace_no(o, -ENOENT, strerror(ENOENT), d);
	if (is_device_directory(&st))
		return outplace_no(o, -EINVAL, "nothing is created on the file "
		    "system of /dev", d);
	for (size_t i = 0; i < targets; i++)
		if (target[i].missing && outplace_is(&st, &target[i].st) &&
		    strcmp(outplace_name(o), target[i].name) == 0)
			return outplace_no(o, -EBUSY, "is a target", d);
	return 0;
}

/* A file that is not empty is only replaced by its like. */
static int
check_begin(const struct outfile *o, const struct out_place *place,
    struct diag *d)
{
	char head[256];
	ssize_t n;
	int fd;

	fd = outplace_open(o, place, O_RDONLY | O_NONBLOCK, d);
	if (fd < 0)
		return fd;
	n = read(fd, head, sizeof(head) - 1);
	close(fd);
	if (n < 0)
		return outplace_no(o, -errno, strerror(errno), d);
	head[n] = '\0';
	if (!begins_like(head, o->report->begins))
		return diag_set(d, -EEXIST, "%s: not empty and not %s by "
		    "seqbench: refusing to replace it; name another file",
		    o->path, o->report->name);
	return 0;
}

/* White space does not count: a file may have been formatted again. */
static bool
begins_like(const char *head, const char *begins)
{
	static const char white[] = " \t\r\n";

	for (;;) {
		head += strspn(head, white);
		begins += strspn(begins, white);
		if (*begins == '\0')
			return true;
		if (*head != *begins)
			return false;
		head++;
		begins++;
	}
}

/* Standard output or error, when st is what they lead to; else -1. */
static int
standard_descriptor(const struct stat *st)
{
	struct stat own;

	for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
		if (fstat(fd, &own) == 0 && outplace_is(st, &own))
			return fd;
	return -1;
}

/* Where /dev has no file system of its own, there is no such rule. */
static bool
is_device_directory(const struct stat *st)
{
	struct stat dev, root;

	return stat("/dev", &dev) == 0 && stat("/", &root) == 0 &&
	    dev.st_dev != root.st_dev && st->st_dev == dev.st_dev;
}
