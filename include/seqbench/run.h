/*
 * run -- the only stage that touches the world: set-up, then every pass in
 * order, into the result.
 */
#ifndef SEQBENCH_RUN_H
#define SEQBENCH_RUN_H

#include <signal.h>
#include <stdint.h>

#include "seqbench/result.h"

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
 * Run a plan until its end or control->stop.  It is closed target by target
 * (hence not const), then only read.  Errors of passes are in the samples; a
 * target that can't be set up has the reason in its record, and the others
 * are measured all the same.
 */
void	run_plan(struct plan *p, const struct control *control,
	    const struct run_hooks *hooks, struct result *r);

#endif
