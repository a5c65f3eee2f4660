/* plan -- the steps of plan_make(), one a file. */
#ifndef PLAN_PLAN_H
#define PLAN_PLAN_H

#include "seqbench/plan.h"

/* What one target is asked for, after defaults; cells.c crosses it. */
struct request {
	enum op		 op[OP_COUNT];
	size_t		 ops;
	const struct engine *engine[NAMES_MAX];
	size_t		 engines;
};

/*
 * Ops and engines of one target, or what is wrong with asking for them
 * (request.c).
 */
int	request_make(struct request *r, const struct options *o,
	    const struct target *t, struct warnings *w, struct diag *d);

/*
 * Append the cells of target number i (cells.c).  Blocks that only the
 * default asked for and that can't be are left out, with a warning.
 */
int	cells_add(struct plan *p, size_t i, const struct request *r,
	    const struct size_list *blocks, struct warnings *w,
	    struct diag *d);

/* Refuse the cells of a target that it can't do. */
void	cells_check(struct plan *p, size_t i);

/* Range, layout and the files it takes of target number i (range.c). */
int	range_make(struct plan *p, size_t i, struct warnings *w,
	    struct diag *d);

#endif
