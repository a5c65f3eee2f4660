/*
 * guardian -- a process that puts read-ahead settings back when this one can't
 * any more, SIGKILL included.
 *
 * It has a session of its own, ignores all signals, holds one end of a socket
 * and no other descriptor, and lives exactly until the other end is closed:
 * by guardian_end(), or by the end of this process.
 */
#ifndef SEQBENCH_GUARDIAN_H
#define SEQBENCH_GUARDIAN_H

#include <sys/types.h>

struct diag;
struct plan;

struct guardian {
	pid_t		 pid;		/* 0: there is none */
	int		 fd;
};

/*
 * Start one, if a pass of the plan changes a setting.  To be called before
 * threads are made.  0 or -errno with d filled.
 */
int	guardian_start(struct guardian *g, const struct plan *p,
	    struct diag *d);

/* Let it have a last look, and wait for it. */
void	guardian_end(struct guardian *g);

#endif
