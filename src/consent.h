/* consent -- what was agreed to on the command line, for each target. */
#ifndef CONSENT_H
#define CONSENT_H

struct diag;
struct options;
struct plan;

/*
 * May all be written that the plan writes?  What was agreed to without being
 * a target of it is refused too: it is a slip.  0, or -errno with d filled.
 */
int	consent_ask(const struct options *o, const struct plan *p,
	    struct diag *d);

#endif
