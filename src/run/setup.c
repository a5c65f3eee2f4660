/* setup -- which way a target is set up, and how much a pass moves. */

#include "setup.h"

double
rate_of(uint64_t bytes, uint64_t ns)
{
	return ns == 0 ? 0 : (double)bytes * 1e9 / (double)ns;
}

static uint64_t
clamp(uint64_t value, uint64_t low, uint64_t high)
{
	return value > high ? high : value < low ? low : value;
}

uint64_t
size_of(double rate, uint64_t there)
{
	double bytes = rate * PLAN_AUTO_NS / 1e9;
	uint64_t aim = bytes > (double)PLAN_AUTO_MAX ? PLAN_AUTO_MAX :
	    (uint64_t)bytes;

	aim = clamp(aim, PLAN_AUTO_MIN, PLAN_AUTO_MAX);
	return aim > there ? there : aim;
}

int
set_up(struct site *site, struct finding *f, struct diag *d)
{
	const struct plan_target *pt = site->plan;

	if (!pt->reads && !pt->writes && !pt->needs_layout) {
		f->bytes = pt->automatic ? PLAN_AUTO_MAX : pt->size;
		return 0;
	}
	if (pt->temporary)
		return set_up_temporary(site, f, d);
	if (site->target->bytes == NOT_KNOWN)
		return set_up_endless(site, f, d);
	return set_up_existing(site, f, d);
}
