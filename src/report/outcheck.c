/* outcheck -- may this path become a result file, and how is it written? */
#include "outcheck.h"

#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "seqbench/diag.h"

static int	check_there(struct outfile *o, const struct stat *st,
		    const struct target *target, size_t targets,
		    struct out_place *place, struct diag *d);
static int	check_new(struct outfile *o, const struct target *target,
		    size_t targets, struct diag *d);
static char	*directory_of(const char *path, const char *slash);
static int	check_begin(const struct outfile *o, struct diag *d);
static bool	begins_like(const char *head, const char *begins);
static int	standard_descriptor(const struct stat *st);
static bool	is_device_directory(const struct stat *st);
static bool	same_object(const struct stat *a, const struct stat *b);
static int	refuse(const struct outfile *o, int code, const char *why,
		    struct diag *d);

int
outcheck(struct outfile *o, const struct outfile *first,
    const struct target *target, size_t targets, struct out_place *place,
    struct diag *d)
{
	struct stat st;
	int rc;

	*place = (struct out_place){ .kind = OUT_FILE, .fd = -1 };
	if (stat(o->path, &st) == 0)
		rc = check_there(o, &st, target, targets, place, d);
	else if (errno == ENOENT)
		rc = check_new(o, target, targets, d);
	else
		return refuse(o, -errno, strerror(errno), d);
	if (rc == 0 && o->real != NULL)
		for (; first < o; first++)
			if (first->real != NULL &&
			    strcmp(first->real, o->real) == 0)
				return refuse(o, -EBUSY, "another result goes "
				    "there too", d);
	return rc;
}

static int
check_there(struct outfile *o, const struct stat *st,
    const struct target *target, size_t targets, struct out_place *place,
    struct diag *d)
{
	enum file_special special;
	int fd = standard_descriptor(st);

	if (S_ISDIR(st->st_mode))
		return refuse(o, -EISDIR, "is a directory", d);
	for (size_t i = 0; i < targets; i++)
		if (!target[i].missing && same_object(st, &target[i].st))
			return refuse(o, -EBUSY, "is a target: refusing to "
			    "write results over it", d);
	if (S_ISBLK(st->st_mode))
		return refuse(o, -EINVAL, "is a block device: refusing to "
		    "write results over it", d);
	if (fd >= 0) {
		*place = (struct out_place){ OUT_DESCRIPTOR, fd };
		return 0;
	}
	if (S_ISREG(st->st_mode)) {
		o->real = realpath(o->path, NULL);
		if (o->real == NULL)
			return refuse(o, -errno, strerror(errno), d);
		return st->st_size == 0 ? 0 : check_begin(o, d);
	}
	/* Where disks are character devices, this is what keeps them. */
	special = S_ISCHR(st->st_mode) ? file_special(st) : SPECIAL_NONE;
	if (!S_ISFIFO(st->st_mode) && special != SPECIAL_SINK &&
	    special != SPECIAL_SOURCE)
		return refuse(o, -EINVAL, "is not a regular file", d);
	place->kind = OUT_STREAM;
	return 0;
}

static int
check_new(struct outfile *o, const struct target *target, size_t targets,
    struct diag *d)
{
	const char *slash = strrchr(o->path, '/');
	const char *name = slash != NULL ? slash + 1 : o->path;
	char *directory;
	struct stat st;
	int rc = 0;

	if (lstat(o->path, &st) == 0)
		return refuse(o, -ENOENT, "symbolic link to nothing", d);
	directory = directory_of(o->path, slash);
	if (directory == NULL || asprintf(&o->real, "%s/%s",
	    strcmp(directory, "/") == 0 ? "" : directory, name) < 0) {
		o->real = NULL;
		rc = refuse(o, -ENOMEM, strerror(ENOMEM), d);
	} else if (*name == '\0' || stat(directory, &st) < 0)
		rc = refuse(o, -ENOENT, strerror(ENOENT), d);
	else if (is_device_directory(&st))
		rc = refuse(o, -EINVAL, "nothing is created on the file "
		    "system of /dev", d);
	for (size_t i = 0; rc == 0 && i < targets; i++) {
		if (target[i].missing && same_object(&st, &target[i].st) &&
		    strcmp(name, target[i].name) == 0)
			rc = refuse(o, -EBUSY, "is a target", d);
	}
	free(directory);
	return rc;
}

/* As it is known to all: two names of one file are the same then. */
static char *
directory_of(const char *path, const char *slash)
{
	char *typed, *real;

	typed = slash == NULL ? strdup(".") : strndup(path,
	    slash == path ? 1 : (size_t)(slash - path));
	if (typed == NULL)
		return NULL;
	real = realpath(typed, NULL);
	if (real == NULL)
		return typed;
	free(typed);
	return real;
}

/* A file that is not empty is only replaced by its like. */
static int
check_begin(const struct outfile *o, struct diag *d)
{
	char head[256];
	ssize_t n;
	int fd;

	fd = open(o->real, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return refuse(o, -errno, strerror(errno), d);
	n = read(fd, head, sizeof(head) - 1);
	close(fd);
	if (n < 0)
		return refuse(o, -errno, strerror(errno), d);
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
		if (fstat(fd, &own) == 0 && same_object(st, &own))
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

static bool
same_object(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static int
refuse(const struct outfile *o, int code, const char *why, struct diag *d)
{
	return diag_set(d, code, "%s: %s", o->path, why);
}
