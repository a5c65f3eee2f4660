/* troubles -- what failed or could not run, for a table and for a person. */
#ifndef SEQBENCH_REPORT_TROUBLES_H
#define SEQBENCH_REPORT_TROUBLES_H

#include <stddef.h>

struct result;

/*
 * A sentence a call, without the target's path: what ended the session, why
 * the target could not be measured, and for each reason the cells that it
 * stopped: "4k 16k READ direct: refused here".
 */
void	troubles_tell(const struct result *r, size_t target,
	    void (*tell)(void *context, const char *sentence), void *context);

#endif
