/* missing -- a path that is not there (yet). */
#include "look.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "seqbench/diag.h"
#include "seqbench/sys.h"
#include "seqbench/target.h"

#include "refusal.h"

static int	split(const char *path, char dir[PATH_MAX],
		    char name[NAME_MAX + 1]);

int
look_missing(struct target *t, bool may_create, struct diag *d)
{
	char dir[PATH_MAX];
	int fd, n, rc;

	/*
	 * What is missing may also be what a symbolic link points to.  What
	 * is there now may have been put there since, so it is not opened.
	 */
	fd = sys_open(t->path, O_PATH | O_NOFOLLOW, 0);
	if (fd >= 0) {
		sys_close(fd);
		return diag_set(d, -ENOENT, "%s: a symbolic link to what is "
		    "not there", t->path);
	}
	if (fd != -ENOENT)
		return diag_set(d, fd, "%s: %s", t->path, strerror(-fd));

	if (split(t->path, dir, t->name) < 0)
		return diag_set(d, -ENOENT, "%s: no such directory",
		    *t->path != '\0' ? t->path : "''");
	t->look_fd = file_look(dir, &t->st);
	if (t->look_fd < 0)
		return diag_set(d, t->look_fd, "%s: its directory %s: %s",
		    t->path, dir, strerror(-t->look_fd));
	t->kind = TARGET_FILE;
	t->missing = true;
	t->bytes = NOT_KNOWN;
	look_file_system(t);
	if (t->fs.is_dev)
		return diag_set(d, -ENOENT, "%s: no such device or file, "
		    "and nothing is created on the file system of /dev",
		    t->path);
	if (!may_create)
		return diag_set(d, -ENOENT, "%s: no such file or directory; "
		    "--create makes a file there for the run, --keep keeps "
		    "it", t->path);
	if ((rc = file_path(t->look_fd, dir)) < 0)
		return refuse_open(t, "its directory has no name", 0, rc, d);
	n = snprintf(t->resolved, sizeof(t->resolved), "%s%s%s", dir,
	    strcmp(dir, "/") == 0 ? "" : "/", t->name);
	if (n < 0 || (size_t)n >= sizeof(t->resolved))
		return diag_set(d, -ENAMETOOLONG, "%s: %s", t->path,
		    strerror(ENAMETOOLONG));
	target_alignment(t, -1);
	return 0;
}

/* A path's directory and last part; -EINVAL where there is no last part. */
static int
split(const char *path, char dir[PATH_MAX], char name[NAME_MAX + 1])
{
	const char *slash = strrchr(path, '/');
	const char *last = slash == NULL ? path : slash + 1;
	size_t len = (size_t)(last - path);

	if (*last == '\0' || strlen(last) > NAME_MAX || len >= PATH_MAX)
		return -EINVAL;
	memcpy(dir, path, len);
	if (len > 1)
		len--;
	dir[len] = '\0';
	if (len == 0)
		memcpy(dir, ".", 2);
	memcpy(name, last, strlen(last) + 1);
	return 0;
}
