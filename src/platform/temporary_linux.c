/* temporary_linux -- files that have no name, and giving them one. */
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "seqbench/file.h"

#include "unnamed.h"

int
file_temporary(int dir_fd, bool linkable, int extra_flags)
{
	int fd = openat(dir_fd, ".", O_TMPFILE | O_RDWR | O_CLOEXEC |
	    (linkable ? 0 : O_EXCL) | extra_flags, 0600);

	if (fd >= 0) {
		(void)fchmod(fd, 0600);	/* whatever umask took away */
		return fd;
	}
	/* EISDIR is what a kernel says that does not know the flag. */
	if (errno != EOPNOTSUPP && errno != EISDIR)
		return -errno;
	return linkable ? -EOPNOTSUPP : unnamed_make(dir_fd, extra_flags);
}

static void
fd_link(int fd, char link[32])
{
	snprintf(link, 32, "/proc/self/fd/%d", fd);
}

int
unnamed_let_in(int look_fd)
{
	char link[32];

	fd_link(look_fd, link);
	return chmod(link, 0700) < 0 ? -errno : 0;
}

int
file_link(int fd, int dir_fd, const char *name)
{
	char link[32];

	fd_link(fd, link);
	return linkat(AT_FDCWD, link, dir_fd, name, AT_SYMLINK_FOLLOW) < 0 ?
	    -errno : 0;
}
