/* child -- a process that is held back, and what it has to say. */
#ifndef SEQBENCH_CHILD_H
#define SEQBENCH_CHILD_H

#include <stddef.h>

/*
 * Run f in a child.  It writes its answer into text, which is copied here.
 * Returns the wait status.
 */
int	child_run(void (*f)(const void *given, char *text, size_t size),
	    const void *given, char *text, size_t size);

/* In a child: system call number fails with code from now on. */
void	child_forbid(long number, int code);

/*
 * In a child: be uid 65534 with these limits on locked memory, the
 * hard one no higher than it is.
 */
void	child_limit(size_t soft, size_t hard);

#endif
