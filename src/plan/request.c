/* request -- which ops and engines a target is asked for, after defaults. */

#include "plan.h"

#include <inttypes.h>

#include "seqbench/diag.h"
#include "seqbench/text.h"

static bool
exists(const struct target *t)
{
	return t->kind != TARGET_DIRECTORY && !t->missing;
}

static void
ops_make(struct request *r, const struct options *o, const struct target *t)
{
	for (size_t i = 0; i < o->op.n; i++)
		r->op[r->ops++] = o->op.item[i];
	if (r->ops > 0)
		return;
	if (t->kind == TARGET_SINK) {
		r->op[r->ops++] = OP_WRITE;
		return;
	}
	r->op[r->ops++] = OP_READ;
	if (!exists(t) && o->readahead.n == 0)
		r->op[r->ops++] = OP_WRITE;
}

static bool
has_op(const struct request *r, enum op op)
{
	for (size_t i = 0; i < r->ops; i++)
		if (r->op[i] == op)
			return true;
	return false;
}

static bool
has_access(const struct request *r, enum engine_access access)
{
	for (size_t i = 0; i < r->engines; i++)
		if (r->engine[i]->access == access)
			return true;
	return false;
}

static bool
has_engine(const struct request *r, const struct engine *e)
{
	for (size_t i = 0; i < r->engines; i++)
		if (r->engine[i] == e)
			return true;
	return false;
}

static int
no_engine(const char *name, struct diag *d)
{
	char list[128] = "";

	for (size_t i = 0; engines[i] != NULL; i++)
		text_join(list, sizeof list, ", ", engines[i]->name);
	return diag_usage(d, "--engine %s: no such engine; there are %s",
	    name, list);
}

static int
engines_make(struct request *r, const struct options *o,
    const struct target *t, struct warnings *w, struct diag *d)
{
	for (size_t i = 0; i < o->engine.n; i++) {
		const struct engine *e = engine_find(o->engine.item[i]);

		if (e == NULL)
			return no_engine(o->engine.item[i], d);
		/* On a device node direct and raw are one engine. */
		if (e == engine_find("direct") && t->kind == TARGET_DEVICE) {
			warnings_add(w, "%s: on a device direct and raw are "
			    "one engine: raw", t->path);
			e = engine_find("raw");
		}
		if (!has_engine(r, e))
			r->engine[r->engines++] = e;
	}
	if (r->engines == 0)
		r->engine[r->engines++] = engine_find(
		    t->kind == TARGET_DEVICE && o->readahead.n == 0 ?
		    "raw" : "buffered");
	return 0;
}

static uint64_t
most(const struct size_list *list)
{
	uint64_t n = 1;

	for (size_t i = 0; i < list->n; i++)
		if (list->item[i].bytes > n)
			n = list->item[i].bytes;
	return n;
}

/* What would be left out without a word is refused. */
static int
depth_check(const struct request *r, const struct options *o,
    const struct target *t, struct diag *d)
{
	uint64_t depth = most(&o->depth);

	for (size_t i = 0; i < r->engines; i++)
		if (depth == 1 || engine_is_direct(r->engine[i]))
			return 0;
	return diag_usage(d, "%s: --depth %" PRIu64 ": the engine %s has one "
	    "transfer in flight; direct, raw, uring and aio have several",
	    t->path, depth, r->engine[0]->name);
}

static int
jobs_check(const struct options *o, const struct target *t, struct diag *d)
{
	uint64_t jobs = most(&o->jobs);

	if (jobs == 1 || t->kind != TARGET_STREAM)
		return 0;
	return diag_usage(d, "%s: --jobs %" PRIu64 ": a stream can't be "
	    "split", t->path, jobs);
}

/* FIFOs, pipes, /dev/zero, /dev/null: no cache, no position, no direct. */
static int
unseekable_check(const struct request *r, const struct options *o,
    const struct target *t, struct diag *d)
{
	for (size_t i = 0; i < r->engines; i++)
		if (r->engine[i] != engine_find("buffered") &&
		    r->engine[i]->access != ACCESS_NONE)
			return diag_usage(d, "%s: %s: only the buffered engine "
			    "works here", t->path, target_kind_text(t->kind));
	if (o->cache != CACHE_DEFAULT)
		return diag_usage(d, "%s: %s: has no cache state; leave "
		    "--cache out", t->path, target_kind_text(t->kind));
	if (t->kind == TARGET_SINK ? has_op(r, OP_READ) : has_op(r, OP_WRITE))
		return diag_usage(d, "%s: %s: can only be %s", t->path,
		    target_kind_text(t->kind),
		    t->kind == TARGET_SINK ? "written" : "read");
	return 0;
}

static int
request_check(const struct request *r, const struct options *o,
    const struct target *t, struct diag *d)
{
	if (t->kind == TARGET_STREAM || t->kind == TARGET_SOURCE ||
	    t->kind == TARGET_SINK)
		return unseekable_check(r, o, t, d);
	if (has_access(r, ACCESS_RAW) && t->kind != TARGET_DEVICE &&
	    !has_op(r, OP_READ))
		return diag_usage(d, "%s: the raw engine never writes below a "
		    "file system; leave out -o write or -e raw", t->path);
	if (exists(t) && o->layout != LAYOUT_DEFAULT &&
	    o->layout != LAYOUT_OVERWRITE)
		return diag_usage(d, "%s: exists, so passes overwrite it; "
		    "--layout %s is for a directory", t->path,
		    layout_text(o->layout));
	return 0;
}

int
request_make(struct request *r, const struct options *o,
    const struct target *t, struct warnings *w, struct diag *d)
{
	int rc;

	ops_make(r, o, t);
	if ((rc = engines_make(r, o, t, w, d)) < 0)
		return rc;
	if ((rc = readahead_check(r, o, t, w, d)) < 0 ||
	    (rc = request_check(r, o, t, d)) < 0 ||
	    (rc = depth_check(r, o, t, d)) < 0)
		return rc;
	return jobs_check(o, t, d);
}
