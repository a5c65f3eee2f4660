/* facts -- what held a pass back, from what was counted around it. */

#include "pass.h"

#include <math.h>

/* n of what could be; NAN where either is not known. */
static double
share(uint64_t n, double of)
{
	return n == NOT_KNOWN || !(of > 0) ? NAN : (double)n / of;
}

/* The rate that comes nearest to what the system allows of it. */
static double
of_limit(const struct device_counters *d, const struct io_limit *l, double ns)
{
	const uint64_t rows[][2] = {
		{ d->read_bytes, l->read_bytes },
		{ d->write_bytes, l->write_bytes },
		{ d->reads, l->reads },
		{ d->writes, l->writes },
	};
	double most = NAN;

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		most = fmax(most,
		    share(rows[i][0], share(rows[i][1], 1e9) * ns));
	return most;
}

void
facts_make(struct limit_facts *f, const struct sample *s,
    const struct plan_cell *cell, const struct device_counters *d,
    const struct io_limit *limit)
{
	const struct latency *l = &s->latency;
	double ns = (double)(s->transfer_ns + s->flush_ns);
	double jobs = cell->jobs;

	*f = (struct limit_facts){
		.page_cache = cell->engine->access == ACCESS_CACHED,
		.cpu = share(s->user_ns + s->system_ns, ns * jobs),
		.depth = cell->depth * jobs,
		/* There is none while what was written is flushed. */
		.in_flight = (s->in_flight < 0 ? jobs : s->in_flight) *
		    share(s->transfer_ns, ns),
		.stretch = share(l->sum_ns,
		    (double)l->count * (double)l->ns[LATENCY_MIN]),
		.device_busy = share(d->busy_ns, ns),
		.device_in_flight = share(d->queue_ns, ns),
		.device_ratio = share(cell->op == OP_READ ? d->read_bytes :
		    d->write_bytes, (double)s->bytes),
		.throttle = of_limit(d, limit, ns),
	};
}

/*
 * The kernel moves in threads of its own what can't be begun without
 * waiting.  They end with the thread that the queue was made in, or stay
 * for the next pass, so their number says nothing; but their CPU time is in
 * the process's, and in none of its threads'.  Less than a tenth of it is
 * what threads take to begin and end.
 */
static bool
moved_by_kernel(const struct pass *p, const struct counts *a,
    const struct counts *b)
{
	const struct sample *s = p->sample;
	uint64_t all = s->user_ns + s->system_ns;
	uint64_t own = b->thread_ns - a->thread_ns + p->loop.thread_ns;

	return issuer_is_async(p->cell->issuer) && all > own &&
	    all - own > all / 10;
}

void
facts_into(struct pass *p, const struct counts *a, const struct counts *b)
{
	const struct session *s = p->site->session;
	struct device_counters d = counts_device(a, b);
	struct limit_facts f;

	facts_make(&f, p->sample, p->cell, &d,
	    &s->result->record[p->site->index].io_limit);
	p->sample->limit = limit_word(&f);
	p->sample->kernel_workers = moved_by_kernel(p, a, b);
}
