/* extents_linux -- how a file lies on its device, by FIEMAP. */
#include <sys/vfs.h>

#include <linux/magic.h>

#include "seqbench/file.h"

#include "extents.h"
#include "fiemap.h"

/* What has no address, or none that could be read at. */
#define NO_ADDRESS	(FIEMAP_EXTENT_UNKNOWN | FIEMAP_EXTENT_DELALLOC | \
			FIEMAP_EXTENT_DATA_INLINE | FIEMAP_EXTENT_UNWRITTEN)

/* A walk over [at, end). */
struct walk {
	uint64_t	 at, end;
	uint64_t	 next_address;	/* where a neighbour would go on */
	bool		 has_addresses;
	struct extents	*out;
};

static int
take(void *context, const struct fiemap_extent *e)
{
	struct walk *w = context;
	struct extents *out = w->out;
	uint64_t start = e->fe_logical, stop = start + e->fe_length;
	bool is_written = (e->fe_flags & FIEMAP_EXTENT_UNWRITTEN) == 0;

	/* xfs reserves space beyond the end of a file and shows it. */
	if (stop > w->end)
		stop = w->end;
	if (start < w->at)
		start = w->at;
	if (start >= stop)
		return 0;
	out->unwritten_bytes += start - w->at + (is_written ? 0 : stop - start);
	if (out->count == 0 || e->fe_physical != w->next_address)
		out->count++;
	if (out->first_address == NOT_KNOWN && w->has_addresses &&
	    (e->fe_flags & NO_ADDRESS) == 0)
		out->first_address = e->fe_physical + (start - e->fe_logical);
	w->next_address = e->fe_physical + e->fe_length;
	w->at = stop;
	return 0;
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
		.out = out,
	};
	int rc;

	rc = fiemap_walk(fd, off, end, take, &w);
	if (rc == 0)
		out->unwritten_bytes += w.end - w.at;
	return rc;
}
