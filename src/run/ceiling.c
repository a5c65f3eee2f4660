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
	struct loop l = {
		.issuer = issuer_find("null"),
		.fd = -1,
		.direction = IO_READ,
		.buffer_bytes = (size_t)block,
		.block = (size_t)block,
		.bytes = block * BLOCKS,
		.align = 1,
		.control = control,
	};
	uint64_t start = sys_now();

	l.deadline_ns = start + (limit_ns < LONG_NS ? limit_ns : LONG_NS);
	if (loop_run(&l) < 0 || l.transfers == 0)
		return 0;
	return (double)(sys_now() - start) / (double)l.transfers;
}
