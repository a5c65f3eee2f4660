/* targets -- those of a command line, before anything is touched. */
#ifndef TARGETS_H
#define TARGETS_H

#include <stdbool.h>
#include <stddef.h>

struct diag;
struct options;
struct target;

/*
 * Look at each, without opening it.  *out has n of them: to be released also
 * on failure.  only_there: one that is missing is no error here, because the
 * plan refuses it.  0 or -errno with d filled.
 */
int	targets_look(struct target **out, size_t *n, const struct options *o,
	    bool only_there, struct diag *d);
void	targets_release(struct target *target, size_t n);

/* --data file=F: is it there, and none of them?  0 or -errno. */
int	targets_check_data(const struct target *target, size_t n,
	    const struct options *o, struct diag *d);

#endif
