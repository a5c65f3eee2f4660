/*
 * refusal -- the sentence for a target that the system does not let us open.
 */
#ifndef SEQBENCH_TARGET_REFUSAL_H
#define SEQBENCH_TARGET_REFUSAL_H

#include <sys/stat.h>

struct diag;
struct target;

enum { REFUSAL_WHO = 128 };

/*
 * "run as root or as a member of group disk": whom the mode grants need, bits
 * as S_IROTH has them.
 */
void	refusal_who(const struct stat *st, unsigned need,
	    char text[REFUSAL_WHO]);

/*
 * Fill d with "PATH: WHAT: REASON; way out" for an open with flags that
 * failed with code; returns code.
 */
int	refuse_open(const struct target *t, const char *what, int flags,
	    int code, struct diag *d);

#endif
