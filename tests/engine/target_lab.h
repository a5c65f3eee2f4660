/*
 * target_lab -- real files, loop devices and mounts for the tests of targets;
 * what is made is taken away by lab_down().
 */
#ifndef TESTS_TARGET_LAB_H
#define TESTS_TARGET_LAB_H

#include <stdbool.h>
#include <stdint.h>

#include "seqbench/diag.h"
#include "seqbench/target.h"

struct lab {
	char	 dir[64];
	char	 loop[32];		/* "/dev/loop0"; "" none */
	int	 loop_fd;		/* holds it; it goes with its last */
};

/* cmocka's group set-up and tear-down: *state is a struct lab. */
int	lab_up(void **state);
int	lab_down(void **state);

/* "DIR/name", in one of a few buffers used in turn. */
const char *lab_path(const struct lab *l, const char *name);

/* Make a file of so many random or, sparse, unwritten bytes. */
void	lab_file(const char *path, uint64_t bytes, bool sparse);

/* Attach a loop device to the file; false where nobody may. */
bool	lab_attach(struct lab *l, const char *file);
void	lab_detach(struct lab *l);

/* Run a shell command; true when it succeeded. */
bool	lab_run(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/*
 * Look at path and check what the message has in it (each NULL: nothing to
 * check); the target is released.  Returns what target_look() did.
 */
int	lab_look(const char *path, bool may_create, const char *message);

/* The same for target_may_write() after a look that must succeed. */
int	lab_write(const char *path, const struct target_consent *c,
	    const char *message);

#endif
