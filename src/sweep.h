/* sweep -- "seqbench [OPTION]... TARGET...", and commands of its kind. */
#ifndef SWEEP_H
#define SWEEP_H

#include <signal.h>

/* What a session is about: its options, how it is planned, its formats. */
struct errand;
extern const struct errand sweep_errand, zones_errand;

/*
 * Run the session that argv[first..] asks for.  *stop is set by signals.
 * Returns the exit status (enum status); ending by a signal is the caller's.
 */
int	sweep_main(const struct errand *errand, int argc, char *argv[],
	    int first, const volatile sig_atomic_t *stop);

#endif
