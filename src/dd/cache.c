/* cache -- iflag=nocache and oflag=nocache: what was moved is forgotten. */
#include "transfer.h"

#include <errno.h>
#include <string.h>

#include "seqbench/sys.h"

/* Small pieces would cost a call each, and split large folios. */
enum {
	PIECE_BYTES = 128 << 10,
};

static int	drop(struct dd *d, struct dd_end *end);

void
dd_drop_behind(struct dd_end *end)
{
	off_t len = end->offset - end->dropped;

	if (end->seek_error != 0 || len < PIECE_BYTES)
		return;
	(void)sys_drop(end->fd, end->dropped, len);
	end->dropped = end->offset;
}

int
dd_drop_rest(struct dd *d)
{
	int in = drop(d, &d->in), out = drop(d, &d->out);

	return in < 0 ? in : out;
}

/*
 * Output that was dirty when its piece was dropped is still there, so all of
 * it goes once more.  With count=0 dropping is the sole purpose; only then
 * it matters that it fails.
 */
static int
drop(struct dd *d, struct dd_end *end)
{
	off_t from = end == &d->in ? end->dropped : end->first;
	bool sole = d->o.count.blocks == 0 && d->o.count.bytes == 0;
	int r = end->seek_error;

	if (!end->nocache || (!end->to_end && from == end->offset))
		return 0;
	if (r == 0)
		r = sys_drop(end->fd, from, end->to_end ? 0 :
		    end->offset - from);
	if (r == 0 || !sole)
		return 0;
	dd_say(d, "failed to discard cache for: '%s': %s", end->name,
	    strerror(-r));
	return r;
}
