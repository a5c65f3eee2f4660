/* sparse -- the unwritten part of a file, by SEEK_DATA and SEEK_HOLE. */
#include "sparse.h"

#include <errno.h>
#include <unistd.h>

int
sparse_holes(int fd, uint64_t off, uint64_t end, uint64_t *bytes)
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
