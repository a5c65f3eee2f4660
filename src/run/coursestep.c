/* coursestep -- one pass of each target, and what is kept of it. */

#include "course.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "seqbench/sys.h"

/* The cell that stands for the k-th of each target, by its number. */
static size_t
lead_cell(const struct course *c, size_t k)
{
	return c->session->plan->target[c->lead].first_cell + k;
}

uint64_t
course_held_size(const struct plan_cell *c, uint64_t size, uint64_t reached)
{
	uint64_t least = c->jobs * c->block.bytes;

	if (reached < least)
		reached = least;
	return reached < size ? reached - reached % c->block.bytes : size;
}

/*
 * What the time limit lets every cell of the op move; 0: all.  A slow point
 * of a profile holds only itself back.
 */
static uint64_t
reached_by(const struct course *c, const struct cell *cell)
{
	if (cell->plan->point == 0)
		return c->session->result->record[cell->plan->target]
		    .reached[cell->plan->op];
	return cell->samples > 0 && cell->sample[0].limited ?
	    cell->sample[0].bytes : 0;
}

/* Later rounds move what could be moved in time. */
static uint64_t
pass_size(const struct course *c, size_t number, uint64_t run)
{
	const struct cell *done = &c->session->result->cell[number];
	const struct plan_cell *cell = done->plan;
	const struct plan_target *pt = &c->session->plan->target[cell->target];
	uint64_t size = cell->op == OP_WRITE ? pt->write_size : pt->size;
	uint64_t reached = reached_by(c, done);

	return run == 1 || reached == 0 ? size :
	    course_held_size(cell, size, reached);
}

static void
note_limit(const struct course *c, const struct plan_cell *cell,
    const struct sample *s)
{
	uint64_t *reached =
	    &c->session->result->record[cell->target].reached[cell->op];

	if (s->limited && s->run == 1 && s->bytes > 0 && cell->point == 0 &&
	    c->session->plan->order != ORDER_BLOCKED &&
	    (*reached == 0 || s->bytes < *reached))
		*reached = s->bytes;
}

/* What the progress line says of it. */
static void
show_step(struct course *c, const struct plan_cell *cell, size_t n,
    uint64_t run)
{
	uint64_t spent = sys_now() - c->start_ns;
	uint64_t left = c->planned > c->passes ? c->planned - c->passes : 0;
	struct meter_phase phase = {
		.run = (unsigned)run,
		.runs = (unsigned)c->session->plan->runs_max,
		.left_ns = c->passes > 0 ? spent / c->passes * left : 0,
	};
	char variant[PLAN_VARIANT];

	for (size_t i = 0; i < n; i++)
		phase.total += c->pass[i].size;
	snprintf(phase.what, sizeof phase.what, "%s %s %s", cell->block.text,
	    op_titles[cell->op], plan_variant(cell, variant));
	session_phase(c->session, phase);
}

size_t
course_prepare(struct course *c, size_t k, uint64_t run)
{
	struct plan *plan = c->session->plan;
	size_t n = 0;

	for (size_t i = 0; i < c->n; i++) {
		struct site *site = &c->site[i];
		size_t number = plan->target[c->first + i].first_cell + k;
		const struct plan_cell *cell = &plan->cell[number];

		if (!site->ready || cell->refused[0] != '\0')
			continue;
		pass_init(&c->pass[n], site, number, run,
		    pass_size(c, number, run), &c->sample[n]);
		n++;
	}
	return n;
}

/* Is this cell measured as well as was asked for?  1, 0 or -ENOMEM. */
static int
is_done(struct result *r, size_t number)
{
	const struct plan *plan = r->plan;
	const struct cell *cell = &r->cell[number];
	int rc;

	if (cell->sample[cell->samples - 1].error.code != 0)
		return 1;	/* a failing cell is not repeated */
	if (plan->runs_max == plan->runs_min ||
	    cell->samples < plan->runs_min ||
	    cell->samples < PLAN_ADAPTIVE_FROM)
		return 0;
	if ((rc = result_rate(r, number)) < 0)
		return rc;
	return rate_precision(&cell->rate) <= plan->precision;
}

/* Into the result; returns as is_done(). */
static int
keep(struct course *c, size_t number, struct sample *s)
{
	struct result *r = c->session->result;
	int rc;

	s->round = c->session->passes;
	note_limit(c, r->cell[number].plan, s);
	if ((rc = result_add(r, number, s)) < 0)
		return rc;
	rc = is_done(r, number);
	if (rc >= 0 && c->hooks->passed != NULL)
		c->hooks->passed(c->hooks->context, r, number);
	return rc;
}

/* What a target can't do, all of them together can't either. */
static void
note_refused(struct course *c, size_t k, const struct pass *p)
{
	if (c->n > 1 && p->cell->refused[0] != '\0')
		plan_refuse_total(c->session->plan, p->cell->target, k,
		    p->cell->refused);
}

/*
 * The samples of n passes; c->done[k] when there are to be no more.  Where
 * one has failed, the others would go on without it: that is another step.
 */
static int
step_keep(struct course *c, size_t k, size_t n)
{
	bool all = true, failed = false;

	c->session->passes++;
	for (size_t i = 0; i < n; i++) {
		struct pass *p = &c->pass[i];
		int rc;

		if (p->rc == -ECANCELED) {
			note_refused(c, k, p);
			continue;
		}
		rc = p->rc == 0 ? keep(c, p->number, p->sample) : p->rc;
		if (rc < 0)
			return rc;
		failed |= p->sample->error.code != 0;
		all &= rc != 0;
	}
	c->passes++;
	c->done[k] = all || failed;
	return 0;
}

/* After those it is the sum of, if all of them are in it. */
static int
total_keep(struct course *c, size_t k, struct sample *s)
{
	int rc;

	if (c->session->plan->cell[lead_cell(c, k)].refused[0] != '\0') {
		free(s->job);
		return 0;
	}
	rc = keep(c, lead_cell(c, k), s);
	c->done[k] &= rc != 0;
	return rc < 0 ? rc : 0;
}

int
course_step(struct course *c, size_t k, uint64_t run)
{
	struct step step = {
		.session = c->session,
		.pass = c->pass,
		.n = course_prepare(c, k, run),
		.all_or_none = run > 1,
	};
	struct sample sample = { 0 };
	struct pass total;
	int rc;

	show_step(c, &c->session->plan->cell[lead_cell(c, k)], step.n, run);
	if (c->n > 1) {
		pass_init(&total, &c->whole, lead_cell(c, k), run, 0, &sample);
		step.total = &total;
	}
	rc = step_run(&step);
	meter_show(c->session->control->meter, NULL);
	if (rc == 0)
		rc = step_keep(c, k, step.n);
	if (c->n == 1)
		return rc;
	if (rc == 0)
		return total_keep(c, k, &sample);
	free(sample.job);
	return rc;
}
