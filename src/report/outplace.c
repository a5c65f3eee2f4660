/* outplace -- the place of a result file, held against who renames there. */
#include "outplace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "seqbench/diag.h"

static const char replaced[] = "was replaced while it was looked at";

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
		return outplace_no(o, -errno, errno == ELOOP ||
		    errno == EMLINK ? replaced : strerror(errno), d);
	if (fstat(fd, &st) == 0 && outplace_is(&st, &place->st))
		return fd;
	close(fd);
	return outplace_no(o, -ESTALE, replaced, d);
}

/* As it is known to all: two names of one file are the same then. */
static char *
directory_of(const char *path)
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

/*
 * Where all may write, a link may be anybody's; nobody else's it is in a
 * sticky directory when its owner is us or the directory's, and there it can't
 * be replaced by others.
 */
static bool
may_follow(const char *path, const struct stat *link)
{
	char *directory = directory_of(path);
	struct stat st;
	int rc;

	if (directory == NULL)
		return false;
	rc = stat(directory, &st);
	free(directory);
	return rc == 0 && ((st.st_mode & S_IWOTH) == 0 ||
	    ((st.st_mode & S_ISVTX) != 0 &&
	    (link->st_uid == geteuid() || link->st_uid == st.st_uid)));
}

/* What is no link is not followed either: it may have become one. */
int
outplace_look(struct outfile *o, struct stat *st, struct diag *d)
{
	if (lstat(o->path, st) < 0) {
		if (errno != ENOENT)
			return outplace_no(o, -errno, strerror(errno), d);
		st->st_mode = 0;
		return 0;
	}
	if (!S_ISLNK(st->st_mode))
		return 0;
	if (!may_follow(o->path, st))
		return outplace_no(o, -EACCES, "a symbolic link where "
		    "others may lay one: not followed", d);
	if (stat(o->path, st) < 0)
		return outplace_no(o, -errno, errno == ENOENT ?
		    "symbolic link to nothing" : strerror(errno), d);
	o->is_link = true;
	return 0;
}

/* The real path, or what it will be. */
static char *
real_path(const struct outfile *o)
{
	const char *slash = strrchr(o->path, '/');
	const char *name = slash != NULL ? slash + 1 : o->path;
	char *directory, *real;

	if (o->is_link)
		return realpath(o->path, NULL);
	directory = directory_of(o->path);
	if (directory == NULL || asprintf(&real, "%s/%s",
	    strcmp(directory, "/") == 0 ? "" : directory, name) < 0)
		real = NULL;
	free(directory);
	return real;
}

int
outplace_hold(struct outfile *o)
{
	char *directory;

	o->real = real_path(o);
	if (o->real == NULL)
		return o->is_link && errno == ENOENT ? 0 : -1;
	directory = directory_of(o->real);
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
outplace_no(const struct outfile *o, int code, const char *why,
    struct diag *d)
{
	return diag_set(d, code, "%s: %s", o->path, why);
}
