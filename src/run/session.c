/* session -- every target in turn, every pass in its order. */

#include "seqbench/run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ceiling.h"
#include "seqbench/sys.h"
#include "site.h"

/* Of a pass, before its clock starts: a guess. */
#define SETTLE_SECONDS	0.2

/* The passes of a target on their way. */
struct course {
	struct session	*session;
	struct site	 site;
	const struct run_hooks *hooks;
	bool		*done;		/* by cell of the target */
	uint64_t	 passes, planned;
	uint64_t	 start_ns;
};

void
session_phase(struct session *s, struct meter_phase phase)
{
	phase.start_ns = sys_now();
	meter_show(s->control->meter, &phase);
}

void
session_phase_again(struct session *s)
{
	struct meter_phase phase;
	uint64_t bytes, flushed;

	if (meter_look(s->control->meter, &phase, &bytes, &flushed))
		session_phase(s, phase);
}

/* What the progress line says of a pass. */
static void
show_pass(struct course *c, const struct plan_cell *cell, uint64_t run,
    uint64_t size)
{
	uint64_t spent = sys_now() - c->start_ns;
	uint64_t left = c->planned > c->passes ? c->planned - c->passes : 0;
	struct meter_phase phase = {
		.run = (unsigned)run,
		.runs = (unsigned)c->session->plan->runs_max,
		.total = size,
		.left_ns = c->passes > 0 ? spent / c->passes * left : 0,
	};
	char variant[PLAN_VARIANT];

	snprintf(phase.what, sizeof phase.what, "%s %s %s", cell->block.text,
	    op_titles[cell->op], plan_variant(cell, variant));
	session_phase(c->session, phase);
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
pass_size(const struct course *c, const struct cell *done, uint64_t run)
{
	const struct plan_target *pt = c->site.plan;
	const struct plan_cell *cell = done->plan;
	uint64_t size = cell->op == OP_WRITE ? pt->write_size : pt->size;
	uint64_t reached = reached_by(c, done);

	if (run == 1 || reached == 0 || reached >= size)
		return size;
	if (reached > cell->block.bytes)
		reached -= reached % cell->block.bytes;
	return reached;
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

/* Is this cell measured as well as was asked for?  1, 0 or -ENOMEM. */
static int
is_done(struct result *r, const struct cell *cell)
{
	const struct plan *plan = r->plan;
	int rc;

	if (cell->sample[cell->samples - 1].error.code != 0)
		return 1;	/* a failing cell is not repeated */
	if (plan->runs_max == plan->runs_min ||
	    cell->samples < plan->runs_min ||
	    cell->samples < PLAN_ADAPTIVE_FROM)
		return 0;
	if ((rc = result_summarize(r)) < 0)
		return rc;
	return rate_precision(&cell->rate) <= plan->precision;
}

static int
cell_pass(struct course *c, size_t k, uint64_t run)
{
	struct session *s = c->session;
	size_t number = c->site.plan->first_cell + k;
	struct cell *cell = &s->result->cell[number];
	uint64_t size = pass_size(c, cell, run);
	struct sample sample;
	int rc;

	show_pass(c, cell->plan, run, size);
	rc = pass_run(&c->site, number, run, size, &sample);
	meter_show(s->control->meter, NULL);
	if (rc == -ECANCELED) {
		c->done[k] = true;
		return 0;
	}
	if (rc < 0)
		return rc;
	c->passes++;
	sample.round = ++s->passes;
	note_limit(c, cell->plan, &sample);
	if ((rc = result_add(s->result, number, &sample)) < 0 ||
	    (rc = is_done(s->result, cell)) < 0)
		return rc;
	c->done[k] = rc != 0;
	if (c->hooks->passed != NULL)
		c->hooks->passed(c->hooks->context, s->result, number);
	return 0;
}

/* A first guess, in seconds, from what set-up found; 0 where that is not. */
static double
estimate(const struct course *c)
{
	const struct plan *plan = c->session->plan;
	const struct plan_target *pt = c->site.plan;
	const struct target_record *r =
	    &c->session->result->record[c->site.index];
	double limit = (double)plan->time_limit_ns / 1e9, sum = 0;

	for (size_t i = 0; i < pt->cells; i++) {
		const struct plan_cell *cell = &plan->cell[pt->first_cell + i];
		bool reads = cell->op == OP_READ;
		double rate = reads && r->read_rate > 0 ? r->read_rate :
		    r->durable_rate;
		double one;

		if (cell->refused[0] != '\0')
			continue;
		if (rate <= 0)
			return 0;
		one = (double)(reads ? pt->size : pt->write_size) / rate;
		if (plan->verify)
			one *= 2;
		sum += (double)plan->runs_min *
		    ((one < limit ? one : limit) + SETTLE_SECONDS);
	}
	return sum;
}

static int
passes_run(struct course *c)
{
	const struct plan *plan = c->session->plan;
	size_t n = c->site.plan->cells, k;
	struct schedule schedule;
	uint64_t run;
	int rc;

	c->done = calloc(n, sizeof *c->done);
	if (c->done == NULL || schedule_init(&schedule, plan, n) < 0) {
		free(c->done);
		return -ENOMEM;
	}
	for (k = 0; k < n; k++)
		c->done[k] = plan->cell[c->site.plan->first_cell + k]
		    .refused[0] != '\0';
	c->start_ns = sys_now();
	rc = 0;
	while (rc == 0 && schedule_next(&schedule, &k, &run)) {
		if (!c->done[k])
			rc = cell_pass(c, k, run);
		if (*c->session->control->stop != 0)
			rc = -EINTR;
	}
	schedule_release(&schedule);
	free(c->done);
	return rc;
}

/* The stream's end is the session's, but not before its first pass. */
static int
stream_ended(const struct course *c, struct diag *d)
{
	if (c->passes == 0)
		return diag_set(d, -ENODATA, "nothing came");
	warnings_add(&c->session->result->warnings, "%s: the stream ended "
	    "after %llu of %llu passes", c->site.target->path,
	    (unsigned long long)c->passes, (unsigned long long)c->planned);
	return 0;
}

/* All passes of a target that is set up. */
static int
course_run(struct course *c, struct diag *d)
{
	struct session *s = c->session;
	size_t index = c->site.index;
	int rc;

	c->planned = plan_passes(s->plan, index);
	s->result->record[index].seconds = estimate(c);
	if (c->planned > 0 && c->hooks->ready != NULL)
		c->hooks->ready(c->hooks->context, s->result, index);
	rc = passes_run(c);
	if (rc == -ENODATA)
		return stream_ended(c, d);
	return rc;
}

static void
target_run(struct session *s, size_t index, const struct run_hooks *hooks)
{
	struct course c = { .session = s, .hooks = hooks };
	struct target_record *record = &s->result->record[index];
	struct diag d = { 0 };
	int rc;

	site_check_memory(s->plan, index);
	if (plan_passes(s->plan, index) == 0)
		return;
	rc = site_open(&c.site, s, index, &d);
	if (rc == 0)
		rc = course_run(&c, &d);
	meter_show(s->control->meter, NULL);
	if (rc < 0)
		diag_set(&d, rc, "%s", strerror(-rc));
	(void)site_close(&c.site, rc == 0, &d);
	if (*s->control->stop == 0)
		snprintf(record->error, sizeof record->error, "%s",
		    site_sentence(&c.site, d.text));
}

void
run_plan(struct plan *p, const struct control *control,
    const struct run_hooks *hooks, struct result *r)
{
	struct session s = {
		.plan = p,
		.control = control,
		.result = r,
		.start_ns = sys_now(),
	};

	host_look(&r->host);
	for (size_t i = 0; i < p->targets && *control->stop == 0; i++)
		target_run(&s, i, hooks);
	if (*control->stop == 0)
		r->null_ns = ceiling_measure(p->smallest_block,
		    p->time_limit_ns, control);
	buffer_release(&s.block);
	buffer_release(&s.pool);
	buffer_release(&s.reference);
}
