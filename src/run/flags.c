/* flags -- what the numbers of one pass say about it. */

#include "site.h"

#define SHORT_NS	500000000ull
#define OTHERS_MIN_NS	50000000ull	/* /proc/stat ticks are coarse */

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

/* More moved on the device than the pass and its read-ahead explain. */
static bool
foreign_traffic(const struct sample *s, const struct target *t)
{
	uint64_t ahead = t->device.readahead_bytes != NOT_KNOWN ?
	    t->device.readahead_bytes : 0;

	if (s->device_read_bytes == NOT_KNOWN)
		return false;
	return s->device_read_bytes > s->bytes + s->bytes / 10 + 4 * ahead ||
	    s->device_write_bytes > s->bytes / 10;
}

unsigned
sample_flags(const struct sample *s, const struct plan_cell *c,
    const struct target *t, uint64_t others_ns)
{
	uint64_t ns = sample_clocked_ns(s, c->op);
	unsigned flags = 0;

	if (ns < SHORT_NS)
		flags |= FLAG_SHORT;
	if (c->engine->access == ACCESS_NONE)
		return flags;
	if (c->op == OP_READ) {
		if (from_cache(s, t))
			flags |= FLAG_CACHED;
		if (s->cache_check == CHECK_UNKNOWN)
			flags |= FLAG_UNCHECKED;
		if (foreign_traffic(s, t))
			flags |= FLAG_LOAD;
	}
	if (others_ns > OTHERS_MIN_NS && others_ns > ns / 4)
		flags |= FLAG_LOAD;
	return flags;
}
