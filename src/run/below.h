/* below -- passes that read a file through the device below it. */
#ifndef RUN_BELOW_H
#define RUN_BELOW_H

#include "site.h"

struct pass;

/*
 * Open the node, map the range and compare, if any cell is to read there;
 * what stands in the way refuses those cells.  0, or -EINTR when stopped.
 */
int	site_open_below(struct site *site);

/* Is it such a pass? */
bool	pass_is_below(const struct pass *p);

/* p->fd of it; 0 or -errno with d filled. */
int	pass_open_below(struct pass *p, struct diag *d);

/* Its figures count only if nothing has moved: 0, or as pass_fail(). */
int	pass_check_below(struct pass *p);

#endif
