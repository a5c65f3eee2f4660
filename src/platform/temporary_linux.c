/* temporary_linux -- files that have no name, and giving them one. */
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

	if (fd >= 0)
		return fd;
	/* EISDIR is what a kernel says that does not know the flag. */
	if (errno != EOPNOTSUPP && errno != EISDIR)
		return -errno;
	return linkable ? -EOPNOTSUPP : unnamed_make(dir_fd, extra_flags);
}

int
file_link(int fd, int dir_fd, const char *name)
{
	char link[32];

	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	return linkat(AT_FDCWD, link, dir_fd, name, AT_SYMLINK_FOLLOW) < 0 ?
	    -errno : 0;
}
