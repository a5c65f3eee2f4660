/* buffer -- the memory that a transfer's blocks go through. */
#include "transfer.h"

#include <errno.h>
#include <string.h>

#include "seqbench/sys.h"

enum {
	TOUCH_BYTES = 2 << 20,
};

static int	need(struct dd *d, const char *what, size_t len, char **out);

int
dd_need_input(struct dd *d)
{
	return need(d, "input", d->o.ibs, &d->ibuf);
}

int
dd_need_output(struct dd *d)
{
	int r;

	if (d->o.reblock)
		return need(d, "output", d->o.obs, &d->obuf);
	r = dd_need_input(d);
	d->obuf = d->ibuf;
	return r;
}

void
dd_release(struct dd *d)
{
	if (d->obuf != NULL && d->obuf != d->ibuf)
		sys_unmap(d->obuf, d->o.obs);
	if (d->ibuf != NULL)
		sys_unmap(d->ibuf, d->o.ibs);
	d->ibuf = d->obuf = NULL;
}

static int
need(struct dd *d, const char *what, size_t len, char **out)
{
	char human[DDLINE_TEXT];
	void *p;
	int r;

	if (*out != NULL)
		return 0;
	r = sys_map(len, d->o.pages == BUFFER_HUGE, &p);
	if (r < 0) {
		dd_say(d, "memory exhausted by %s buffer of size %zu bytes "
		    "(%s)", what, len, ddline_human(len, false, human));
		return r;
	}
	/*
	 * The first page is had outside the clock.  Not all: a block may be
	 * far larger than what there is to read.
	 */
	memset(p, 0, len < TOUCH_BYTES ? len : TOUCH_BYTES);
	*out = p;
	return 0;
}
