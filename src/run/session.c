/* session -- every target in turn, every pass in its order. */

#include "seqbench/run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ceiling.h"
#include "seqbench/sys.h"
#include "site.h"

/* What later passes of a target are held to. */
struct course {
	struct session	*session;
	struct site	 site;
	const struct run_hooks *hooks;
	bool		*done;		/* by cell of the target */
	uint64_t	 passes, planned;
	uint64_t	 start_ns;
};

void
session_phase(struct session *s, const struct meter_phase *phase)
{
	struct meter *m = s->control->meter;
	unsigned i;

	meter_set(&m->bytes, 0);
	meter_set(&m->flushed, 0);
	if (phase == NULL) {
		atomic_store(&m->phase, NULL);
		return;
	}
	/* The watcher may still be reading the last one: not that slot. */
	i = s->phases++ % 2;
	snprintf(s->what[i], sizeof s->what[i], "%s", phase->what);
	s->phase[i] = *phase;
	s->phase[i].what = s->what[i];
	s->phase[i].start_ns = sys_now();
	atomic_store(&m->phase, &s->phase[i]);
}

void
session_phase_again(struct session *s)
{
	const struct meter_phase *now = atomic_load(&s->control->meter->phase);

	if (now != NULL)
		session_phase(s, now);
}

/* What the progress line says of a pass. */
static void
show_pass(struct course *c, const struct plan_cell *cell, uint64_t run,
    uint64_t size)
{
	static const char *const verb[OP_COUNT] = { "READ", "WRITE" };
	uint64_t spent = sys_now() - c->start_ns;
	uint64_t left = c->planned > c->passes ? c->planned - c->passes : 0;
	char what[64];

	snprintf(what, sizeof what, "%s %s %s", cell->block.text,
	    verb[cell->op], cell->engine->name);
	session_phase(c->session, &(struct meter_phase){
		.what = what,
		.run = (unsigned)run,
		.runs = (unsigned)c->session->plan->runs_min,
		.total = size,
		.left_ns = c->passes > 0 ? spent / c->passes * left : 0,
	});
}

/* Later rounds move what every cell of the op could move in time. */
static uint64_t
pass_size(const struct course *c, const struct plan_cell *cell, uint64_t run)
{
	const struct plan_target *pt = c->site.plan;
	uint64_t size = cell->op == OP_WRITE ? pt->write_size : pt->size;
	uint64_t reached =
	    c->session->result->record[cell->target].reached[cell->op];

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

	if (s->limited && s->run == 1 && s->bytes > 0 &&
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
	uint64_t size = pass_size(c, cell->plan, run);
	struct sample sample;
	int rc;

	show_pass(c, cell->plan, run, size);
	rc = pass_run(&c->site, number, run, size, &sample);
	session_phase(s, NULL);
	if (rc == -ECANCELED) {
		c->done[k] = true;
		return 0;
	}
	if (rc < 0)
		return rc;
	sample.round = ++c->passes;
	note_limit(c, cell->plan, &sample);
	if ((rc = result_add(s->result, number, &sample)) < 0 ||
	    (rc = is_done(s->result, cell)) < 0)
		return rc;
	c->done[k] = rc != 0;
	if (c->hooks->passed != NULL)
		c->hooks->passed(c->hooks->context, s->result, number);
	return 0;
}

/* A first guess from the durable rate; 0 where there is none. */
static double
estimate(const struct course *c)
{
	const struct target_record *r =
	    &c->session->result->record[c->site.index];
	double one, limit = (double)c->session->plan->time_limit_ns / 1e9;

	if (r->durable_rate <= 0)
		return 0;
	one = (double)c->site.plan->write_size / r->durable_rate;
	return (double)c->planned * ((one < limit ? one : limit) + 0.2);
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
	while (rc == 0 && schedule_next(&schedule, &k, &run))
		if (!c->done[k])
			rc = cell_pass(c, k, run);
	schedule_release(&schedule);
	free(c->done);
	return rc;
}

static int
target_run(struct session *s, size_t index, const struct run_hooks *hooks,
    struct diag *d)
{
	struct course c = { .session = s, .hooks = hooks };
	int rc, closed;

	rc = site_open(&c.site, s, index, d);
	if (rc == 0) {
		c.planned = plan_passes(s->plan, index);
		s->result->record[index].seconds = estimate(&c);
		if (hooks->ready != NULL)
			hooks->ready(hooks->context, s->result, index);
		rc = passes_run(&c);
		if (rc == -ENODATA) {
			warnings_add(&s->result->warnings, "%s: the stream "
			    "ended after %llu passes", c.site.target->path,
			    (unsigned long long)c.passes);
			rc = 0;
		} else if (rc == -ENOMEM)
			diag_set(d, rc, "%s", strerror(ENOMEM));
	}
	closed = site_close(&c.site, rc == 0, d);
	return rc < 0 ? rc : closed;
}

int
run_plan(struct plan *p, const struct control *control,
    const struct run_hooks *hooks, struct result *r, struct diag *d)
{
	struct session s = {
		.plan = p,
		.control = control,
		.result = r,
		.start_ns = sys_now(),
	};
	int rc = 0;

	host_look(&r->host);
	for (size_t i = 0; i < p->targets && rc == 0; i++)
		rc = target_run(&s, i, hooks, d);
	if (rc == 0)
		r->null_ns = ceiling_measure(p->smallest_block, control);
	session_phase(&s, NULL);
	buffer_release(&s.block);
	buffer_release(&s.pool);
	return rc;
}
