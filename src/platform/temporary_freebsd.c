/* temporary_freebsd -- files that have no name. */
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>

#include "seqbench/file.h"

#include "unnamed.h"

int
file_temporary(int dir_fd, bool linkable, int extra_flags)
{
	return linkable ? -EOPNOTSUPP : unnamed_make(dir_fd, extra_flags);
}

int
unnamed_let_in(int look_fd)
{
	return fchmodat(look_fd, "", 0700, AT_EMPTY_PATH) < 0 ? -errno : 0;
}

int
file_link(int fd, int dir_fd, const char *name)
{
	(void)fd;
	(void)dir_fd;
	(void)name;
	return -EOPNOTSUPP;
}
