/* extents_freebsd -- the holes of a file; where it lies is not told. */
#include <sys/types.h>
#include <sys/stat.h>

#include <errno.h>

#include "seqbench/file.h"

#include "sparse.h"

int
file_extents(int fd, uint64_t off, uint64_t len, struct extents *out)
{
	struct stat st;

	*out = (struct extents){ NOT_KNOWN, NOT_KNOWN, 0 };
	if (fstat(fd, &st) < 0)
		return -errno;
	if (!S_ISREG(st.st_mode))
		return -ENOTSUP;
	uint64_t end = (uint64_t)st.st_size;
	if (len < end && off < end - len)
		end = off + len;
	return sparse_holes(fd, off, end, &out->unwritten_bytes);
}
