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
	if (s->device.read_bytes == NOT_KNOWN || t->fs.is_memory)
		return false;
	return s->device.read_bytes < s->bytes - s->bytes / 10;
}

/* What read-ahead may fetch beside the pass, on each of the devices. */
static uint64_t
windows(const struct target *t, uint64_t window)
{
	uint64_t bytes = window != NOT_KNOWN ? 4 * window : 0, n;

	for (size_t i = 0; i < t->layers.n; i++) {
		n = t->layers.layer[i].number[LAYER_READAHEAD];
		if (t->layers.layer[i].bottom && n != NOT_KNOWN &&
		    t->layers.layer[i].device != t->device.number)
			bytes += 4 * n;
	}
	return bytes;
}

/* The default of a total is a sum already; a size is that of each in it. */
static uint64_t
window(const struct pass *p)
{
	const struct plan *plan = p->site->session->plan;
	uint64_t bytes = plan_readahead_bytes(p->cell, p->site->target);

	return p->cell->readahead.mode == READAHEAD_SIZE &&
	    plan_is_total(plan, p->cell->target) ?
	    bytes * plan->together : bytes;
}

/*
 * More moved on the device than the pass and its read-ahead explain.  The pass
 * may have read a part twice: what its process fetched is its own; and so is
 * what other passes moved there at the same time.  Of the disks at the bottom
 * others may use other parts; but a layer between may move data by itself,
 * and then no excess is anybody's.
 */
static bool
foreign_traffic(const struct pass *p)
{
	const struct sample *s = p->sample;
	const struct target *t = p->site->target;
	uint64_t slack = s->bytes / 10 + windows(t, window(p));
	uint64_t own = s->bytes, own_bottom;

	if (s->io_read_bytes != NOT_KNOWN && s->io_read_bytes > own)
		own = s->io_read_bytes;
	own_bottom = own + p->others_bottom_bytes;
	own += p->others_bytes;
	if (s->device.read_bytes != NOT_KNOWN &&
	    (s->device.read_bytes > own + slack ||
	    s->device.write_bytes > slack))
		return true;
	return s->bottom.read_bytes != NOT_KNOWN && !layers_move(&t->layers) &&
	    (s->bottom.read_bytes > own_bottom + slack ||
	    s->bottom.write_bytes > slack);
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
		if (foreign_traffic(p))
			flags |= FLAG_LOAD;
	}
	if (others_ns > OTHERS_MIN_NS && others_ns > ns / 4)
		flags |= FLAG_LOAD;
	return flags;
}
