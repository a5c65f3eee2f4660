/*
 * loop -- loop devices and mounts for tests, for root only.
 *
 * They go away with the process: a device clears itself when it is closed,
 * and mounts are in a mount namespace of the test's own.
 */
#ifndef SEQBENCH_LOOP_H
#define SEQBENCH_LOOP_H

#include <sys/types.h>

#include <stdbool.h>
#include <stdint.h>

struct loop {
	int		 fd;		/* of the device; close to clear */
	dev_t		 dev;
	char		 node[32];	/* "/dev/loop0" */
	char		 name[16];	/* "loop0" */
};

/* Enter a mount namespace of our own. */
bool	loop_hide_mounts(void);

/* A loop device over the open file; false where that can't be had. */
bool	loop_attach(struct loop *l, int backing_fd, bool direct);

/* Make partition 1 of it, 1 MiB from the start; the device number or 0. */
dev_t	loop_partition(const struct loop *l, uint64_t bytes);
void	loop_unpartition(const struct loop *l);

/* True when command, a shell's, succeeded; its output is dropped. */
bool	loop_run(const char *command, const char *node);

#endif
