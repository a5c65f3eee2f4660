/* counts -- what the system counted around a pass. */

#include "pass.h"

void
counts_take(struct meter *m, struct counts *c)
{
	counters_cpu(&c->cpu);
	c->thread_ns = crew_thread_ns();
	c->watcher_user_ns = atomic_load(&m->watcher_user_ns);
	c->watcher_system_ns = atomic_load(&m->watcher_system_ns);
}

static uint64_t
delta(uint64_t after, uint64_t before)
{
	if (after == NOT_KNOWN || before == NOT_KNOWN)
		return NOT_KNOWN;
	return after > before ? after - before : 0;
}

static uint64_t
without(uint64_t all, uint64_t part)
{
	if (all == NOT_KNOWN)
		return NOT_KNOWN;
	return all > part ? all - part : 0;
}

void
counts_devices(const struct pass *p, struct devices *c)
{
	static const struct layers none = { 0 };
	/* What the null engine does not touch it must not count either. */
	const struct layers *l = pass_touches(p) ?
	    &p->site->target->layers : &none;

	bottoms_counters(pass_device(p), l, &c->device);
	bottoms_counters(0, l, &c->bottom);
}

struct device_counters
counts_device(const struct device_counters *a, const struct device_counters *b)
{
	return (struct device_counters){
		.read_bytes = delta(b->read_bytes, a->read_bytes),
		.write_bytes = delta(b->write_bytes, a->write_bytes),
		.reads = delta(b->reads, a->reads),
		.writes = delta(b->writes, a->writes),
		.discard_bytes = delta(b->discard_bytes, a->discard_bytes),
		.in_flight = b->in_flight,
		.busy_ns = delta(b->busy_ns, a->busy_ns),
		.queue_ns = delta(b->queue_ns, a->queue_ns),
	};
}

struct moved
counts_moved(const struct device_counters *a, const struct device_counters *b)
{
	struct device_counters d = counts_device(a, b);

	return (struct moved){
		.read_bytes = d.read_bytes,
		.write_bytes = d.write_bytes,
		.transfers = known_sum(d.reads, d.writes),
	};
}

void
counts_into(struct sample *s, const struct counts *a, const struct counts *b)
{
	uint64_t total = delta(b->cpu.total_ns, a->cpu.total_ns);
	uint64_t busy = delta(b->cpu.busy_ns, a->cpu.busy_ns);

	s->user_ns = without(delta(b->cpu.user_ns, a->cpu.user_ns),
	    delta(b->watcher_user_ns, a->watcher_user_ns));
	s->system_ns = without(delta(b->cpu.system_ns, a->cpu.system_ns),
	    delta(b->watcher_system_ns, a->watcher_system_ns));
	s->voluntary = delta(b->cpu.voluntary, a->cpu.voluntary);
	s->involuntary = delta(b->cpu.involuntary, a->cpu.involuntary);
	s->io_read_bytes = delta(b->cpu.io_read_bytes, a->cpu.io_read_bytes);
	s->io_write_bytes = delta(b->cpu.io_write_bytes,
	    a->cpu.io_write_bytes);
	s->busy_share = total == NOT_KNOWN || total == 0 ||
	    busy == NOT_KNOWN ? -1 : (double)busy / (double)total;
}

uint64_t
counts_others_ns(const struct counts *a, const struct counts *b)
{
	uint64_t all = delta(b->cpu.busy_user_ns, a->cpu.busy_user_ns);
	uint64_t own = delta(b->cpu.user_ns, a->cpu.user_ns);

	return all == NOT_KNOWN || all < own ? 0 : all - own;
}
