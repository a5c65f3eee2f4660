/* temporary_freebsd -- files that have no name. */
#include <errno.h>

#include "seqbench/file.h"

#include "unnamed.h"

int
file_temporary(int dir_fd, bool linkable, int extra_flags)
{
	return linkable ? -EOPNOTSUPP : unnamed_make(dir_fd, extra_flags);
}

int
file_link(int fd, int dir_fd, const char *name)
{
	(void)fd;
	(void)dir_fd;
	(void)name;
	return -EOPNOTSUPP;
}
