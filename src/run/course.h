/*
 * course -- all passes of a target, or of several that are measured at the
 * same time, from set-up to the last of them.
 */
#ifndef RUN_COURSE_H
#define RUN_COURSE_H

#include "seqbench/run.h"
#include "step.h"

struct course {
	struct session	*session;
	const struct run_hooks *hooks;
	size_t		 first, n;	/* of the plan's targets */
	size_t		 lead;
	struct site	*site;		/* n of each */
	struct pass	*pass;
	struct sample	*sample;
	struct site	 whole;		/* the total's, if n > 1 */
	bool		*done;		/* by cell of a target */
	uint64_t	 passes, planned;
	uint64_t	 start_ns;
};

/*
 * n targets from first on: set up one after the other, then each pass of one
 * together with the same of the others.  lead is the target that stands for
 * them: their total, or the only one.
 */
void	course_run(struct session *s, size_t first, size_t n, size_t lead,
	    const struct run_hooks *hooks);

/* ---- coursestep.c ---- */

/*
 * The passes of run of the k-th cell of each target, as far as it can make
 * one: how many.
 */
size_t	course_prepare(struct course *c, size_t k, uint64_t run);

/*
 * Prepare them, make them, keep the samples.  0, -EINTR, -ENOMEM, or -ENODATA
 * where the stream ended.
 */
int	course_step(struct course *c, size_t k, uint64_t run);

/*
 * What a pass of a later round moves where the time limit ended one of the
 * first after reached bytes: as much, in whole blocks, but one for each job.
 */
uint64_t course_held_size(const struct plan_cell *c, uint64_t size,
	    uint64_t reached);

#endif
