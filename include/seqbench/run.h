/*
 * run -- the only stage that touches the world: set-up, then every pass in
 * order, into the result.
 */
#ifndef SEQBENCH_RUN_H
#define SEQBENCH_RUN_H

#include <signal.h>
#include <stdint.h>

#include "seqbench/result.h"

struct diag;

/* What a session tells its caller while it goes. */
struct run_hooks {
	void		*context;
	/* set-up of one target is done, its first pass is next */
	void		(*ready)(void *context, const struct result *r,
			    size_t target);
	/* a pass was added to cell c (its last sample) */
	void		(*passed)(void *context, const struct result *r,
			    size_t cell);
};

/*
 * Run a plan.  The plan is closed target by target (hence not const), then
 * only read.  Errors of passes are in the samples; the return value is 0,
 * -EINTR when control->stop ended it, or a negative errno with d filled when
 * a target could not be set up.  What was measured is in r in every case.
 */
int	run_plan(struct plan *p, const struct control *control,
	    const struct run_hooks *hooks, struct result *r, struct diag *d);

#endif
