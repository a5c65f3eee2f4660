/* settle -- from what was typed to what is to be done. */
#include "seqbench/dd.h"

#include <errno.h>
#include <fcntl.h>

#include "operands.h"
#include "seqbench/diag.h"

enum {
	BLOCK_DEFAULT = 512,
};

static struct dd_amount
amount(const struct dd_value *v, bool bytes, size_t block)
{
	/* UINT64_MAX: count= was not given. */
	if ((v->bytes || bytes) && v->n != UINT64_MAX)
		return (struct dd_amount){ v->n / block, v->n % block };
	return (struct dd_amount){ v->n, 0 };
}

/* Make of what was typed what is to be done. */
static void
settle(struct dd_operands *o, const struct dd_typed *t)
{
	o->in = t->in;
	o->out = t->out;
	o->ibs = t->ibs.n != 0 ? t->ibs.n : BLOCK_DEFAULT;
	o->obs = t->obs.n != 0 ? t->obs.n : BLOCK_DEFAULT;
	o->reblock = t->bs.n == 0;
	if (!o->reblock)
		o->ibs = o->obs = t->bs.n;
	o->conv = t->conv.own;
	o->in_open = t->iflag.open | t->engine.open;
	o->in_flags = t->iflag.own;
	o->out_open = t->oflag.open;
	o->out_flags = t->oflag.own;
	o->count = amount(&t->count, o->in_flags & DD_COUNT_BYTES, o->ibs);
	o->skip = amount(&t->skip, o->in_flags & DD_SKIP_BYTES, o->ibs);
	o->seek = amount(&t->seek, o->out_flags & DD_SEEK_BYTES, o->obs);
	o->status = (enum dd_status)t->status.own;
	o->pages = (enum buffer_pages)t->buffer.own;
	o->engine = (enum dd_engine)t->engine.own;
	o->depth = t->depth.n != 0 ? (unsigned)t->depth.n : 1;
	o->speed = t->speed.n;
	o->fill = t->fill;
}

/* What does not go together. */
static int
check(const struct dd_operands *o, struct warnings *w, struct diag *d)
{
	const unsigned exclusive = DD_EXCL | DD_NOCREAT;

	if ((o->out_flags & DD_FULLBLOCK) != 0)
		return diag_usage(d, "invalid output flag: 'fullblock'");
	if ((o->conv & exclusive) == exclusive)
		return diag_set(d, -EINVAL, "cannot combine excl and nocreat");
	if (((o->in_open & O_DIRECT) != 0 && (o->in_flags & DD_NOCACHE) != 0) ||
	    ((o->out_open & O_DIRECT) != 0 && (o->out_flags & DD_NOCACHE) != 0))
		return diag_set(d, -EINVAL,
		    "cannot combine direct and nocache");
	if ((o->in_open & O_DIRECT) != 0 &&
	    (o->engine == DD_BUFFERED || o->engine == DD_DONTCACHE))
		return diag_set(d, -EINVAL,
		    "cannot combine engine=%s and iflag=direct",
		    o->engine == DD_BUFFERED ? "buffered" : "dontcache");
	if ((o->in_open & O_DIRECT) == 0 && o->depth > 1)
		return diag_set(d, -EINVAL, "depth=%u: only engine=direct (as "
		    "iflag=direct), uring and aio keep several blocks in "
		    "flight", o->depth);
	if ((o->out_open & O_APPEND) != 0 && (o->conv & DD_NOTRUNC) == 0)
		warnings_add(w, "you probably want conv=notrunc with "
		    "oflag=append");
	return 0;
}

int
dd_settle(struct dd_operands *o, const struct dd_typed *t,
    struct warnings *w, struct diag *d)
{
	settle(o, t);
	return check(o, w, d);
}
