/* consent -- what was agreed to on the command line, for each target. */

#include "consent.h"

#include "seqbench/plan.h"

int
consent_ask(const struct options *o, const struct plan *p, struct diag *d)
{
	const struct target_consent consent = {
		.overwrite = o->overwrite,
		.destroy = o->destroy,
		.lose = o->lose,
		.dry_run = o->dry_run,
	};
	int rc;

	for (size_t i = 0; i < p->targets; i++) {
		const struct plan_target *pt = &p->target[i];

		if (plan_is_total(p, i) ||
		    (!pt->writes && !pt->needs_layout))
			continue;
		rc = target_may_write(pt->target, &consent, d);
		if (rc < 0)
			return rc;
	}
	return 0;
}
