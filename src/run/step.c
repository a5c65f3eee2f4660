/* step -- passes of several targets, begun together. */

#include "step.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "shared.h"
#include "total.h"

/* Will or did it move anything? */
static bool
is_in(const struct pass *p)
{
	return p->crew.jobs > 0 || p->ran;
}

/* ---- before the clock ---- */

/* It can't be made; its jobs must not wait for the others. */
static void
leave_out(struct pass *p, int rc)
{
	p->rc = rc;
	pass_close(p);
}

static int
get_ready(struct step *t, struct gate *gate)
{
	bool missing = false;
	unsigned lane = 0;

	for (size_t i = 0; i < t->n; i++) {
		struct pass *p = &t->pass[i];

		p->gate = t->total != NULL ? gate : NULL;
		p->control.lane = lane;
		lane += p->cell->jobs;
		p->rc = pass_ready(p);
		if (p->rc == -EINTR)
			return -EINTR;
		if (p->rc < 0)
			leave_out(p, p->rc);
		missing |= p->rc < 0;
	}
	for (size_t i = 0; missing && t->all_or_none && i < t->n; i++)
		if (is_in(&t->pass[i]))
			leave_out(&t->pass[i], -ECANCELED);
	for (size_t i = 0; i < t->n; i++)
		if (is_in(&t->pass[i]))
			pass_settle(&t->pass[i]);
	return *t->session->control->stop != 0 ? -EINTR : 0;
}

/* ---- the clock ---- */

static void *
pass_thread(void *arg)
{
	struct pass *p = arg;
	uint64_t before = crew_thread_ns();

	pass_clock(p);
	p->loop.thread_ns += crew_thread_ns() - before;
	return NULL;
}

/* A thread for each but the first, or nobody runs. */
static void
start_threads(struct step *t, size_t mine)
{
	for (size_t i = mine + 1; i < t->n; i++) {
		struct pass *p = &t->pass[i];
		int rc;

		if (!is_in(p))
			continue;
		rc = -pthread_create(&p->thread, NULL, pass_thread, p);
		if (rc == 0) {
			p->threaded = true;
			continue;
		}
		(void)pass_refuse(p, rc, "no thread to wait for it");
		for (size_t k = 0; k < t->n; k++)
			if (is_in(&t->pass[k]))
				crew_send_home(&t->pass[k].crew);
		return;
	}
}

static void
clock_all(struct step *t, struct gate *gate)
{
	size_t mine = 0;

	while (!is_in(&t->pass[mine]))
		mine++;
	for (size_t i = 0; i < t->n; i++)
		if (is_in(&t->pass[i]))
			counts_devices(&t->pass[i], &t->pass[i].before);
	if (t->total != NULL)
		counts_devices(t->total, &t->total->before);
	start_threads(t, mine);
	gate_open(gate);
	pass_clock(&t->pass[mine]);
	for (size_t i = mine + 1; i < t->n; i++) {
		if (t->pass[i].threaded)
			pthread_join(t->pass[i].thread, NULL);
		else if (is_in(&t->pass[i]))
			pass_clock(&t->pass[i]);	/* sent home */
	}
}

/* ---- after it ---- */

static void
add_others(struct pass *p, const struct pass *q)
{
	if (shared_device(p, q))
		p->others_bytes += q->sample->bytes;
	if (shared_bottom(p, q))
		p->others_bottom_bytes += q->sample->bytes;
}

static void
note_others(struct step *t)
{
	for (size_t i = 0; i < t->n; i++)
		for (size_t k = 0; k < t->n; k++)
			if (i != k && t->pass[k].ran)
				add_others(&t->pass[i], &t->pass[k]);
}

/* Is what its device did in another's counters, or in an earlier one's? */
static bool
is_counted(const struct step *t, size_t i)
{
	const struct pass *p = &t->pass[i];

	for (size_t k = 0; k < t->n; k++) {
		const struct pass *q = &t->pass[k];

		if (k != i && q->ran && shared_counters(q, p) &&
		    (k < i || !shared_counters(p, q)))
			return true;
	}
	return false;
}

