/* latency -- quantiles of the times that transfers took. */

#include "seqbench/latency.h"

#include <math.h>

static uint64_t	bucket_middle(size_t i);

const char *const latency_names[LATENCY_POINTS] = {
	[LATENCY_MIN] = "min",
	[LATENCY_P50] = "p50",
	[LATENCY_P90] = "p90",
	[LATENCY_P99] = "p99",
	[LATENCY_P999] = "p999",
	[LATENCY_MAX] = "max",
};

static const double latency_shares[LATENCY_POINTS] = {
	[LATENCY_MIN] = 0,
	[LATENCY_P50] = 0.5,
	[LATENCY_P90] = 0.9,
	[LATENCY_P99] = 0.99,
	[LATENCY_P999] = 0.999,
	[LATENCY_MAX] = 1,
};

void
hist_init(struct hist *h)
{
	*h = (struct hist){ .min_ns = UINT64_MAX };
}

void
hist_merge(struct hist *into, const struct hist *from)
{
	into->count += from->count;
	into->sum_ns += from->sum_ns;
	if (from->min_ns < into->min_ns)
		into->min_ns = from->min_ns;
	if (from->max_ns > into->max_ns)
		into->max_ns = from->max_ns;
	for (size_t i = 0; i < HIST_BUCKETS; i++)
		into->bucket[i] += from->bucket[i];
}

uint64_t
hist_quantile(const struct hist *h, double share)
{
	/* 0.07 of 100 is the 7th, not what comes after 7.000000000000001. */
	uint64_t rank = (uint64_t)ceil(share * (double)h->count - 1e-9);
	uint64_t counted = h->bucket[0], ns;
	size_t i = 0;

	if (rank <= 1)
		return h->min_ns;
	if (rank >= h->count)
		return h->max_ns;
	while (counted < rank)
		counted += h->bucket[++i];
	ns = bucket_middle(i);
	if (ns < h->min_ns)
		return h->min_ns;
	return ns < h->max_ns ? ns : h->max_ns;
}

void
latency_make(struct latency *l, const struct hist *h)
{
	*l = (struct latency){ .count = h->count, .sum_ns = h->sum_ns };
	for (size_t i = 0; i < LATENCY_POINTS; i++)
		l->ns[i] = hist_quantile(h, latency_shares[i]);
}

/* The inverse of hist_bucket(). */
static uint64_t
bucket_middle(size_t i)
{
	size_t octave = i >> HIST_BITS;
	unsigned shift = octave > 0 ? (unsigned)octave - 1 : 0;
	uint64_t low = (uint64_t)(i - ((size_t)shift << HIST_BITS)) << shift;

	return low + ((UINT64_C(1) << shift) - 1) / 2;
}
