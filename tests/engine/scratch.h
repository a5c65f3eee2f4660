/*
 * scratch -- places and devices for tests against the real system.
 *
 * What is made here goes away with the process, however that ends: mounts
 * are in a mount namespace of its own, loop devices clear themselves.  Only
 * the directory has to be removed.
 */
#ifndef SEQBENCH_SCRATCH_H
#define SEQBENCH_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct scratch {
	char		 dir[64];	/* mkdtemp, below TMPDIR or /tmp */
	char		 path[96];	/* of the last scratch_path() */
};

/* cmocka's setup and teardown of a group; *state is the struct scratch. */
int	scratch_setup(void **state);
int	scratch_teardown(void **state);

/* The path of name in the directory; good until the next call. */
const char *scratch_path(struct scratch *s, const char *name);

/* Make a file of len bytes that are not zero; its descriptor, O_RDWR. */
int	scratch_file(struct scratch *s, const char *name, size_t len);

/* End the test as skipped unless it is true, and say why. */
void	scratch_need(bool condition, const char *why);

#endif
