/*
 * rate -- from repeated passes to one rate with its error bar, and to
 * sentences about which rates differ.  Pure arithmetic.
 *
 * The one central figure is R = total bytes / total time.  Its interval is
 * Student's t on the time per byte of each run, inverted, so it is
 * asymmetric and stays positive.  (research: Student 1908; Welch 1947;
 * Holm 1979; the exact formulas stand at each function.)
 */
#ifndef SEQBENCH_RATE_H
#define SEQBENCH_RATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What one pass contributes. */
struct timing {
	uint64_t	 bytes;		/* moved */
	uint64_t	 ns;		/* clocked */
};

/* More degrees of freedom count as these: t is the normal one by then. */
enum { RATE_DF_MAX = 1000000 };

/* Two-sided quantile of Student's t: P(|T| <= t) = level, df may be
   fractional and > 0; exact for the fraction, not that of floor(df). */
double	student_quantile(double level, double df);
/* Two-sided p: P(|T| >= |t|). */
double	student_p(double t, double df);

struct rate {
	size_t		 n;		/* runs counted (bytes > 0, ns > 0) */
	double		 bytes_per_second;	/* R; 0 when n == 0 */
	double		 low, high;	/* 95 % bounds; high INFINITY where
					   unbounded; NAN for n < 2 */
	double		 half;		/* the larger one-sided distance;
					   INFINITY, NAN for n < 2 */
	double		 min, median, max;	/* of the runs' rates */
	bool		 noisy;		/* (max-min)/median > 5 %, n >= 2 */
	bool		 outlier;	/* dual rule, n >= 4 */
	bool		 drift;		/* slope rule, n >= 5 */
	uint64_t	 outliers;	/* bit i: run i (of the first 64) */
};

/* Runs with no bytes or no time are left out.  0, or -ENOMEM with no runs. */
int	rate_make(struct rate *r, const struct timing *run, size_t n);

/* Half width relative to R, or INFINITY; what --precision asks about. */
double	rate_precision(const struct rate *r);

enum verdict {
	VERDICT_NONE,		/* a side has fewer than two runs */
	VERDICT_FASTER,
	VERDICT_SLOWER,
	VERDICT_SAME,		/* no difference shown */
	VERDICT_EQUIVALENT,	/* interval within +- the equivalence */
};

/* NAN where there are too few runs for it. */
struct comparison {
	double		 ratio;		/* rate of a / rate of base */
	double		 low, high;	/* 95 % (delta method, Welch df) */
	double		 p;		/* Welch, two-sided */
	enum verdict	 verdict;	/* of a against base */
};

/*
 * equivalence as a share: 0.05 is 5 %.  An interval that excludes 1 is faster
 * or slower, even where it lies wholly within the equivalence.
 */
void	rate_compare(struct comparison *c, const struct timing *a, size_t na,
	    const struct timing *base, size_t nbase, double equivalence);

/* "no difference shown", "equivalent within 5 %" (of 0.05), ..; NONE: "". */
const char *verdict_text(enum verdict v);

/*
 * The smallest block not told from the best (95 %): Welch of each set
 * against the set with the highest rate, Holm-adjusted over them.  Sets come
 * in ascending block order, at most LIST_MAX (units.h).  Returns the index, or
 *	STAR_NONE	fewer than two runs somewhere, or fewer than two sets
 *	STAR_TOO_FEW	the smallest so found is more than 10 % below the best
 */
struct timing_set {
	const struct timing *run;
	size_t		 n;
};
enum { STAR_NONE = -1, STAR_TOO_FEW = -2 };
int	rate_star(const struct timing_set *set, size_t nsets);

#endif
