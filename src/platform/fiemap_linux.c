/* fiemap_linux -- the extents of a file, as the kernel lists them. */
#include <sys/ioctl.h>

#include <linux/fs.h>

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "fiemap.h"

enum { BATCH = 256 };		/* extents a call, 14 KiB */

/* The first that is set counts: the later ones come along with others. */
static const struct {
	uint32_t	 flag;
	const char	*what;
} refusals[] = {
	{ FIEMAP_EXTENT_DATA_INLINE,	"stored inline, inside metadata" },
	{ FIEMAP_EXTENT_DATA_TAIL,	"stored in a block shared with the "
					"ends of other files" },
	{ FIEMAP_EXTENT_DATA_ENCRYPTED,	"stored encrypted" },
	{ FIEMAP_EXTENT_ENCODED,	"stored compressed or encoded" },
	{ FIEMAP_EXTENT_DELALLOC,	"not written out yet" },
	{ FIEMAP_EXTENT_UNWRITTEN,	"reserved, but was never written" },
	{ FIEMAP_EXTENT_UNKNOWN,	"at no known address" },
	{ FIEMAP_EXTENT_NOT_ALIGNED,	"not aligned to blocks" },
};

const char *
fiemap_refusal(uint32_t flags)
{
	for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++)
		if ((flags & refusals[i].flag) != 0)
			return refusals[i].what;
	return NULL;
}

int
fiemap_walk(int fd, uint64_t off, uint64_t end,
    int (*take)(void *, const struct fiemap_extent *), void *context)
{
	struct fiemap *map = malloc(sizeof *map +
	    BATCH * sizeof map->fm_extents[0]);
	int rc = map == NULL ? -ENOMEM : 0;
	bool more = rc == 0;

	while (more && off < end) {
		*map = (struct fiemap){
			.fm_start = off,
			.fm_length = end - off,
			.fm_flags = FIEMAP_FLAG_SYNC,
			.fm_extent_count = BATCH,
		};
		if (ioctl(fd, FS_IOC_FIEMAP, map) < 0) {
			rc = -errno;
			break;
		}
		const struct fiemap_extent *e = map->fm_extents;
		uint32_t n = map->fm_mapped_extents;
		for (uint32_t i = 0; i < n && rc == 0; i++)
			rc = take(context, &e[i]);
		more = rc == 0 && n == BATCH &&
		    (e[n - 1].fe_flags & FIEMAP_EXTENT_LAST) == 0;
		if (more)
			off = e[n - 1].fe_logical + e[n - 1].fe_length;
	}
	free(map);
	return rc;
}
