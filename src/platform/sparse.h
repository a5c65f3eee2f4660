/*
 * sparse -- the unwritten part of a file, by SEEK_DATA and SEEK_HOLE.
 */
#ifndef SEQBENCH_SPARSE_H
#define SEQBENCH_SPARSE_H

#include <stdint.h>

/* Bytes of [off, end) that are holes; 0 or -errno. */
int	sparse_holes(int fd, uint64_t off, uint64_t end, uint64_t *bytes);

#endif
