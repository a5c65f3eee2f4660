/*
 * readahead -- which cells --readahead is an axis of, and what a value means.
 *
 * Past the page cache nothing is read ahead, and writes are not either.  What
 * is mapped has rules of its own: pages around a fault are read whatever
 * POSIX_FADV_RANDOM says.
 */

#include "plan.h"

#include <stdio.h>
#include <string.h>

#include "seqbench/diag.h"

bool
engine_reads_ahead(const struct engine *e)
{
	return e->access == ACCESS_CACHED && !issuer_find(e->issuer)->maps;
}

static int
target_check(const struct target *t, struct diag *d)
{
	if (t->kind > TARGET_DEVICE)
		return diag_usage(d, "%s: %s: nothing is read ahead; leave "
		    "--readahead out", t->path, target_kind_text(t->kind));
	if (t->fs.is_memory)
		return diag_usage(d, "%s: %s: lies in memory, where nothing "
		    "is read ahead; leave --readahead out", t->path,
		    t->fs.type);
	return 0;
}

/* Writes left out, unless there is nothing else. */
static int
ops_check(struct request *r, const struct target *t, struct warnings *w,
    struct diag *d)
{
	size_t ops = 0;

	for (size_t i = 0; i < r->ops; i++)
		if (r->op[i] == OP_READ)
			r->op[ops++] = OP_READ;
	if (ops == 0)
		return diag_usage(d, "%s: --readahead: goes with -o read",
		    t->path);
	if (ops < r->ops)
		warnings_add(w, "%s: WRITE left out: --readahead compares "
		    "reads", t->path);
	r->ops = ops;
	return 0;
}

int
readahead_check(struct request *r, const struct options *o,
    const struct target *t, struct warnings *w, struct diag *d)
{
	bool any = false;
	int rc;

	if (o->readahead.n == 0)
		return 0;
	if ((rc = target_check(t, d)) < 0 || (rc = ops_check(r, t, w, d)) < 0)
		return rc;
	for (size_t i = 0; i < r->engines; i++)
		any |= engine_reads_ahead(r->engine[i]);
	if (!any)
		return diag_usage(d, "%s: --readahead: the engine %s reads "
		    "nothing ahead; buffered and dontcache do", t->path,
		    r->engine[0]->name);
	for (size_t i = 0; i < r->engines; i++)
		if (!engine_reads_ahead(r->engine[i]))
			warnings_add(w, "%s: not on the read-ahead axis: "
			    "measured once beside it", r->engine[i]->name);
	return 0;
}

void
readahead_refuse(struct plan_cell *c, const struct target *t)
{
	const struct readahead_setting *s = &t->readahead;
	char unit[SIZE_TEXT];

	if (c->readahead.mode != READAHEAD_SIZE)
		return;
	if (s->name[0] == '\0')
		snprintf(c->refused, sizeof c->refused, "no setting for its "
		    "read-ahead is known here%s%s; off and default can be "
		    "measured", t->fs.type[0] != '\0' ? ", on " : "",
		    t->fs.type);
	else if (s->denied != 0)
		snprintf(c->refused, sizeof c->refused, "%s: may not be set: "
		    "%s; run as root, or ask for off and default", s->name,
		    strerror(-s->denied));
	else if (c->readahead.size.bytes % s->unit != 0)
		snprintf(c->refused, sizeof c->refused, "read-ahead %s is not "
		    "a multiple of %s, in which the kernel counts it",
		    c->readahead.size.text, size_human(s->unit, unit));
}

bool
plan_compares_readahead(const struct plan *p)
{
	for (size_t i = 0; i < p->cells; i++)
		if (p->cell[i].readahead.size.text[0] == '\0')
			return false;
	return p->variants > 1 && p->variants == p->readaheads;
}

bool
plan_sets_readahead(const struct plan *p, size_t target)
{
	const struct plan_target *pt = &p->target[target];

	/* It is no object; those that it is the sum of have settings. */
	if (plan_is_total(p, target))
		return false;
	for (size_t i = 0; i < pt->cells; i++) {
		const struct plan_cell *c = &p->cell[pt->first_cell + i];

		if (c->readahead.mode == READAHEAD_SIZE &&
		    c->refused[0] == '\0')
			return true;
	}
	return false;
}

uint64_t
plan_readahead_bytes(const struct plan_cell *c, const struct target *t)
{
	if (c->readahead.mode != READAHEAD_DEFAULT)
		return c->readahead.size.bytes;
	return t->readahead.name[0] != '\0' ? t->readahead.bytes :
	    t->device.readahead_bytes;
}
