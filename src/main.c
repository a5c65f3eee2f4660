/* main -- signals, the first word, the exit status. */

#include <locale.h>
#include <signal.h>
#include <stdio.h>

#include "seqbench/diag.h"
#include "seqbench/engine.h"
#include "seqbench/options.h"

#include "sweep.h"

/* Set by the first of SIGINT, SIGTERM, SIGHUP; the second one kills. */
static volatile sig_atomic_t stop;

static void
on_stop(int sig)
{
	stop = sig;
}

/* No SA_RESTART: a blocked call returns, and the stop flag is looked at. */
static void
signals_install(void)
{
	static const int end[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction act = {
		.sa_handler = on_stop,
		.sa_flags = (int)SA_RESETHAND,
	};
	struct sigaction was;

	for (size_t i = 0; i < sizeof end / sizeof *end; i++)
		if (sigaction(end[i], NULL, &was) == 0 &&
		    was.sa_handler != SIG_IGN)
			(void)sigaction(end[i], &act, NULL);
	act.sa_handler = SIG_IGN;
	act.sa_flags = 0;
	(void)sigaction(SIGPIPE, &act, NULL);	/* found as EPIPE */
	(void)sigaction(SIGXFSZ, &act, NULL);	/* found as EFBIG */
}

/* The same signal ends the program, so that a shell sees why. */
static int
end_by_signal(int sig)
{
	(void)signal(sig, SIG_DFL);
	(void)raise(sig);
	return 128 + sig;
}

static int
list_engines(void)
{
	for (size_t i = 0; engines[i] != NULL; i++)
		printf("%-10s %-8s %s\n", engines[i]->name,
		    engines[i]->issuer, engines[i]->summary);
	return fflush(stdout) == 0 ? STATUS_OK : STATUS_SETUP;
}

int
main(int argc, char *argv[])
{
	enum command command;
	struct diag d = { 0 };
	int first, status;

	(void)setlocale(LC_CTYPE, "");
	signals_install();
	if (argc < 2) {
		options_usage(stderr);
		return STATUS_USAGE;
	}
	if (command_find(argc, argv, &command, &first, &d) < 0) {
		fprintf(stderr, "seqbench: %s\n", d.text);
		return d.status;
	}
	switch (command) {
	case COMMAND_ENGINES:
		status = list_engines();
		break;
	default:
		status = sweep_main(argc, argv, first, &stop);
		break;
	}
	return stop != 0 ? end_by_signal(stop) : status;
}
