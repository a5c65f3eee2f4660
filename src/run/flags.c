/* flags -- what the numbers of one pass say about it. */

#include "pass.h"

#define SHORT_NS	500000000ull
#define OTHERS_MIN_NS	50000000ull	/* /proc/stat ticks are coarse */
/* A seek takes what a disk needs for about this much. */
#define PIECE_BYTES	(4ull << 20)

static bool
from_cache(const struct sample *s, const struct target *t)
{
	/* A residue below 0.1 % (superblocks, in-flight pages) is none. */
	if (s->cached_bytes != NOT_KNOWN &&
	    s->cached_bytes > s->bytes / 1000)
		return true;
	if (s->device_read_bytes == NOT_KNOWN || t->fs.is_memory)
		return false;
	return s->device_read_bytes < s->bytes - s->bytes / 10;
}

/*
 * More moved on the device than the pass and its read-ahead explain.  The pass
 * may have read a part twice: what its process fetched is its own.
 */
static bool
foreign_traffic(const struct sample *s, uint64_t window)
{
	uint64_t slack = s->bytes / 10, own = s->bytes;

	if (s->io_read_bytes != NOT_KNOWN && s->io_read_bytes > own)
		own = s->io_read_bytes;
	if (window != NOT_KNOWN)
		slack += 4 * window;
	if (s->device_read_bytes == NOT_KNOWN)
		return false;
	return s->device_read_bytes > own + slack ||
	    s->device_write_bytes > slack;
}

bool
in_pieces(uint64_t extents, uint64_t bytes)
{
	return extents != NOT_KNOWN && extents > 1 &&
	    bytes / extents < PIECE_BYTES;
}

unsigned
sample_flags(const struct pass *p, uint64_t others_ns)
{
	const struct sample *s = p->sample;
	const struct target *t = p->site->target;
	uint64_t ns = sample_clocked_ns(s, p->cell->op);
	unsigned flags = 0;

	/* A point is meant to be short. */
	if (ns < SHORT_NS && p->cell->point == 0)
		flags |= FLAG_SHORT;
	if (!pass_touches(p))
		return flags;
	if (p->noisy)
		flags |= FLAG_LOAD;
	if (p->cell->op == OP_READ) {
		/* Warm was asked for and is what it says. */
		if (from_cache(s, t) &&
		    (p->cell->engine->access != ACCESS_CACHED ||
		    p->site->session->plan->cache != CACHE_WARM))
			flags |= FLAG_CACHED;
		if (s->cache_check == CHECK_UNKNOWN)
			flags |= FLAG_UNCHECKED;
		if (foreign_traffic(s, plan_readahead_bytes(p->cell, t)))
			flags |= FLAG_LOAD;
	}
	if (others_ns > OTHERS_MIN_NS && others_ns > ns / 4)
		flags |= FLAG_LOAD;
	return flags;
}
