/* settle -- let the end of one pass not leak into the next. */

#include "site.h"

#include "seqbench/sys.h"

#define LOOK_NS		20000000ull
#define STILL_NS	100000000ull
#define PATIENCE_NS	5000000000ull
#define IMPATIENCE_NS	200000000ull

static bool
same(const struct device_counters *a, const struct device_counters *b)
{
	return a->reads == b->reads && a->writes == b->writes &&
	    a->discard_bytes == b->discard_bytes;
}

/* A device that is always busy is not worth waiting for again and again. */
static uint64_t
how_long(const struct patience *p)
{
	uint64_t ns = PATIENCE_NS;

	for (unsigned i = 0; i < p->in_vain && ns > IMPATIENCE_NS; i++)
		ns /= 2;
	if (ns < IMPATIENCE_NS)
		ns = IMPATIENCE_NS;
	if (p->pass_ns == 0 || p->pass_ns >= ns)
		return ns;
	return p->pass_ns > LOOK_NS ? p->pass_ns : LOOK_NS;
}

static bool
comes_to_rest(dev_t device, const struct layers *l, uint64_t patience,
    bool ours, const struct control *control)
{
	struct device_counters now, last;
	uint64_t still_ns = patience < STILL_NS ? patience : STILL_NS;
	uint64_t start = sys_now(), still = start, t = start;

	bottoms_counters(device, l, &last);
	if (last.reads == NOT_KNOWN || (!ours && last.in_flight == 0))
		return true;
	while (t - still < still_ns) {
		if (t - start >= patience || *control->stop != 0)
			return false;
		(void)sys_sleep(LOOK_NS);
		bottoms_counters(device, l, &now);
		t = sys_now();
		if (!same(&now, &last) || now.in_flight != 0)
			still = t;
		last = now;
	}
	return true;
}

bool
settle_device(dev_t device, const struct layers *l, struct patience *p,
    const struct control *control)
{
	bool rests = comes_to_rest(device, l, how_long(p), p->ours, control);

	p->ours = true;
	p->in_vain = rests ? 0 : p->in_vain + 1;
	return rests;
}
