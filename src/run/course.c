/* course -- every pass of some targets in its order. */

#include "course.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "seqbench/sys.h"

/* Of a pass, before its clock starts: a guess. */
#define SETTLE_SECONDS	0.2

/* A first guess, in seconds, from what set-up found; 0 where that is not. */
static double
estimate(const struct course *c, size_t target)
{
	const struct plan *plan = c->session->plan;
	const struct plan_target *pt = &plan->target[target];
	const struct target_record *r = &c->session->result->record[target];
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
	size_t n = plan->target[c->lead].cells, k;
	struct schedule schedule;
	uint64_t run;
	int rc;

	c->done = calloc(n, sizeof *c->done);
	if (c->done == NULL || schedule_init(&schedule, plan, n) < 0)
		return -ENOMEM;
	for (k = 0; k < n; k++)
		c->done[k] = course_prepare(c, k, 1) == 0;
	c->start_ns = sys_now();
	rc = 0;
	while (rc == 0 && schedule_next(&schedule, &k, &run)) {
		if (!c->done[k])
			rc = course_step(c, k, run);
		if (*c->session->control->stop != 0)
			rc = -EINTR;
	}
	schedule_release(&schedule);
	return rc;
}

/* The stream's end is the session's, but not before its first pass. */
static int
stream_ended(const struct course *c, struct diag *d)
{
	if (c->passes == 0)
		return diag_set(d, -ENODATA, "nothing came");
	warnings_add(&c->session->result->warnings, "%s: the stream ended "
	    "after %llu of %llu passes", c->site->target->path,
	    (unsigned long long)c->passes, (unsigned long long)c->planned);
	return 0;
}

/* All passes of targets that are set up. */
static int
passes_make(struct course *c, struct diag *d)
{
	struct session *s = c->session;
	struct target_record *record = &s->result->record[c->lead];
	int rc;

	c->planned = plan_passes(s->plan, c->lead);
	for (size_t i = 0; i < c->n; i++) {
		double seconds = estimate(c, c->first + i);

		if (seconds > record->seconds)
			record->seconds = seconds;
	}
	if (c->planned > 0 && c->hooks->ready != NULL)
		c->hooks->ready(c->hooks->context, s->result, c->lead);
	rc = passes_run(c);
	if (rc == -ENODATA)
		return stream_ended(c, d);
	return rc;
}

/* The first thing that went wrong stands in the record, but for a stop. */
static void
note_error(struct course *c, size_t target, int rc, struct diag *d)
{
	struct target_record *r = &c->session->result->record[target];
	const struct target *t = c->session->plan->target[target].target;

	if (rc < 0)
		diag_set(d, rc, "%s", strerror(-rc));
	if (*c->session->control->stop == 0 && r->error[0] == '\0')
		snprintf(r->error, sizeof r->error, "%s",
		    site_sentence(t, d->text));
}

/*
 * One that is not set up is missing in every sum; one that is, where set-up
 * has found what refuses a cell.
 */
static void
refuse_total(struct course *c, size_t i)
{
	struct plan *plan = c->session->plan;
	const struct plan_target *pt = &plan->target[c->first + i];

	for (size_t k = 0; c->n > 1 && k < pt->cells; k++) {
		const char *why = c->site[i].ready ?
		    plan->cell[pt->first_cell + k].refused :
		    "could not be set up";

		if (*why != '\0')
			plan_refuse_total(plan, c->first + i, k, why);
	}
}

/* Read-ahead that two of them have in common is one setting. */
static void
find_setter(struct course *c, size_t i)
{
	const char *name = c->site[i].target->readahead.name;

	for (size_t k = 0; k < i; k++)
		if (c->site[k].ready && *name != '\0' &&
		    strcmp(c->site[k].target->readahead.name, name) == 0)
			c->site[i].setter = c->site[k].setter;
}

/* Set all up that has a pass to make.  How many are. */
static size_t
sites_open(struct course *c)
{
	struct session *s = c->session;
	size_t ready = 0;

	for (size_t i = 0; i < c->n; i++)
		site_check_memory(s->plan, c->first + i, c->n);
	for (size_t i = 0; i < c->n && *s->control->stop == 0; i++) {
		struct site *site = &c->site[i];
		struct diag d = { 0 };
		int rc;

		if (plan_passes(s->plan, c->first + i) == 0)
			continue;
		rc = site_open(site, s, c->first + i, &d);
		meter_show(s->control->meter, NULL);
		site->ready = rc == 0;
		ready += site->ready;
		refuse_total(c, i);
		find_setter(c, i);
		if (rc == 0)
			continue;
		note_error(c, c->first + i, rc, &d);
		(void)site_close(site, false, &d);
	}
	return ready;
}

static void
sites_close(struct course *c, bool completed)
{
	for (size_t i = 0; i < c->n; i++) {
		struct diag d = { 0 };

		if (!c->site[i].ready)
			continue;
		(void)site_close(&c->site[i], completed, &d);
		note_error(c, c->first + i, 0, &d);
	}
}

void
course_run(struct session *s, size_t first, size_t n, size_t lead,
    const struct run_hooks *hooks)
{
	struct course c = {
		.session = s,
		.hooks = hooks,
		.first = first,
		.n = n,
		.lead = lead,
		.site = calloc(n, sizeof *c.site),
		.pass = calloc(n, sizeof *c.pass),
		.sample = calloc(n, sizeof *c.sample),
		.whole = {
			.session = s,
			.index = lead,
			.plan = &s->plan->target[lead],
			.target = s->plan->target[lead].target,
		},
	};
	struct diag d = { 0 };
	int rc = -ENOMEM;

	if (c.site != NULL && c.pass != NULL && c.sample != NULL)
		rc = sites_open(&c) > 0 ? passes_make(&c, &d) : 0;
	meter_show(s->control->meter, NULL);
	if (c.site != NULL)
		sites_close(&c, rc == 0);
	note_error(&c, lead, rc, &d);
	free(c.done);
	free(c.sample);
	free(c.pass);
	free(c.site);
}
