/* progressline -- what one line says of a session under way. */
#ifndef SEQBENCH_PROGRESSLINE_H
#define SEQBENCH_PROGRESSLINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "seqbench/meter.h"

enum { PROGRESS_TEXT = 512, PROGRESS_MARKS = 5 };

/* Where a phase was, and when. */
struct progress_mark {
	uint64_t	 ns, done;
};

/* One look at the meter; keeps what the rate is found from. */
struct progress {
	bool		 between;	/* no phase: nothing else is set */
	struct meter_phase phase;
	bool		 flushing;
	uint64_t	 done, total;	/* bytes; total 0: not known */
	double		 rate;		/* bytes/s; < 0 not known */

	struct progress_mark mark[PROGRESS_MARKS];
	unsigned	 marks;		/* made in this phase */
};

/*
 * Look at the meter at the time now.  With mark the place is kept, and the
 * rate is that since PROGRESS_MARKS marks ago; without marks it is the one
 * since the phase began.  Start with { .between = true }.
 */
void	progress_look(struct progress *p, struct meter *meter, uint64_t now,
	    bool mark);

/* The line, at most columns wide, without a line end. */
char	*progress_line(const struct progress *p, size_t columns, bool utf8,
	    char buf[PROGRESS_TEXT]);

#endif
