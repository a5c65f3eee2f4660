/* rate -- one rate with its interval, and what its runs look like. */

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "moments.h"

/* Shares of the median (noise, outliers) or of the mean (drift). */
static const double noise_share = 0.05;
static const double outlier_share = 0.05;
static const double drift_share = 0.02;

enum { OUTLIER_FROM = 4, DRIFT_FROM = 5 };

static void	interval(struct rate *r, const struct moments *m);
static void	spread(struct rate *r, const struct timing *run, size_t n,
		    double *scratch);
static void	outliers(struct rate *r, const struct timing *run, size_t n,
		    double *scratch);
static bool	drifts(const double *rate, size_t n);
static double	run_rate(const struct timing *t);
static double	sorted_median(double *value, size_t n);

int
rate_make(struct rate *r, const struct timing *run, size_t n)
{
	struct moments m;
	double *scratch;

	*r = (struct rate){ .low = NAN, .high = NAN, .half = NAN };
	moments_make(&m, run, n);
	if (m.n == 0)
		return 0;
	scratch = malloc(m.n * sizeof(*scratch));
	if (scratch == NULL)
		return -ENOMEM;
	r->n = m.n;
	r->bytes_per_second = 1e9 * m.bytes / m.ns;
	if (m.n > 1)
		interval(r, &m);
	spread(r, run, n, scratch);
	free(scratch);
	return 0;
}

double
rate_precision(const struct rate *r)
{
	return r->n < 2 ? INFINITY : r->half / r->bytes_per_second;
}

/*
 * Student 1908 on the time per byte: mean +- t sd/sqrt(n).  As a rate that
 * is R/(1 +- h), h being the half width as a share of the mean.
 */
static void
interval(struct rate *r, const struct moments *m)
{
	double h = student_quantile(0.95, (double)(m->n - 1)) *
	    sqrt(m->variance);

	r->low = r->bytes_per_second / (1 + h);
	r->high = h < 1 ? r->bytes_per_second / (1 - h) : INFINITY;
	/* Always the larger side: 1/x is convex. */
	r->half = r->high - r->bytes_per_second;
}

/* scratch has room for the runs that count, one at least. */
static void
spread(struct rate *r, const struct timing *run, size_t n, double *scratch)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		if (timing_counts(&run[i]))
			scratch[k++] = run_rate(&run[i]);
	}
	r->drift = k >= DRIFT_FROM && drifts(scratch, k);
	r->median = sorted_median(scratch, k);
	r->min = scratch[0];
	r->max = scratch[k - 1];
	r->noisy = r->max - r->min > noise_share * r->median;
	if (k >= OUTLIER_FROM)
		outliers(r, run, n, scratch);
}

/*
 * Far from the median both by the runs' own scatter (3.5 scaled median
 * deviations, Iglewicz and Hoaglin 1993) and by a share that matters: the
 * second keeps four nearly equal runs from having an outlier.
 */
static void
outliers(struct rate *r, const struct timing *run, size_t n, double *scratch)
{
	double mad, limit;

	for (size_t i = 0; i < r->n; i++)
		scratch[i] = fabs(scratch[i] - r->median);
	mad = sorted_median(scratch, r->n);
	limit = fmax(outlier_share * r->median, 3.5 * 1.4826 * mad);
	for (size_t i = 0; i < n; i++) {
		if (!timing_counts(&run[i]) ||
		    fabs(run_rate(&run[i]) - r->median) <= limit)
			continue;
		r->outlier = true;
		if (i < 64)
			r->outliers |= UINT64_C(1) << i;
	}
}

/*
 * The slope of the least-squares line is not 0 (t test, 5 %), and the line
 * goes up or down by a share that matters.
 */
static bool
drifts(const double *rate, size_t n)
{
	double middle = (double)(n - 1) / 2, mean = 0;
	double sxx = 0, sxy = 0, rest = 0, slope;

	for (size_t i = 0; i < n; i++)
		mean += rate[i] / (double)n;
	for (size_t i = 0; i < n; i++) {
		double x = (double)i - middle;

		sxx += x * x;
		sxy += x * (rate[i] - mean);
	}
	slope = sxy / sxx;
	if (fabs(slope) * (double)(n - 1) <= drift_share * mean)
		return false;
	for (size_t i = 0; i < n; i++) {
		double off = rate[i] - mean - slope * ((double)i - middle);

		rest += off * off;
	}
	return student_p(slope / sqrt(rest / (double)(n - 2) / sxx),
	    (double)(n - 2)) < 0.05;
}

/* Bytes per second. */
static double
run_rate(const struct timing *t)
{
	return 1e9 * (double)t->bytes / (double)t->ns;
}

static int
compare_values(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static double
sorted_median(double *value, size_t n)
{
	qsort(value, n, sizeof(*value), compare_values);
	return (value[(n - 1) / 2] + value[n / 2]) / 2;
}
