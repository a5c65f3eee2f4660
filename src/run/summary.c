/* summary -- from samples to rates, flags, comparisons and stars. */

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "seqbench/file.h"
#include "seqbench/result.h"

/*
 * What a star is looked for in: the blocks of one target, op and variant, or
 * the values of read-ahead of one block.
 */
struct line {
	size_t		 n;
	size_t		 cell[LIST_MAX];	/* ascending by place() */
	struct timing_set set[LIST_MAX];
};

static void	timings_fill(struct timing *run, const struct cell *c);
static void	sets_fill(const struct result *r, struct timing_set *set,
		    struct timing *run);
static int	summarize(struct result *r, const struct timing_set *set);
static unsigned	cell_flags(const struct result *r, const struct cell *c);
static void	cell_error(struct cell *c);
static void	compare(struct result *r, const struct timing_set *set,
		    size_t cell);
static void	stars(struct result *r, const struct timing_set *set);
static bool	begins_line(const struct result *r, size_t cell);
static bool	same_line(const struct plan *p, const struct plan_cell *a,
		    const struct plan_cell *b);
static uint64_t	place(const struct plan *p, const struct plan_cell *c);
static void	line_add(struct line *l, const struct result *r,
		    const struct timing_set *set, size_t cell);

/* Blocks whose rates differ less than this, for sure, are equivalent. */
static const double equivalence = 0.05;
/* From this share of the tool's own ceiling on, the tool is in the figure. */
static const double ceiling_share = 0.5;

int
result_summarize(struct result *r)
{
	struct timing_set *set;
	struct timing *run;
	size_t samples = 0;
	int rc = -ENOMEM;

	for (size_t i = 0; i < r->plan->cells; i++)
		samples += r->cell[i].samples;
	/* One more of each, because malloc(0) may give NULL. */
	run = malloc((samples + 1) * sizeof(*run));
	set = malloc((r->plan->cells + 1) * sizeof(*set));
	if (run != NULL && set != NULL) {
		sets_fill(r, set, run);
		rc = summarize(r, set);
	}
	free(set);
	free(run);
	return rc;
}

int
result_rate(struct result *r, size_t cell)
{
	struct cell *c = &r->cell[cell];
	/* One more, because malloc(0) may give NULL. */
	struct timing *run = malloc((c->samples + 1) * sizeof(*run));
	int rc;

	if (run == NULL)
		return -ENOMEM;
	timings_fill(run, c);
	rc = rate_make(&c->rate, run, c->samples);
	free(run);
	return rc;
}

/* What does not count has no bytes there. */
static void
timings_fill(struct timing *run, const struct cell *c)
{
	for (size_t k = 0; k < c->samples; k++) {
		const struct sample *s = &c->sample[k];

		run[k] = (struct timing){
			.bytes = s->error.code == 0 ? s->bytes : 0,
			.ns = sample_clocked_ns(s, c->plan->op),
		};
	}
}

/* A set for each cell, in run. */
static void
sets_fill(const struct result *r, struct timing_set *set, struct timing *run)
{
	for (size_t i = 0; i < r->plan->cells; i++) {
		const struct cell *c = &r->cell[i];

		set[i] = (struct timing_set){ run, c->samples };
		timings_fill(run, c);
		run += c->samples;
	}
}

static int
summarize(struct result *r, const struct timing_set *set)
{
	int rc;

	for (size_t i = 0; i < r->plan->cells; i++) {
		struct cell *c = &r->cell[i];

		if ((rc = rate_make(&c->rate, set[i].run, set[i].n)) < 0)
			return rc;
		c->flags = cell_flags(r, c);
		cell_error(c);
		compare(r, set, i);
	}
	stars(r, set);
	return 0;
}

static unsigned
cell_flags(const struct result *r, const struct cell *c)
{
	/* In a total the tool runs once for each target. */
	size_t tools = plan_is_total(r->plan, c->plan->target) ?
	    r->plan->together : 1;
	unsigned flags = 0;

	for (size_t i = 0; i < c->samples; i++) {
		flags |= c->sample[i].flags;
		if (c->sample[i].error.code != 0)
			flags |= FLAG_ERROR;
	}
	if (c->plan->refused[0] != '\0')
		flags |= FLAG_ERROR;
	if (c->plan->readahead.size.bytes > 0 &&
	    c->plan->readahead.size.bytes < c->plan->block.bytes)
		flags |= FLAG_BLOCK;
	if (c->rate.noisy)
		flags |= FLAG_NOISY;
	if (c->rate.outlier)
		flags |= FLAG_OUTLIER;
	if (c->rate.drift)
		flags |= FLAG_DRIFT;
	if (r->null_ns > 0 && c->rate.bytes_per_second > ceiling_share *
	    (double)(tools * c->plan->block.bytes) / r->null_ns * 1e9)
		flags |= FLAG_TOOL;
	return flags;
}

