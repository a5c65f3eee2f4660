/*
 * zones -- a plan whose cells are points of a target: one read of the same
 * size at many places, so that the speed across the target shows.
 *
 * The first point begins at offset 0 and the last one ends at the end (the
 * last whole sector); the others lie evenly between them, rounded down to a
 * sector.  A point is a cell like any other: it has runs, a rate and an error
 * of its own.
 */
#ifndef SEQBENCH_ZONES_H
#define SEQBENCH_ZONES_H

#include <stddef.h>
#include <stdint.h>

#include "seqbench/plan.h"

enum {
	ZONES_POINTS	= 33,		/* by default */
	ZONES_POINTS_MAX = 1000,
	ZONES_BLOCK	= 1 << 20,
};
#define ZONES_SIZE	(64ull << 20)	/* of a point */

/* Which bytes are read. */
struct zones {
	uint64_t	 points;	/* at least 2 */
	uint64_t	 size;		/* of each; a multiple of a sector */
	uint64_t	 sector;
	uint64_t	 end;		/* a multiple of a sector too */
};

/* Where point i of them begins, i from 0. */
uint64_t zones_offset(const struct zones *z, uint64_t i);

/*
 * The order in which n points are read, into order[]: their numbers with the
 * bits reversed (van der Corput 1935).  Of 33 it takes the two ends first,
 * then the middle, the quarters and so on: whatever drifts meanwhile falls on
 * all parts nearly alike, and what an interrupted round has is spread over
 * the whole.  The next round goes backwards (ORDER_MIRROR), so that with an
 * even number of rounds every point has the same mean place in time.
 */
void	zones_order(size_t *order, size_t n);

/*
 * As plan_make(), for points.  What was not asked for is made to fit:
 * points never overlap.
 */
int	zones_plan(struct plan *p, const struct options *o,
	    struct target *target, size_t targets,
	    const struct plan_world *world, struct warnings *w,
	    struct diag *d);

#endif
