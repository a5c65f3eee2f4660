/* signals -- which ones end the program, and which ask it something. */

#include "signals.h"

#include <stddef.h>
#include <unistd.h>

#ifdef SIGINFO
#define STATUS_SIGNAL	SIGINFO
#else
#define STATUS_SIGNAL	SIGUSR1
#endif

static volatile struct signals seen;	/* NOLINT: handlers set it */

/*
 * A signal that lands between a look at a flag and a call that blocks would
 * wait as long as that call: so it comes again each second, as SIGALRM,
 * until somebody has seen it.
 */
static void
come_again(void)
{
	seen.alarm = 1;
	(void)alarm(1);
}

/* One that we have not set is somebody's limit to how long we may run. */
static void
on_alarm(int sig)
{
	if (seen.alarm == 0) {
		(void)signal(sig, SIG_DFL);
		(void)raise(sig);
	}
	seen.alarm = 0;
	if (seen.stop != 0 || seen.info != 0)
		come_again();
}

static void
on_stop(int sig)
{
	seen.stop = sig;
	come_again();
}

static void
on_info(int sig)
{
	(void)sig;
	seen.info = 1;
	come_again();
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
volatile struct signals *
signals_install(bool is_dd)
{
	handle(SIGALRM, on_alarm, 0);
	handle(STATUS_SIGNAL, on_info, 0);
	handle_stop(SIGINT);
	if (is_dd)
		return &seen;
	handle_stop(SIGTERM);
	handle_stop(SIGHUP);
	handle(SIGPIPE, SIG_IGN, 0);	/* found as EPIPE */
	handle(SIGXFSZ, SIG_IGN, 0);	/* found as EFBIG */
	return &seen;
}

void
signals_hold(void)
{
	sigset_t held;

	/* SIGINFO has its handler already. */
	sigemptyset(&held);
	sigaddset(&held, SIGUSR1);
	sigaddset(&held, STATUS_SIGNAL);
	(void)sigprocmask(SIG_BLOCK, &held, NULL);
}

void
signals_restart(void)
{
	static const int signals[] = { SIGALRM, SIGHUP, SIGINT, SIGTERM };
	struct sigaction act;

	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		if (sigaction(signals[i], NULL, &act) == 0) {
			act.sa_flags |= SA_RESTART;
			(void)sigaction(signals[i], &act, NULL);
		}
}

int
signals_end(int sig)
{
	(void)signal(sig, SIG_DFL);
	(void)raise(sig);
	return 128 + sig;
}
