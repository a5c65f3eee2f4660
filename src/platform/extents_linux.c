/* extents_linux -- how a file lies on its device, by FIEMAP. */
#include <sys/ioctl.h>
#include <sys/vfs.h>

#include <linux/fiemap.h>
#include <linux/fs.h>
#include <linux/magic.h>

#include <errno.h>
#include <stdlib.h>

#include "seqbench/file.h"

#include "extents.h"

enum { BATCH = 256 };		/* extents a call, 14 KiB */

/* What has no address, or none that could be read at. */
#define NO_ADDRESS	(FIEMAP_EXTENT_UNKNOWN | FIEMAP_EXTENT_DELALLOC | \
			FIEMAP_EXTENT_DATA_INLINE | FIEMAP_EXTENT_UNWRITTEN)

/* A walk over [at, end). */
struct walk {
	uint64_t	 at, end;
	uint64_t	 next_address;	/* where a neighbour would go on */
	bool		 has_addresses;
};

static void
take(struct walk *w, const struct fiemap_extent *e, struct extents *out)
{
	uint64_t start = e->fe_logical, stop = start + e->fe_length;
	bool is_written = (e->fe_flags & FIEMAP_EXTENT_UNWRITTEN) == 0;

	/* xfs reserves space beyond the end of a file and shows it. */
	if (stop > w->end)
		stop = w->end;
	if (start < w->at)
		start = w->at;
	if (start >= stop)
		return;
	out->unwritten_bytes += start - w->at + (is_written ? 0 : stop - start);
	if (out->count == 0 || e->fe_physical != w->next_address)
		out->count++;
	if (out->first_address == NOT_KNOWN && w->has_addresses &&
	    (e->fe_flags & NO_ADDRESS) == 0)
		out->first_address = e->fe_physical + (start - e->fe_logical);
	w->next_address = e->fe_physical + e->fe_length;
	w->at = stop;
}

/* Returns true when there may be more. */
static int
map_batch(int fd, struct walk *w, struct fiemap *map, struct extents *out)
{
	const struct fiemap_extent *e = map->fm_extents;

	*map = (struct fiemap){
		.fm_start = w->at,
		.fm_length = w->end - w->at,
		.fm_flags = FIEMAP_FLAG_SYNC,
		.fm_extent_count = BATCH,
	};
	if (ioctl(fd, FS_IOC_FIEMAP, map) < 0)
		return -errno;
	uint32_t n = map->fm_mapped_extents;
	for (uint32_t i = 0; i < n; i++)
		take(w, &e[i], out);
	return n == BATCH && (e[n - 1].fe_flags & FIEMAP_EXTENT_LAST) == 0 &&
	    w->at < w->end;
}

/* btrfs answers with addresses of its own, not of a device. */
static bool
addresses_count(int fd)
{
	struct statfs fs;

	return fstatfs(fd, &fs) == 0 && fs.f_type != BTRFS_SUPER_MAGIC;
}

int
extents_map(int fd, uint64_t off, uint64_t end, struct extents *out)
{
	struct walk w = {
		.at = off,
		.end = end,
		.has_addresses = addresses_count(fd),
	};
	struct fiemap *map = malloc(sizeof *map +
	    BATCH * sizeof map->fm_extents[0]);
	int rc;

	if (map == NULL)
		return -ENOMEM;
	while ((rc = map_batch(fd, &w, map, out)) > 0)
		;
	free(map);
	if (rc == 0)
		out->unwritten_bytes += w.end - w.at;
	return rc;
}
