/* consent -- what was agreed to on the command line, for each target. */
#include "consent.h"

#include <string.h>

#include "seqbench/diag.h"
#include "seqbench/options.h"
#include "seqbench/plan.h"

/* The words that name this device; where none do, others that are refused. */
static int
find_words(const struct target *t, const struct destroy_list *list,
    struct target_consent *c, struct diag *d)
{
	int named = 0;

	for (size_t i = 0; named == 0 && i < list->n; i++) {
		c->destroy = list->item[i].device;
		c->lose = list->item[i].lose;
		if ((named = target_is_named(t, c->destroy, d)) < 0)
			return named;
	}
	return 0;
}

static int
ask_one(const struct options *o, struct target *t, struct diag *d)
{
	struct target_consent consent = {
		.overwrite = o->overwrite,
		.dry_run = o->dry_run,
	};
	int rc = 0;

	if (t->kind == TARGET_DEVICE)
		rc = find_words(t, &o->destroy, &consent, d);
	return rc < 0 ? rc : target_may_write(t, &consent, d);
}

/* A disk is held by who has it or one of its partitions for himself. */
static bool
is_shared(const struct device_facts *a, const struct device_facts *b)
{
	return a->known && b->known && strcmp(a->disk, b->disk) == 0 &&
	    (strcmp(a->name, b->name) == 0 || strcmp(a->name, a->disk) == 0 ||
	    strcmp(b->name, b->disk) == 0);
}

/* The kernel would refuse the second, without a word that it is we. */
static int
check_ours(const struct plan *p, size_t target, struct diag *d)
{
	const struct target *t = p->target[target].target;

	for (size_t i = 0; t->kind == TARGET_DEVICE && i < target; i++) {
		const struct target *other = p->target[i].target;

		if (other->destroy != NULL &&
		    is_shared(&other->device, &t->device))
			return diag_usage(d, "%s and %s: one device, or one "
			    "on the other; write them in separate sessions",
			    other->path, t->path);
	}
	return 0;
}

static bool
is_used(const struct plan *p, const char *device)
{
	for (size_t i = 0; i < p->targets; i++)
		if (p->target[i].target->destroy == device)
			return true;
	return false;
}

int
consent_ask(const struct options *o, const struct plan *p, struct diag *d)
{
	const struct destroy_list *list = &o->destroy;
	int rc;

	for (size_t i = 0; i < p->targets; i++) {
		const struct plan_target *t = &p->target[i];

		if (plan_is_total(p, i) || (!t->writes && !t->needs_layout))
			continue;
		if ((rc = check_ours(p, i, d)) < 0 ||
		    (rc = ask_one(o, t->target, d)) < 0)
			return rc;
	}
	for (size_t i = 0; i < list->n; i++)
		if (!is_used(p, list->item[i].device))
			return diag_usage(d, "--destroy %s: not a TARGET that "
			    "is written, or named before",
			    list->item[i].device);
	return 0;
}
