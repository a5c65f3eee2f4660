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

#include "scratch.h"

enum { LOOP_BYTES = 128 << 20 };

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

/* One over an unnamed file of LOOP_BYTES, or the test is skipped. */
struct loop loop_make(struct scratch *s, bool direct);

/* True when a shell's command for node succeeded; its words are dropped. */
bool	loop_shell(const char *command, const char *node);

/* Make a file system with mkfs, and mount it on name in the directory. */
bool	loop_mount(struct scratch *s, const char *name, const char *type,
	    const char *mkfs, const char *node);
void	loop_unmount(struct scratch *s, const char *name);

/* A group's setup: scratch_setup() and a mount namespace of its own. */
int	loop_setup(void **state);

#endif
