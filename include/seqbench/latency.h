/*
 * latency -- how long transfers took: a log-linear histogram and the few
 * figures that are reported of it.  Pure arithmetic.
 *
 * Each octave has 32 buckets, up to the largest time there is, so that the
 * histogram always has the same size, takes any time, and gives back every
 * one to 1.6 %.  Count, sum, least and greatest are exact.
 */
#ifndef SEQBENCH_LATENCY_H
#define SEQBENCH_LATENCY_H

#include <stddef.h>
#include <stdint.h>

enum {
	HIST_BITS	= 5,		/* 2^5 buckets an octave */
	HIST_BUCKETS	= (64 - HIST_BITS + 1) << HIST_BITS,
};

/* One a thread, added up at the end by hist_merge(). */
struct hist {
	uint64_t	 count;
	uint64_t	 sum_ns;
	uint64_t	 min_ns, max_ns;	/* UINT64_MAX, 0 while empty */
	uint64_t	 bucket[HIST_BUCKETS];
};

void	hist_init(struct hist *h);

/* A bucket is 1 ns wide below 64, and twice that in each octave after it. */
static inline size_t
hist_bucket(uint64_t ns)
{
	unsigned shift = (unsigned)(63 - HIST_BITS -
	    __builtin_clzll(ns | 1 << HIST_BITS));

	return ((size_t)shift << HIST_BITS) + (size_t)(ns >> shift);
}

/* Once a transfer: a few instructions. */
static inline void
hist_add(struct hist *h, uint64_t ns)
{
	h->bucket[hist_bucket(ns)]++;
	h->count++;
	h->sum_ns += ns;
	if (ns < h->min_ns)
		h->min_ns = ns;
	if (ns > h->max_ns)
		h->max_ns = ns;
}

/* As if all that was added to from had been added to into. */
void	hist_merge(struct hist *into, const struct hist *from);

/*
 * The least time that a share of the transfers did not exceed (nearest rank:
 * no average of two), 0 <= share <= 1.  It is the middle of its bucket and
 * so off by 1.6 % at most; the first and the last of all are exact.
 * UINT64_MAX, as file.h's NOT_KNOWN, of an empty histogram.
 */
uint64_t hist_quantile(const struct hist *h, double share);

/* What is reported. */
enum latency_point {
	LATENCY_MIN,
	LATENCY_P50,
	LATENCY_P90,
	LATENCY_P99,
	LATENCY_P999,
	LATENCY_MAX,
	LATENCY_POINTS
};

/* "min", "p50", "p90", "p99", "p999", "max": parts of field names. */
extern const char *const latency_names[LATENCY_POINTS];

struct latency {
	uint64_t	 count;
	uint64_t	 sum_ns;
	uint64_t	 ns[LATENCY_POINTS];	/* UINT64_MAX: count is 0 */
};
void	latency_make(struct latency *l, const struct hist *h);

#endif
