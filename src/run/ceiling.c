/* ceiling -- the measuring loop without any transfer, timed. */

#include "ceiling.h"

#include <stdlib.h>

#include "loop.h"
#include "seqbench/sys.h"

#define LONG_NS		50000000ull
#define BLOCKS		4000000ull

double
ceiling_measure(uint64_t block, uint64_t limit_ns,
    const struct control *control)
{
	struct issuer_context null = { .issuer = issuer_find("null") };
	struct loop l = {
		.context = &null,
		.direction = IO_READ,
		.buffer = malloc((size_t)block),	/* never touched */
		.buffer_bytes = (size_t)block,
		.block = (size_t)block,
		.bytes = block * BLOCKS,
		.align = 1,
		.limit_ns = limit_ns < LONG_NS ? limit_ns : LONG_NS,
		.control = control,
	};
	double each_ns = 0;

	if (l.buffer != NULL && loop_run(&l) >= 0 && l.transfers > 0)
		each_ns = (double)(sys_now() - l.start_ns) /
		    (double)l.transfers;
	free(l.buffer);
	return each_ns;
}
