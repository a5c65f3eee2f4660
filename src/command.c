/* command -- what the first word makes of the command line. */

#include "command.h"

#include <string.h>
#include <unistd.h>

#include "seqbench/dd.h"
#include "seqbench/diag.h"

static const struct {
	const char	*name;
	enum command	 command;
	bool		 absent;	/* in this version */
} commands[] = {
	{ "bonnie",	.absent = true },
	{ "compare",	.absent = true },
	{ "completion",	.absent = true },
	{ "dd",		COMMAND_DD, false },
	{ "engines",	COMMAND_ENGINES, false },
	{ "fsync",	.absent = true },
	{ "info",	COMMAND_INFO, false },
	{ "merge",	.absent = true },
	{ "report",	.absent = true },
	{ "zones",	COMMAND_ZONES, false },
};
enum { COMMANDS = sizeof(commands) / sizeof(*commands) };

static size_t	command_index(const char *word);

bool
command_is_dd(const char *program)
{
	const char *slash = strrchr(program, '/');

	return strcmp(slash != NULL ? slash + 1 : program, "dd") == 0;
}

int
command_find(int argc, char *const argv[], enum command *command, int *first,
    struct diag *d)
{
	size_t i;

	*command = COMMAND_SWEEP;
	*first = 1;
	if (argc < 1)
		return 0;
	if (command_is_dd(argv[0]) || (argc > 1 && dd_is_operand(argv[1]))) {
		*command = COMMAND_DD;
		return 0;
	}
	i = argc > 1 ? command_index(argv[1]) : COMMANDS;
	if (i == COMMANDS)
		return 0;
	if (commands[i].absent)
		return diag_usage(d, "%s: not in this version; a file of that "
		    "name is ./%s", argv[1], argv[1]);
	*command = commands[i].command;
	*first = 2;
	return 0;
}

int
command_misplaced(const char *word, struct diag *d)
{
	bool operand = dd_is_operand(word);

	if (!operand && command_index(word) == COMMANDS)
		return 0;
	if (access(word, F_OK) == 0)
		return 0;
	return diag_usage(d, "%s: a %s must come first; a file of that name "
	    "is ./%s", word, operand ? "dd operand" : "command", word);
}

/* COMMANDS: none. */
static size_t
command_index(const char *word)
{
	size_t i = 0;

	while (i < COMMANDS && strcmp(commands[i].name, word) != 0)
		i++;
	return i;
}
