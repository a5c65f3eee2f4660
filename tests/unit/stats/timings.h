/* timings -- runs made from the figures of a published table. */
#ifndef UNIT_TIMINGS_H
#define UNIT_TIMINGS_H

#include <math.h>

#include "seqbench/rate.h"

enum { FIGURES_MAX = 12 };

/* A row of figures; 0 ends it. */
struct figures {
	double		 x[FIGURES_MAX + 1];
};

/*
 * figures_as_rates: each run moves x MB in a second.
 * figures_as_times: each run takes x ns a byte, so that the arithmetic on
 * times per byte is what the source did with its figures.
 * Both return how many there are.
 */
static inline size_t
figures_as_rates(const struct figures *f, struct timing *out)
{
	size_t n = 0;

	for (; f->x[n] > 0; n++) {
		out[n].bytes = (uint64_t)llround(f->x[n] * 1e6);
		out[n].ns = 1000000000;
	}
	return n;
}

static inline size_t
figures_as_times(const struct figures *f, struct timing *out)
{
	size_t n = 0;

	for (; f->x[n] > 0; n++) {
		out[n].bytes = 1000000;
		out[n].ns = (uint64_t)llround(f->x[n] * 1e6);
	}
	return n;
}

#endif
