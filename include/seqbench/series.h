/*
 * series -- how the speed went within a pass: bytes per interval, in memory
 * that does not grow.  Pure arithmetic.
 *
 * Intervals are equally long and begin at 0.  When there are too many,
 * neighbours are added up and each is twice as long from then on; so a pass
 * of any length has between half of SERIES_MAX and SERIES_MAX of them, once
 * it had half.  The bytes of all of them are those of the pass.
 */
#ifndef SEQBENCH_SERIES_H
#define SEQBENCH_SERIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SERIES_MAX = 256 };		/* even */

/* One a thread; added up at the end by series_merge(). */
struct series {
	uint64_t	 width_ns;	/* of all but the last, which ends
					   when the pass does */
	uint64_t	 ns, bytes;	/* where the last look found it */
	size_t		 used;		/* intervals begun */
	uint64_t	 moved[SERIES_MAX];	/* bytes in each */
};

/* width_ns > 0: how long an interval is at first. */
void	series_init(struct series *s, uint64_t width_ns);

/*
 * A look: bytes_total had been moved ns after t0.  Looks may come at any
 * distance; what was moved between two of them is spread over the intervals
 * in proportion to time.  Looks that go back in time count as at the time of
 * the one before, and fewer bytes than then are ignored; bytes found at 0
 * count with the next look.
 */
void	series_note(struct series *s, uint64_t ns, uint64_t bytes_total);

/*
 * As if from's bytes had been moved besides into's, from the same t0.  Both
 * began with the same width.
 */
void	series_merge(struct series *into, const struct series *from);

struct interval {
	uint64_t	 start_ns, end_ns;	/* after t0; end > start */
	uint64_t	 bytes;
};

/* i < used */
struct interval series_at(const struct series *s, size_t i);

/*
 * Whether the speed fell for good (the end of a fast cache, a throttle):
 * the intervals are split in two where that leaves the least squares within
 * the parts, with three at least in each, and the second part is
 *	- slower by 20 % or more in the mean, and
 *	- so clearly that F >= 20 (the squares between the parts against the
 *	  mean square within), and
 *	- still slower by 20 % or more in its last three intervals.
 * A last interval that the pass cut short does not count.
 */
struct cliff {
	bool		 fell;
	size_t		 interval;	/* the first slow one */
	uint64_t	 ns;		/* its start, after t0 */
	double		 before, after;	/* mean bytes per second of each part */
	double		 f;		/* INFINITY: nothing varies in them */
};
/* The best split is told also where it is no fall; {0} for too few. */
void	series_cliff(struct cliff *c, const struct series *s);

#endif
