/* signals -- which ones end the program, and which ask it something. */

#include "signals.h"

#include <errno.h>
#include <stddef.h>
#include <unistd.h>

#ifdef SIGINFO
#define STATUS_SIGNAL	SIGINFO
#else
#define STATUS_SIGNAL	SIGUSR1
#endif

static volatile struct signals seen;	/* NOLINT: handlers set it */

static void	on_stop(int sig);

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

/* From now on another one ends the program at once. */
static void
stop_for_good(void)
{
	static const int signals[] = { SIGHUP, SIGINT, SIGTERM };
	struct sigaction act;

	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		if (sigaction(signals[i], NULL, &act) == 0 &&
		    act.sa_handler == on_stop)
			(void)signal(signals[i], SIG_DFL);
}

/* One that we have not set is somebody's limit to how long we may run. */
static void
on_alarm(int sig)
{
	int saved = errno;

	if (seen.alarm == 0) {
		(void)signal(sig, SIG_DFL);
		(void)raise(sig);
	}
	seen.alarm = 0;
	if (seen.stop != 0)
		stop_for_good();
	if (seen.stop != 0 || seen.info != 0)
		come_again();
	errno = saved;
}

/*
 * What follows within a second belongs to the first: timeout(1) and others
 * send to a process and then to its group, and a finger bounces.
 */
static void
on_stop(int sig)
{
	int saved = errno;

	if (seen.stop == 0) {
		seen.stop = sig;
		come_again();
	}
	errno = saved;
}

static void
on_info(int sig)
{
	int saved = errno;

	(void)sig;
	seen.info = 1;
	come_again();
	errno = saved;
}

/* No SA_RESTART: a blocked call returns, and the flags are looked at. */
static void
handle(int sig, void (*handler)(int))
{
	struct sigaction act = { .sa_handler = handler };

	(void)sigaction(sig, &act, NULL);
}

/* What was ignored when we came (nohup) stays ignored. */
static void
handle_stop(int sig)
{
	struct sigaction was;

	if (sigaction(sig, NULL, &was) == 0 && was.sa_handler != SIG_IGN)
		handle(sig, on_stop);
}

/* dd dies of everything but SIGINT without a word; a sweep cleans up. */
volatile struct signals *
signals_install(bool is_dd)
{
	handle(SIGALRM, on_alarm);
	handle(STATUS_SIGNAL, on_info);
	handle_stop(SIGINT);
	if (is_dd)
		return &seen;
	handle_stop(SIGTERM);
	handle_stop(SIGHUP);
	handle(SIGPIPE, SIG_IGN);	/* found as EPIPE */
	handle(SIGXFSZ, SIG_IGN);	/* found as EFBIG */
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
