/* command -- what the first word makes of the command line. */
#ifndef COMMAND_H
#define COMMAND_H

#include <stdbool.h>

struct diag;

enum command {
	COMMAND_SWEEP,
	COMMAND_DD,			/* operands from argv[first] */
	COMMAND_ENGINES,
	COMMAND_ZONES,
	COMMAND_INFO,
};

/*
 * Decide by argv[0] and the first word.  *first is the index of the first
 * argument that belongs to the command.  0, or -EINVAL with d filled for a
 * command that this version lacks.
 */
int	command_find(int argc, char *const argv[], enum command *command,
	    int *first, struct diag *d);

/* Is the program called under the name of dd? */
bool	command_is_dd(const char *program);

/*
 * A target that reads like a command or a dd operand and is no file was
 * meant to come first: -EINVAL with d filled, else 0.
 */
int	command_misplaced(const char *word, struct diag *d);

#endif
