/* buffer -- the memory that a transfer's blocks go through. */
#include "transfer.h"

#include <errno.h>
#include <string.h>

#include "seqbench/file.h"
#include "seqbench/sys.h"

enum {
	PAGE_BYTES = 4096,
	TOUCH_BYTES = 2 << 20,
};

static int	size_ring(struct dd *d);
static int	need(struct dd *d, const char *what, size_t len, char **out);
static int	exhausted(struct dd *d, const char *what, size_t len);

int
dd_need_input(struct dd *d)
{
	int r;

	if (d->ring != NULL)
		return 0;
	if ((r = size_ring(d)) == 0)
		r = need(d, "input", d->ring_bytes, &d->ring);
	d->ibuf = d->ring;
	return r;
}

int
dd_need_output(struct dd *d)
{
	int r;

	if (d->o.reblock)
		return need(d, "output", d->o.obs, &d->obuf);
	r = dd_need_input(d);
	d->obuf = d->ring;
	return r;
}

void
dd_release(struct dd *d)
{
	if (d->obuf != NULL && d->obuf != d->ring)
		sys_unmap(d->obuf, d->o.obs);
	if (d->ring != NULL)
		sys_unmap(d->ring, d->ring_bytes);
	d->ring = d->ibuf = d->obuf = NULL;
}

/* Each buffer begins on a page, as a single one does. */
static int
size_ring(struct dd *d)
{
	size_t step;

	d->ring_bytes = d->ring_step = d->o.ibs;
	if (d->o.depth == 1)
		return 0;
	if (__builtin_add_overflow(d->o.ibs, PAGE_BYTES - 1, &step))
		return exhausted(d, "input", d->o.ibs);
	d->ring_step = step - step % PAGE_BYTES;
	if (__builtin_mul_overflow(d->ring_step, d->o.depth, &d->ring_bytes) ||
	    d->ring_bytes > memory_available())
		return exhausted(d, "input", d->o.ibs);
	return 0;
}

static int
need(struct dd *d, const char *what, size_t len, char **out)
{
	void *p;
	int r;

	if (*out != NULL)
		return 0;
	r = sys_map(len, d->o.pages == BUFFER_HUGE, &p);
	if (r < 0)
		return exhausted(d, what, len);
	/*
	 * The first page is had outside the clock.  Not all: a block may be
	 * far larger than what there is to read.
	 */
	memset(p, 0, len < TOUCH_BYTES ? len : TOUCH_BYTES);
	*out = p;
	return 0;
}

static int
exhausted(struct dd *d, const char *what, size_t len)
{
	char human[DDLINE_TEXT], many[32] = "";

	if (d->o.depth > 1)
		snprintf(many, sizeof(many), "%u blocks: ", d->o.depth);
	dd_say(d, "%smemory exhausted by %s buffer of size %zu bytes (%s)",
	    many, what, len, ddline_human(len, false, human));
	return -ENOMEM;
}
