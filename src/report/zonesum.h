/* zonesum -- what the points of a profile add up to. */
#ifndef SEQBENCH_REPORT_ZONESUM_H
#define SEQBENCH_REPORT_ZONESUM_H

#include <stddef.h>

#include "seqbench/result.h"

/* Points in the first or last tenth of the way from first to last point. */
struct zone_end {
	size_t		 points;	/* that have a rate */
	struct rate	 rate;		/* of all their runs */
};

struct zone_sum {
	size_t		 points, measured;	/* measured: have a rate */
	const struct cell *slowest, *fastest;	/* NULL: none has one */
	struct rate	 all;
	struct zone_end	 first, last;
	struct comparison ends;		/* first / last */
};

/* Runs with errors count for nothing.  0 or -ENOMEM. */
int	zone_sum(struct zone_sum *z, const struct result *r, size_t target);

/* Point number i, from 1, of a target that is a profile. */
const struct cell *zone_point(const struct result *r, size_t target,
	    size_t i);

#endif
