/* sweep -- "seqbench [OPTION]... TARGET...". */
#ifndef SWEEP_H
#define SWEEP_H

#include <signal.h>

/*
 * Run the sweep that argv[first..] asks for.  *stop is set by signals.
 * Returns the exit status (enum status); ending by a signal is the caller's.
 */
int	sweep_main(int argc, char *argv[], int first,
	    const volatile sig_atomic_t *stop);

#endif
