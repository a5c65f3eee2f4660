/*
 * look -- the parts of target_look().  Each fills t and returns 0 or -errno
 * with d filled.
 */
#ifndef SEQBENCH_TARGET_LOOK_H
#define SEQBENCH_TARGET_LOOK_H

#include <stdbool.h>

struct diag;
struct target;

/* t->path is not there: a file to be made, or an error. */
int	look_missing(struct target *t, bool may_create, struct diag *d);

/* The file system that look_fd is on, and the device below it. */
void	look_file_system(struct target *t);

/* The device that look_fd is. */
void	look_block_device(struct target *t);

#endif
