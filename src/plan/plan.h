/* plan -- the steps of plan_make(), one a file. */
#ifndef PLAN_PLAN_H
#define PLAN_PLAN_H

#include "seqbench/plan.h"

/* What issuers said when they were asked, each once a plan (queue.c). */
enum { ISSUERS_MAX = 16 };
struct answers {
	const struct plan_world *world;
	struct answer {
		const struct issuer *issuer;
		char	 why[ISSUER_WHY];	/* it can't be used; "" */
	} of[ISSUERS_MAX];
	size_t		 n;
	const struct issuer *queue;	/* by queue_choose(); NULL at first */
};

/* Why an issuer can't be used, or "". */
const char *answer_of(struct answers *a, const struct issuer *is);

/*
 * What keeps several transfers in flight for engines that leave it open:
 * uring, or else aio, with a warning; uring again when neither can.
 */
const struct issuer *queue_choose(struct answers *a, struct warnings *w);

/* What one target is asked for, after defaults; cells.c crosses it. */
struct request {
	const struct size_list *blocks;
	struct answers	*answers;
	enum op		 op[OP_COUNT];
	size_t		 ops;
	const struct engine *engine[NAMES_MAX];
	size_t		 engines;
};

/* Settings and targets of a plan, still without cells (plan.c). */
int	plan_begin(struct plan *p, const struct options *o,
	    struct target *target, size_t targets,
	    const struct plan_world *world, struct diag *d);

/* Options that need something which nothing in the plan gives them. */
int	options_check(const struct plan *p, struct diag *d);

/* Does it read through the kernel's read-ahead?  (readahead.c) */
bool	engine_reads_ahead(const struct engine *e);

/*
 * What --readahead has to do with a target: nothing is an error, and what
 * stands beside the axis a warning (readahead.c).  Writes are taken out of r.
 */
int	readahead_check(struct request *r, const struct options *o,
	    const struct target *t, struct warnings *w, struct diag *d);

/* Why the value can't be had here, into c->refused (readahead.c). */
void	readahead_refuse(struct plan_cell *c, const struct target *t);

/*
 * Ops and engines of one target, or what is wrong with asking for them
 * (request.c).  r has blocks and answers, the rest is zero.
 */
int	request_make(struct request *r, const struct options *o,
	    const struct target *t, struct warnings *w, struct diag *d);

/*
 * The variants of a target as cells without block and op, n of them, to be
 * freed (variants.c).  NULL without memory.
 */
struct plan_cell *variants_make(const struct request *r,
	    const struct options *o, const struct target *t, size_t *n,
	    struct warnings *w);

/*
 * Append the cells of target number i (cells.c).  Blocks that only the
 * default asked for and that can't be are left out, with a warning.
 */
int	cells_add(struct plan *p, size_t i, const struct request *r,
	    struct warnings *w, struct diag *d);

/* Refuse the cells of a target that it, or its size, can't do. */
void	cells_check(struct plan *p, size_t i);

/*
 * The target and the cells that stand for all of them at once, if they can be
 * that; and again, when one was closed (total.c).
 */
int	total_make(struct plan *p, struct diag *d);
void	total_close(struct plan *p);

/* Range, layout and the files it takes of target number i (range.c). */
int	range_make(struct plan *p, size_t i, struct warnings *w,
	    struct diag *d);

/* --verify: usage errors (verify.c).  0 or -EINVAL with d filled. */
int	verify_possible(const struct plan *p, struct diag *d);

#endif
