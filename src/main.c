/* main -- signals, the first word, the exit status. */

#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "seqbench/dd.h"
#include "seqbench/diag.h"
#include "seqbench/engine.h"
#include "seqbench/options.h"
#include "seqbench/text.h"

#include "command.h"
#include "output.h"
#include "sweep.h"

#ifdef SIGINFO
#define STATUS_SIGNAL	SIGINFO
#else
#define STATUS_SIGNAL	SIGUSR1
#endif

/* Set by the first of SIGINT, SIGTERM, SIGHUP; the second one kills. */
static volatile sig_atomic_t stop;	/* NOLINT: handlers set it */
/* Set when dd's statistics are asked for; a sweep has a thread for that. */
static volatile sig_atomic_t info;	/* NOLINT: handlers set it */

/*
 * A signal that lands between a look at a flag and a call that blocks would
 * wait as long as that call: so it comes again each second, as SIGALRM,
 * until somebody has seen it.
 */
static void
on_alarm(int sig)
{
	(void)sig;
	if (stop != 0 || info != 0)
		(void)alarm(1);
}

static void
on_stop(int sig)
{
	stop = sig;
	(void)alarm(1);
}

static void
on_info(int sig)
{
	(void)sig;
	info = 1;
	(void)alarm(1);
}

/* No SA_RESTART: a blocked call returns, and the flags are looked at. */
static void
handle(int sig, void (*handler)(int), int flags)
{
	struct sigaction act = { .sa_handler = handler, .sa_flags = flags };

	(void)sigaction(sig, &act, NULL);
}

/* What was ignored when we came (nohup) stays ignored. */
static void
handle_stop(int sig)
{
	struct sigaction was;

	if (sigaction(sig, NULL, &was) == 0 && was.sa_handler != SIG_IGN)
		handle(sig, on_stop, (int)SA_RESETHAND);
}

/* dd dies of everything but SIGINT without a word; a sweep cleans up. */
static void
signals_install(enum command command)
{
	handle(SIGALRM, on_alarm, 0);
	handle(STATUS_SIGNAL, on_info, 0);
	handle_stop(SIGINT);
	if (command == COMMAND_DD)
		return;
	handle_stop(SIGTERM);
	handle_stop(SIGHUP);
	handle(SIGPIPE, SIG_IGN, 0);	/* found as EPIPE */
	handle(SIGXFSZ, SIG_IGN, 0);	/* found as EFBIG */
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
fail(const struct diag *d)
{
	fputs("seqbench: ", stderr);
	text_printable(stderr, d->text, text_locale_is_utf8());
	fputc('\n', stderr);
	return (int)d->status;
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
	for (size_t i = 0; engines[i] != NULL; i++)
		printf("%-10s %-8s %s\n", engines[i]->name,
		    engines[i]->issuer, engines[i]->summary);
	return output_flush(&d) < 0 ? fail(&d) : STATUS_OK;
}

int
main(int argc, char *argv[])
{
	bool is_dd = argc > 0 && command_is_dd(argv[0]);
	enum command command;
	struct diag d = { 0 };
	int first, status;

	(void)setlocale(LC_CTYPE, "");
	if (argc < 2 && !is_dd) {
		options_usage(stderr);
		return STATUS_USAGE;
	}
	if (command_find(argc, argv, &command, &first, &d) < 0)
		return fail(&d);
	signals_install(command);
	switch (command) {
	case COMMAND_DD:
		status = dd_main(&(struct dd_call){
			.program = is_dd ? "dd" : "seqbench",
			.style = STYLE_SYSTEM,
			.stop = &stop,
			.info = &info,
			.out = stdout,
			.err = stderr,
		}, argc - first, argv + first);
		break;
	case COMMAND_ENGINES:
		status = list_engines(argv[first]);
		break;
	default:
		status = sweep_main(argc, argv, first, &stop);
		break;
	}
	return stop != 0 ? end_by_signal(stop) : status;
}
