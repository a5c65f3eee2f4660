/*
 * refusal -- the sentence for a target that the system does not let us open.
 */
#ifndef SEQBENCH_TARGET_REFUSAL_H
#define SEQBENCH_TARGET_REFUSAL_H

struct diag;
struct target;

/*
 * Fill d with "PATH: WHAT: REASON; way out" for an open with flags that
 * failed with code; returns code.
 */
int	refuse_open(const struct target *t, const char *what, int flags,
	    int code, struct diag *d);

#endif
