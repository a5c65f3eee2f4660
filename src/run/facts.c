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

/* Of a pass that shares its process with others it is not known. */
static uint64_t
cpu_ns(const struct sample *s)
{
	return s->user_ns == NOT_KNOWN || s->system_ns == NOT_KNOWN ?
	    NOT_KNOWN : s->user_ns + s->system_ns;
}

double
facts_cpu(const struct sample *s, unsigned threads)
{
	return share(cpu_ns(s), (double)(s->transfer_ns + s->flush_ns) *
	    threads);
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
		.cpu = NAN,
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
bool
facts_workers(const struct sample *s, const struct plan_cell *cell,
    uint64_t own_ns)
{
	uint64_t all = cpu_ns(s);

	return issuer_is_async(cell->issuer) && all != NOT_KNOWN &&
	    all > own_ns && all - own_ns > all / 10;
}
