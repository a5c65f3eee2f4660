/* limit -- what held a pass back, in one word. */

#include "seqbench/limit.h"

/* The header says what these decide. */
static const double throttle_from = 0.90;
static const double cache_below = 0.50;
static const double cpu_from = 0.90;
static const double busy_from = 0.90;
static const double line_from = 1.5;
static const double filled_from = 0.90;

static const char *const limit_texts[] = {
	[LIMIT_UNKNOWN] = "unknown",
	[LIMIT_CPU] = "cpu",
	[LIMIT_DEPTH] = "depth",
	[LIMIT_DEVICE] = "device",
	[LIMIT_CACHE] = "cache",
	[LIMIT_THROTTLE] = "throttle",
};

/* No comparison holds for what is NAN. */
enum limit
limit_word(const struct limit_facts *f)
{
	double line = f->stretch;

	if (f->in_flight < line_from)
		line = f->in_flight;
	if (f->page_cache)
		line = f->device_in_flight;
	if (f->throttle >= throttle_from)
		return LIMIT_THROTTLE;
	if (f->device_ratio < cache_below)
		return LIMIT_CACHE;
	if (f->cpu >= cpu_from)
		return LIMIT_CPU;
	if (f->device_busy >= busy_from && line >= line_from)
		return LIMIT_DEVICE;
	if (f->in_flight >= filled_from * f->depth &&
	    (f->device_busy < busy_from || line < line_from))
		return LIMIT_DEPTH;
	return LIMIT_UNKNOWN;
}

const char *
limit_text(enum limit l)
{
	return limit_texts[l];
}
