/*
 * moments -- the time per byte of repeated runs, boiled down to what rates
 * and their comparisons are made from.
 */
#ifndef STATS_MOMENTS_H
#define STATS_MOMENTS_H

#include "seqbench/rate.h"

struct moments {
	size_t		 n;		/* runs counted */
	double		 bytes, ns;	/* their totals */
	double		 mean;		/* ns per byte, of the totals */
	double		 variance;	/* of mean, as a share of mean squared:
					   (sd / mean)^2 / n; NAN for n < 2 */
};

/* A run with no bytes or no time has no time per byte. */
static inline bool
timing_counts(const struct timing *t)
{
	return t->bytes > 0 && t->ns > 0;
}

void	moments_make(struct moments *m, const struct timing *run, size_t n);

/*
 * Degrees of freedom of the sum of two variances that rest on na and nb runs
 * (Welch and Satterthwaite); fractional.
 */
double	welch_df(double va, size_t na, double vb, size_t nb);

/* Two-sided p that both have the same time per byte (Welch 1947). */
double	welch_p(const struct moments *a, const struct moments *b);

#endif
