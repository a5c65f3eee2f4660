/* cache_freebsd -- what of a file is in memory, and dropping it. */
#include <sys/types.h>
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>

#include "seqbench/file.h"

/*
 * Disks are not cached.  Of files, mincore(2) shows since 13.0 what this
 * process has mapped, not what is in memory (vm.mincore_mapped).
 */
int
file_resident(int fd, uint64_t off, uint64_t len, uint64_t *bytes)
{
	struct stat st;

	(void)off;
	(void)len;
	*bytes = 0;
	if (fstat(fd, &st) < 0)
		return -errno;
	return S_ISCHR(st.st_mode) ? 0 : -ENOTSUP;
}

int
file_drop(int fd, bool is_device)
{
	if (is_device)
		return 0;
	return -posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
}
