/* outplace -- the place of a result file, held against who renames there. */
#include "outplace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "seqbench/diag.h"

const char *
outplace_name(const struct outfile *o)
{
	return strrchr(o->real, '/') + 1;
}

int
outplace_open(const struct outfile *o, const struct out_place *place,
    int flags, struct diag *d)
{
	struct stat st;
	int fd;

	flags |= O_NOCTTY | O_CLOEXEC;
	/* What has no real name is a pipe that only a descriptor leads to. */
	fd = o->real == NULL ? open(o->path, flags) :
	    openat(o->dir_fd, outplace_name(o), flags | O_NOFOLLOW);
	if (fd < 0)
		return outplace_refuse(o, -errno, errno == ELOOP || errno == EMLINK ?
		    "was replaced while it was looked at" :
		    strerror(errno), d);
	if (fstat(fd, &st) == 0 && outplace_is(&st, &place->st))
		return fd;
	close(fd);
	return outplace_refuse(o, -ESTALE, "was replaced while it was looked at", d);
}

/*
 * The rule of Linux' fs.protected_symlinks, also where that is off and in
 * directories without the sticky bit.
 */
int
outplace_link(const struct outfile *o, struct diag *d)
{
	struct stat link, st;
	char *directory;
	int rc;

	if (lstat(o->path, &link) < 0 || !S_ISLNK(link.st_mode) ||
	    link.st_uid == geteuid())
		return 0;
	directory = outplace_directory(o->path);
	if (directory == NULL)
		return outplace_refuse(o, -ENOMEM, strerror(ENOMEM), d);
	rc = stat(directory, &st);
	free(directory);
	if (rc < 0 || (st.st_mode & S_IWOTH) == 0 ||
	    st.st_uid == link.st_uid)
		return 0;
	return outplace_refuse(o, -EACCES, "another user's symbolic link, where all "
	    "may write: not followed", d);
}

/* As it is known to all: two names of one file are the same then. */
char *
outplace_directory(const char *path)
{
	const char *slash = strrchr(path, '/');
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

/* From here on the place is a name in this directory, whatever its path. */
int
outplace_hold(struct outfile *o)
{
	char *directory = outplace_directory(o->real);

	if (directory == NULL)
		return -1;
	o->dir_fd = open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC);
	free(directory);
	return o->dir_fd;
}

bool
outplace_is(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

int
outplace_refuse(const struct outfile *o, int code, const char *why, struct diag *d)
{
	return diag_set(d, code, "%s: %s", o->path, why);
}