static void
cell_error(struct cell *c)
{
	c->error = (struct io_error){ 0 };
	for (size_t i = 0; i < c->samples; i++) {
		if (c->sample[i].error.code != 0) {
			c->error = c->sample[i].error;
			return;
		}
	}
	if (c->plan->refused[0] == '\0')
		return;
	c->error.code = EINVAL;
	c->error.op = "open";
	c->error.offset = NOT_KNOWN;
	snprintf(c->error.text, sizeof(c->error.text), "%s",
	    c->plan->refused);
}

/* Against variant 0 of the same target, block and op, if there is one. */
static void
compare(struct result *r, const struct timing_set *set, size_t cell)
{
	const struct plan_cell *a = r->cell[cell].plan;
	struct timing_set base = { NULL, 0 };

	for (size_t i = 0; i < r->plan->cells; i++) {
		const struct plan_cell *b = r->cell[i].plan;

		if (i != cell && b->variant == 0 && b->target == a->target &&
		    b->op == a->op && b->block.bytes == a->block.bytes)
			base = set[i];
	}
	rate_compare(&r->cell[cell].against, set[cell].run, set[cell].n,
	    base.run, base.n, equivalence);
}

static void
stars(struct result *r, const struct timing_set *set)
{
	r->stars = 0;
	for (size_t i = 0; i < r->plan->cells; i++)
		r->cell[i].star = false;
	for (size_t i = 0; i < r->plan->cells; i++) {
		const struct plan_cell *p = r->cell[i].plan;
		struct line line = { .n = 0 };
		int found;

		if (!begins_line(r, i))
			continue;
		for (size_t k = i; k < r->plan->cells; k++) {
			if (same_line(r->plan, p, r->cell[k].plan))
				line_add(&line, r, set, k);
		}
		found = rate_star(line.set, line.n);
		if (found >= 0) {
			found = (int)line.cell[found];
			r->cell[found].star = true;
		}
		r->star[r->stars++] = (struct star){
			.target = p->target,
			.op = p->op,
			.variant = p->variant,
			.cell = found,
			.first = i,
		};
	}
}

static bool
begins_line(const struct result *r, size_t cell)
{
	for (size_t i = 0; i < cell; i++) {
		if (same_line(r->plan, r->cell[i].plan, r->cell[cell].plan))
			return false;
	}
	return true;
}

static bool
on_axis(const struct plan *p, const struct plan_cell *c)
{
	return p->readaheads > 1 && c->readahead.size.text[0] != '\0';
}

static bool
same_line(const struct plan *p, const struct plan_cell *a,
    const struct plan_cell *b)
{
	if (a->target != b->target || a->op != b->op)
		return false;
	if (!on_axis(p, a) || !on_axis(p, b))
		return a->variant == b->variant;
	return a->block.bytes == b->block.bytes && a->engine == b->engine &&
	    a->jobs == b->jobs && a->buffer == b->buffer;
}

static uint64_t
place(const struct plan *p, const struct plan_cell *c)
{
	return on_axis(p, c) ? plan_readahead_bytes(c,
	    p->target[c->target].target) : c->block.bytes;
}

/* A cell without a rate (refused, failed, not reached) is left out. */
static void
line_add(struct line *l, const struct result *r,
    const struct timing_set *set, size_t cell)
{
	uint64_t at_place = place(r->plan, r->cell[cell].plan);
	size_t at = l->n;

	if (r->cell[cell].rate.n == 0 || l->n == LIST_MAX)
		return;
	for (; at > 0 && place(r->plan, r->cell[l->cell[at - 1]].plan) >
	    at_place; at--) {
		l->cell[at] = l->cell[at - 1];
		l->set[at] = l->set[at - 1];
	}
	l->cell[at] = cell;
	l->set[at] = set[cell];
	l->n++;
}
