/* ceiling -- what the tool itself costs. */
#ifndef RUN_CEILING_H
#define RUN_CEILING_H

#include <stdint.h>

struct control;

/*
 * Run the null issuer through the same loop for 50 ms, or as long as a pass
 * may take, or 4 million blocks; nanoseconds a block, 0 when it could not be
 * told.
 */
double	ceiling_measure(uint64_t block, uint64_t limit_ns,
	    const struct control *control);

#endif
