/* verify -- can what is asked for be verified at all? */

#include "plan.h"

#include <inttypes.h>

#include "seqbench/diag.h"

static int
data_check(const struct plan *p, struct diag *d)
{
	if (p->pattern.kind == PATTERN_RANDOM ||
	    p->pattern.kind == PATTERN_COMPRESS)
		return 0;
	return diag_usage(d, "--verify: --data %s is the same in every sector "
	    "and pass, so wrong data would look right; random and "
	    "compress=PCT can be told", data_text(p->options->data));
}

static int
sectors_check(const struct plan *p, struct diag *d)
{
	const struct options *o = p->options;

	for (size_t i = 0; i < p->cells; i++)
		if (p->cell[i].block.bytes % PATTERN_SECTOR != 0)
			return diag_usage(d, "--verify: block %s is not a "
			    "multiple of 512 bytes, of which each is checked",
			    p->cell[i].block.text);
	if (o->offset.given && o->offset.value % PATTERN_SECTOR != 0)
		return diag_usage(d, "--verify: --offset %s is not a multiple "
		    "of 512 bytes, of which each is checked", o->offset.text);
	return 0;
}

static int
target_check(const struct plan *p, const struct plan_target *pt,
    struct diag *d)
{
	const struct target *t = pt->target;

	if (!pt->reads && !pt->writes)
		return 0;
	if (t->kind > TARGET_DEVICE)
		return diag_usage(d, "--verify: %s: %s: nothing can be read "
		    "back here", t->path, target_kind_text(t->kind));
	if (pt->temporary || pt->writes || p->options->seed.given)
		return 0;
	return diag_usage(d, "--verify: %s: is only read, so it must have "
	    "been written by an earlier session with --verify; add the --seed "
	    "of that", t->path);
}

int
verify_possible(const struct plan *p, struct diag *d)
{
	int rc;

	if (!p->verify)
		return 0;
	if ((rc = data_check(p, d)) < 0 || (rc = sectors_check(p, d)) < 0)
		return rc;
	for (size_t i = 0; i < p->targets; i++)
		if ((rc = target_check(p, &p->target[i], d)) < 0)
			return rc;
	return 0;
}
