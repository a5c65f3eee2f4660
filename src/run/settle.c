/* settle -- let the end of one pass not leak into the next. */

#include "site.h"

#include "seqbench/sys.h"

#define LOOK_NS		20000000ull
#define STILL_NS	100000000ull
#define PATIENCE_NS	5000000000ull

static bool
same(const struct device_counters *a, const struct device_counters *b)
{
	return a->reads == b->reads && a->writes == b->writes &&
	    a->discard_bytes == b->discard_bytes;
}

bool
settle_device(dev_t device, const struct layers *l,
    const struct control *control)
{
	struct device_counters now, last;
	uint64_t start = sys_now(), still = start, t = start;

	bottoms_counters(device, l, &last);
	if (last.reads == NOT_KNOWN)
		return true;
	while (t - still < STILL_NS) {
		if (t - start > PATIENCE_NS || *control->stop != 0)
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
