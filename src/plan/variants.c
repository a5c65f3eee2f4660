/*
 * variants -- what differs besides block and op: engine, depth, read-ahead,
 * jobs, pages.
 */

#include "plan.h"

#include <stdio.h>
#include <stdlib.h>

/* An axis that was not asked for has one place, 1. */
static size_t
places(const struct size_list *axis)
{
	return axis->n > 0 ? axis->n : 1;
}

static unsigned
place(const struct size_list *axis, size_t k)
{
	return axis->n > 0 ? (unsigned)axis->item[k].bytes : 1;
}

/* An engine that reads nothing ahead has one place on that axis. */
static size_t
windows(const struct engine *e, const struct options *o)
{
	return engine_reads_ahead(e) && o->readahead.n > 0 ?
	    o->readahead.n : 1;
}

/* Those of one engine. */
static size_t
count(const struct engine *e, const struct options *o)
{
	return (engine_is_direct(e) ? places(&o->depth) : 1) * windows(e, o) *
	    places(&o->jobs) * (o->buffer.n > 0 ? o->buffer.n : 1);
}

/* The k-th of an engine: pages vary first, depth last. */
static struct plan_cell
variant_make(const struct engine *e, const struct options *o, size_t k)
{
	size_t pages = o->buffer.n > 0 ? o->buffer.n : 1;
	size_t jobs = places(&o->jobs);
	size_t window = k / pages / jobs % windows(e, o);

	return (struct plan_cell){
		.engine = e,
		.buffer = o->buffer.n > 0 ? o->buffer.item[k % pages] :
		    BUFFER_HUGE,
		.jobs = place(&o->jobs, k / pages % jobs),
		.readahead = engine_reads_ahead(e) && o->readahead.n > 0 ?
		    o->readahead.item[window] : (struct readahead){ 0 },
		.depth = engine_is_direct(e) ?
		    place(&o->depth, k / pages / jobs) : 1,
	};
}

/* Which issuer moves its bytes, or why that can't be used. */
static void
issuer_choose(struct plan_cell *v, const struct target *t, struct answers *a,
    struct warnings *w)
{
	const struct issuer *own = issuer_find(v->engine->issuer);
	bool open = v->depth > 1 && !issuer_is_async(own);
	const char *why;

	v->issuer = own;
	if (t->kind == TARGET_STREAM && v->engine->access == ACCESS_CACHED)
		v->issuer = issuer_find("stream");
	else if (open)
		v->issuer = queue_choose(a, w);
	why = answer_of(a, v->issuer);
	if (open && *why != '\0')
		snprintf(v->refused, sizeof v->refused, "%s; %s", why,
		    answer_of(a, issuer_find("aio")));
	else
		snprintf(v->refused, sizeof v->refused, "%s", why);
}

struct plan_cell *
variants_make(const struct request *r, const struct options *o,
    const struct target *t, size_t *n, struct warnings *w)
{
	struct plan_cell *v;
	size_t most = 0;

	for (size_t i = 0; i < r->engines; i++)
		most += count(r->engine[i], o);
	*n = 0;
	/* One more, because calloc(0) may give NULL. */
	v = calloc(most + 1, sizeof *v);
	for (size_t i = 0; v != NULL && i < r->engines; i++)
		for (size_t k = 0; k < count(r->engine[i], o); k++) {
			v[*n] = variant_make(r->engine[i], o, k);
			v[*n].variant = *n;
			issuer_choose(&v[*n], t, r->answers, w);
			(*n)++;
		}
	return v;
}

char *
plan_variant(const struct plan_cell *c, char buf[PLAN_VARIANT])
{
	const char *readahead = c->readahead.size.text;
	char depth[16] = "", jobs[16] = "", place[24] = "";
	char offset[SIZE_TEXT];

	if (c->depth > 1)
		snprintf(depth, sizeof depth, " q%u", c->depth);
	if (c->jobs > 1)
		snprintf(jobs, sizeof jobs, " j%u", c->jobs);
	if (c->point > 0)
		snprintf(place, sizeof place, " at %.16s",
		    size_human(c->offset, offset));
	else if (readahead[0] != '\0')
		snprintf(place, sizeof place, " ra=%.19s", readahead);
	snprintf(buf, PLAN_VARIANT, "%s%s%s%s%s", c->engine->name, depth,
	    jobs, c->buffer == BUFFER_PAGE ? " page" : "", place);
	return buf;
}