/* Each device once, from before the first transfer to after the last. */
static void
add_devices(struct step *t)
{
	struct sample *s = t->total->sample;
	struct devices last;

	s->device = (struct moved){ 0 };
	for (size_t i = 0; i < t->n; i++) {
		struct pass *p = &t->pass[i];
		struct moved moved;

		if (!p->ran || is_counted(t, i))
			continue;
		counts_devices(p, &last);
		moved = counts_moved(&p->before.device, &last.device);
		total_add_device(s, &moved);
	}
	/* Its own layers are the bottoms of all. */
	counts_devices(t->total, &last);
	s->bottom = counts_moved(&t->total->before.bottom, &last.bottom);
}

static int
add_up(struct step *t, uint64_t others_ns)
{
	struct sample *s = t->total->sample;
	int rc = total_begin(s, t->n);

	if (rc < 0)
		return rc;
	hist_init(&t->total->hist);
	for (size_t i = 0; i < t->n; i++) {
		const struct pass *p = &t->pass[i];

		if (!p->ran) {
			total_add_error(s, &p->sample->error,
			    p->site->target->path);
			continue;
		}
		total_add(s, p->sample, p->site->target->path);
		hist_merge(&t->total->hist, &p->hist);
	}
	latency_make(&s->latency, &t->total->hist);
	if (s->latency.count > 0 && s->transfer_ns > 0)
		s->in_flight = (double)t->total->hist.sum_ns /
		    (double)s->transfer_ns;
	s->flags |= sample_flags(t->total, others_ns);
	return 0;
}

static int
look(struct step *t, const struct counts *before, const struct counts *after)
{
	struct pass *whole = t->total != NULL ? t->total : t->pass;
	uint64_t own_ns = after->thread_ns - before->thread_ns;
	uint64_t others_ns = counts_others_ns(before, after);
	unsigned threads = 0;
	double cpu;

	counts_into(whole->sample, before, after);
	for (size_t i = 0; i < t->n; i++) {
		if (!t->pass[i].ran)
			continue;
		threads += t->pass[i].cell->jobs;
		own_ns += t->pass[i].loop.thread_ns;
		if (t->total != NULL)
			total_span(whole->sample, t->pass[i].sample);
	}
	whole->sample->kernel_workers = facts_workers(whole->sample,
	    whole->cell, own_ns);
	cpu = facts_cpu(whole->sample, threads);
	if (t->total != NULL) {
		add_devices(t);
		note_others(t);
	}
	for (size_t i = 0; i < t->n; i++)
		if (t->pass[i].ran)
			pass_look(&t->pass[i], cpu,
			    t->total != NULL ? 0 : others_ns);
	return t->total != NULL ? add_up(t, others_ns) : 0;
}

static int
measure(struct step *t, struct gate *gate)
{
	struct meter *meter = t->session->control->meter;
	struct counts before, after;
	bool any = false;
	int rc;

	if ((rc = get_ready(t, gate)) < 0)
		return rc;
	for (size_t i = 0; i < t->n; i++)
		any |= is_in(&t->pass[i]);
	if (!any)
		return t->total != NULL ? add_up(t, 0) : 0;
	session_phase_again(t->session);
	for (size_t i = 0; i < t->n; i++)
		if (is_in(&t->pass[i]))
			pass_approach(&t->pass[i]);
	counts_take(meter, &before);
	clock_all(t, gate);
	counts_take(meter, &after);
	return look(t, &before, &after);
}

int
step_run(struct step *t)
{
	struct gate gate;
	int rc;

	gate_make(&gate);
	rc = measure(t, &gate);
	for (size_t i = 0; i < t->n; i++) {
		pass_end(&t->pass[i]);
		if (t->pass[i].rc == -EINTR)
			rc = -EINTR;
	}
	/* Without one the others are of no use. */
	for (size_t i = 0; rc < 0 && i < t->n; i++) {
		free(t->pass[i].sample->job);
		t->pass[i].sample->job = NULL;
	}
	gate_release(&gate);
	return rc;
}
