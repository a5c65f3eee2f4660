/* extents -- how a file lies on its device, or at least its holes. */
#include "extents.h"

#include <sys/stat.h>

#include <errno.h>
#include <unistd.h>

#include "seqbench/file.h"

/* Bytes of [off, end) that are holes, by SEEK_DATA and SEEK_HOLE. */
static int
holes(int fd, uint64_t off, uint64_t end, uint64_t *bytes)
{
	int rc = 0;
	off_t was = lseek(fd, 0, SEEK_CUR);

	*bytes = 0;
	while (off < end) {
		off_t data = lseek(fd, (off_t)off, SEEK_DATA);
		if (data < 0 && errno != ENXIO) {
			rc = -errno;
			break;
		}
		/* ENXIO: nothing but hole from here on. */
		uint64_t next = data < 0 || (uint64_t)data > end ?
		    end : (uint64_t)data;
		*bytes += next - off;
		if (next == end)
			break;
		off_t hole = lseek(fd, data, SEEK_HOLE);
		if (hole < 0) {
			rc = -errno;
			break;
		}
		off = (uint64_t)hole;
	}
	if (was >= 0)
		lseek(fd, was, SEEK_SET);
	return rc;
}

int
file_extents(int fd, uint64_t off, uint64_t len, struct extents *out)
{
	struct stat st;

	*out = (struct extents){ 0, NOT_KNOWN, 0 };
	if (fstat(fd, &st) < 0)
		return -errno;
	if (!S_ISREG(st.st_mode))
		return -ENOTSUP;
	uint64_t end = (uint64_t)st.st_size;
	if (len < end && off < end - len)
		end = off + len;
	if (off >= end || extents_map(fd, off, end, out) == 0)
		return 0;
	*out = (struct extents){ NOT_KNOWN, NOT_KNOWN, 0 };
	return holes(fd, off, end, &out->unwritten_bytes);
}
