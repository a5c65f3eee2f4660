/* signals -- which ones end the program, and which ask it something. */
#ifndef SIGNALS_H
#define SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* What the handlers set. */
struct signals {
	/* the first of SIGINT, SIGTERM, SIGHUP; one a second later kills */
	sig_atomic_t	 stop;
	/* dd's statistics are asked for; a sweep has a thread for that */
	sig_atomic_t	 info;
	/* the next SIGALRM is our own */
	sig_atomic_t	 alarm;
};

/* The one there is. */
volatile struct signals *signals_install(bool is_dd);

/*
 * The watcher waits for the signals that ask, so they must not reach a
 * handler; a SIGINFO that is ignored, as by default, would not even become
 * pending.
 */
void	signals_hold(void);

/*
 * What is printed in the end must not be torn by the signal that ended the
 * passes, nor by another; one a second later still ends the program.
 */
void	signals_restart(void);

/* The same signal ends the program, so that a shell sees why. */
int	signals_end(int sig);

#endif
