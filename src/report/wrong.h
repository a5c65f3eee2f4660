/* wrong -- what --verify found, over all passes of a target. */
#ifndef SEQBENCH_REPORT_WRONG_H
#define SEQBENCH_REPORT_WRONG_H

#include <stddef.h>

struct result;

/* A sentence for each way in which data was wrong. */
void	wrong_tell(const struct result *r, size_t target,
	    void (*tell)(void *context, const char *sentence), void *context);

#endif
