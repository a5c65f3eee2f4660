/* cliff -- whether the speed fell for good within a pass. */

#include <math.h>

#include "seqbench/series.h"

static void	best_split(struct cliff *c, const struct series *s, size_t n);
static double	speed(const struct series *s, size_t from, size_t to);

enum { PART_MIN = 3 };			/* intervals */
static const double fall_share = 0.20;
static const double f_least = 20;

void
series_cliff(struct cliff *c, const struct series *s)
{
	size_t n = (size_t)(s->ns / s->width_ns);	/* whole ones */
	double low;

	*c = (struct cliff){ 0 };
	if (n < (size_t)2 * PART_MIN)
		return;
	best_split(c, s, n);
	c->ns = c->interval * s->width_ns;
	c->before = speed(s, 0, c->interval);
	c->after = speed(s, c->interval, n);
	low = (1 - fall_share) * c->before;
	c->fell = c->f >= f_least && c->after <= low &&
	    speed(s, n - PART_MIN, n) <= low;
}

/*
 * The least squares within two parts are the most between them.  With the
 * mean taken off, the parts' sums are d and -d, and the squares between them
 * d^2/k + d^2/(n-k).
 */
static void
best_split(struct cliff *c, const struct series *s, size_t n)
{
	double mean = speed(s, 0, n), d = 0, all = 0, between = -1;

	for (size_t k = 1; k <= n; k++) {
		double off = speed(s, k - 1, k) - mean, squares;

		d += off;
		all += off * off;
		if (k < PART_MIN || k > n - PART_MIN)
			continue;
		squares = d * d / (double)k + d * d / (double)(n - k);
		if (squares > between) {
			between = squares;
			c->interval = k;
		}
	}
	if (all > between)
		c->f = between / ((all - between) / (double)(n - 2));
	else
		c->f = between > 0 ? INFINITY : 0;
}

/* Bytes a second in the intervals from .. to - 1. */
static double
speed(const struct series *s, size_t from, size_t to)
{
	double bytes = 0;

	for (size_t i = from; i < to; i++)
		bytes += (double)s->moved[i];
	return 1e9 * bytes / ((double)(to - from) * (double)s->width_ns);
}
