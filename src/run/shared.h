/*
 * shared -- which devices passes at the same time have in common, by what
 * their targets lie on.  Pure.
 */
#ifndef RUN_SHARED_H
#define RUN_SHARED_H

#include "pass.h"

/* Do the counters of p's device count some of what q moves? */
bool	shared_device(const struct pass *p, const struct pass *q);

/* Do they count all that q's device does? */
bool	shared_counters(const struct pass *p, const struct pass *q);

/* Is there a disk at the bottom of both? */
bool	shared_bottom(const struct pass *p, const struct pass *q);

#endif
