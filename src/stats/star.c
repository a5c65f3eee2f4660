/* star -- the smallest block that is not told from the best. */

#include <math.h>

#include "moments.h"
#include "seqbench/units.h"

static double	holm_least(const double *p, size_t n, size_t best);

/* A star so much slower than the best says that the runs are too few. */
static const double slower_share = 0.10;

int
rate_star(const struct timing_set *set, size_t nsets)
{
	struct moments m[LIST_MAX];
	double p[LIST_MAX], least;
	size_t best = 0, star = 0;

	if (nsets < 2 || nsets > LIST_MAX)
		return STAR_NONE;
	for (size_t i = 0; i < nsets; i++) {
		moments_make(&m[i], set[i].run, set[i].n);
		if (m[i].n < 2)
			return STAR_NONE;
		if (m[i].mean < m[best].mean)
			best = i;
	}
	for (size_t i = 0; i < nsets; i++)
		p[i] = welch_p(&m[i], &m[best]);
	least = holm_least(p, nsets, best);
	while (star != best && p[star] < least)
		star++;
	if (m[best].mean < (1 - slower_share) * m[star].mean)
		return STAR_TOO_FEW;
	return (int)star;
}

/*
 * The least p that shows no difference at 5 % (Holm 1979): going up from the
 * smallest of the p, the first that times the number of those not smaller is
 * 0.05 or more.  The best has no p of its own.
 */
static double
holm_least(const double *p, size_t n, size_t best)
{
	double least = INFINITY;

	for (size_t i = 0; i < n; i++) {
		size_t left = 0;

		for (size_t j = 0; j < n; j++)
			left += j != best && p[j] >= p[i];
		if (i != best && p[i] * (double)left >= 0.05)
			least = fmin(least, p[i]);
	}
	return least;
}
