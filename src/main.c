/* main -- the first word, the exit status. */

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <unistd.h>

#include "seqbench/dd.h"
#include "seqbench/diag.h"
#include "seqbench/engine.h"
#include "seqbench/options.h"

#include "command.h"
#include "info.h"
#include "output.h"
#include "signals.h"
#include "sweep.h"

/*
 * A standard descriptor that was closed is held, by what can be neither read
 * nor written.  Else a file that is opened later would get its number, and
 * with it what is meant for standard output or error.
 */
static void
hold_standard_descriptors(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			(void)open("/", O_PATH);
}

/*
 * Started with another's rights, it would read and write for anybody what
 * only that user may: dd's operands alone are enough.
 */
static int
check_rights(struct diag *d)
{
	if (getuid() == geteuid() && getgid() == getegid())
		return 0;
	return diag_set(d, -EPERM, "set-user-ID or set-group-ID: refusing to "
	    "run with another user's rights; take them off: chmod ug-s");
}

static int
fail(const struct diag *d)
{
	output_tell(d->text);
	return (int)d->status;
}

/* Those that can't be used here too, and why. */
static void
list_issuers(void)
{
	char why[ISSUER_WHY];

	puts("\nissuers");
	for (size_t i = 0; issuers[i] != NULL; i++) {
		const struct issuer *is = issuers[i];

		printf("%-10s %s\n", is->name, is->summary);
		if (issuer_usable(is, why) < 0)
			printf("%-10s not here: %s\n", "", why);
	}
}

static int
list_engines(const char *extra)
{
	struct diag d = { 0 };

	if (extra != NULL) {
		diag_usage(&d, "engines: takes no arguments, and here is %s",
		    extra);
		return fail(&d);
	}
	puts("engines and their issuers; above depth 1 direct and raw have "
	    "uring or aio");
	for (size_t i = 0; engines[i] != NULL; i++)
		printf("%-10s %-10s %s\n", engines[i]->name,
		    engines[i]->issuer, engines[i]->summary);
	list_issuers();
	return output_flush(&d) < 0 ? fail(&d) : STATUS_OK;
}

int
main(int argc, char *argv[])
{
	bool is_dd = argc > 0 && command_is_dd(argv[0]);
	volatile struct signals *signals;
	enum command command;
	struct diag d = { 0 };
	int first, status;

	hold_standard_descriptors();
	(void)setlocale(LC_CTYPE, "");
	if (argc < 2 && !is_dd) {
		options_usage(stderr);
		return STATUS_USAGE;
	}
	if (command_find(argc, argv, &command, &first, &d) < 0)
		return fail(&d);
	if (check_rights(&d) < 0) {
		(void)fail(&d);
		return command == COMMAND_DD ? STATUS_IO : STATUS_SETUP;
	}
	signals = signals_install(command == COMMAND_DD);
	switch (command) {
	case COMMAND_DD:
		status = dd_main(&(struct dd_call){
			.program = is_dd ? "dd" : "seqbench",
			.style = STYLE_SYSTEM,
			.stop = &signals->stop,
			.info = &signals->info,
			.out = stdout,
			.err = stderr,
		}, argc - first, argv + first);
		break;
	case COMMAND_ENGINES:
		status = list_engines(argv[first]);
		break;
	case COMMAND_ZONES:
		status = sweep_main(&zones_errand, argc, argv, first,
		    &signals->stop);
		break;
	case COMMAND_INFO:
		status = info_main(argc, argv, first);
		break;
	default:
		status = sweep_main(&sweep_errand, argc, argv, first,
		    &signals->stop);
		break;
	}
	return signals->stop != 0 ? signals_end(signals->stop) : status;
}
