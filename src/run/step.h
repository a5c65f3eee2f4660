/*
 * step -- passes that are made at the same time, one of each target; one
 * alone is a step too.
 *
 * All get ready, one after the other; then all devices come to rest; then
 * all begin at once, each with a thread that waits for its jobs and flushes.
 */
#ifndef RUN_STEP_H
#define RUN_STEP_H

#include "pass.h"

struct step {
	struct session	*session;
	struct pass	*pass;		/* set by pass_init(); n of them */
	size_t		 n;
	/* Of two passes and more: the sum of them, as a pass of its own. */
	struct pass	*total;		/* NULL for one alone */
	/* The same targets as the time before, or none. */
	bool		 all_or_none;
};

/*
 * Make the passes.  Each has in rc: 0: its sample is there, perhaps with an
 * error; -ECANCELED: the cell is now refused in the plan, or the pass was
 * not made because of another one that could not be; -ENODATA: the stream
 * ended; -ENOMEM.  -EINTR is returned when stopped: all are to be dropped.
 */
int	step_run(struct step *t);

#endif
