/* ceiling -- the measuring loop without any transfer, timed. */

#include "ceiling.h"

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
		.buffer_bytes = (size_t)block,
		.block = (size_t)block,
		.bytes = block * BLOCKS,
		.align = 1,
		.limit_ns = limit_ns < LONG_NS ? limit_ns : LONG_NS,
		.control = control,
	};

	if (loop_run(&l) < 0 || l.transfers == 0)
		return 0;
	return (double)(sys_now() - l.start_ns) / (double)l.transfers;
}
