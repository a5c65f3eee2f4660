/*
 * extents -- how a file lies on its device, where the system tells.
 */
#ifndef SEQBENCH_EXTENTS_H
#define SEQBENCH_EXTENTS_H

#include <stdint.h>

struct extents;

/* Those of [off, end), which lies in the file; 0 or -errno. */
int	extents_map(int fd, uint64_t off, uint64_t end, struct extents *out);

#endif
