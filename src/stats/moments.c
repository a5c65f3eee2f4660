/* moments -- mean and variance of the time per byte, and Welch's test. */

#include <math.h>

#include "moments.h"

void
moments_make(struct moments *m, const struct timing *run, size_t n)
{
	double average = 0, squares = 0;

	*m = (struct moments){ .variance = NAN };
	for (size_t i = 0; i < n; i++) {
		if (!timing_counts(&run[i]))
			continue;
		double bytes = (double)run[i].bytes;
		double ns = (double)run[i].ns;

		/* Welford 1962: equal runs give exactly no variance. */
		double step = ns / bytes - average;
		average += step / (double)++m->n;
		squares += step * (ns / bytes - average);
		m->bytes += bytes;
		m->ns += ns;
	}
	if (m->n > 0)
		m->mean = m->ns / m->bytes;
	if (m->n > 1)
		m->variance = squares / (double)(m->n - 1) / (double)m->n /
		    (m->mean * m->mean);
}

double
welch_df(double va, size_t na, double vb, size_t nb)
{
	double sum = va + vb;

	/* Nothing varies: any number will do. */
	if (sum == 0)
		return (double)(na + nb - 2);
	va /= sum;
	vb /= sum;
	return 1 / (va * va / (double)(na - 1) + vb * vb / (double)(nb - 1));
}

double
welch_p(const struct moments *a, const struct moments *b)
{
	double va = a->variance * a->mean * a->mean;
	double vb = b->variance * b->mean * b->mean;
	double difference = a->mean - b->mean;

	if (difference == 0)
		return 1;
	/* Without variance t is infinite, and p rightly 0. */
	return student_p(difference / sqrt(va + vb),
	    welch_df(va, a->n, vb, b->n));
}
