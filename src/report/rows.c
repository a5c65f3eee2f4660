/* rows -- the cells of one target in the order of a table, and their sums. */
#include "rows.h"

static int
compare(const struct cell *a, const struct cell *b)
{
	const struct plan_cell *x = a->plan, *y = b->plan;

	if (x->block.bytes != y->block.bytes)
		return x->block.bytes < y->block.bytes ? -1 : 1;
	if (x->op != y->op)
		return x->op < y->op ? -1 : 1;
	if (x->variant != y->variant)
		return x->variant < y->variant ? -1 : 1;
	return a < b ? -1 : a > b;
}

/* Searched anew each time: a sweep has tens of cells, and needs no memory. */
const struct cell *
rows_next(const struct result *r, size_t target, const struct cell *previous)
{
	const struct plan_target *t = &r->plan->target[target];
	const struct cell *next = NULL;

	for (size_t i = 0; i < t->cells; i++) {
		const struct cell *c = &r->cell[t->first_cell + i];

		if ((previous == NULL || compare(c, previous) > 0) &&
		    (next == NULL || compare(c, next) < 0))
			next = c;
	}
	return next;
}

const struct sample *
rows_run(const struct cell *c, uint64_t run)
{
	for (size_t i = 0; i < c->samples; i++)
		if (c->sample[i].run == run)
			return &c->sample[i];
	return NULL;
}

size_t
rows_runs(const struct result *r, size_t target)
{
	const struct plan_target *t = &r->plan->target[target];
	size_t runs = 1;

	for (size_t i = 0; i < t->cells; i++)
		if (r->cell[t->first_cell + i].samples > runs)
			runs = r->cell[t->first_cell + i].samples;
	return runs;
}

static void
add_read(struct sums *s, const struct sample *p)
{
	known_add(&s->read_bytes, p->bytes);
	known_add(&s->device_read_bytes, p->device.read_bytes);
	known_add(&s->bottom_read_bytes, p->bottom.read_bytes);
	s->check = cache_check_worse(s->check, p->cache_check);
	if (p->cached_bytes != NOT_KNOWN &&
	    (s->cached_bytes == NOT_KNOWN ||
	    p->cached_bytes > s->cached_bytes ||
	    (p->cached_bytes == s->cached_bytes && p->bytes > s->cached_of))) {
		s->cached_bytes = p->cached_bytes;
		s->cached_of = p->bytes;
	}
}

static void
add_sample(struct sums *s, const struct sample *p, enum op op)
{
	if (op == OP_READ) {
		add_read(s, p);
	} else {
		known_add(&s->write_bytes, p->bytes);
		known_add(&s->device_write_bytes, p->device.write_bytes);
		known_add(&s->bottom_write_bytes, p->bottom.write_bytes);
		s->write_ns += p->transfer_ns + p->flush_ns;
		s->flush_ns += p->flush_ns;
	}
	/* What is not known is larger than any size. */
	if (p->buffer_page_bytes < s->page_min)
		s->page_min = p->buffer_page_bytes;
	if (p->buffer_page_bytes != NOT_KNOWN &&
	    p->buffer_page_bytes > s->page_max)
		s->page_max = p->buffer_page_bytes;
}

static void
add_transfer(struct sums *s, double bytes)
{
	if (bytes <= 0)
		return;
	if (s->transfer_max <= 0 || bytes < s->transfer_min)
		s->transfer_min = bytes;
	if (bytes > s->transfer_max)
		s->transfer_max = bytes;
}

void
rows_sum(struct sums *s, const struct result *r, size_t target)
{
	const struct plan_target *t = &r->plan->target[target];

	*s = (struct sums){ .cached_bytes = NOT_KNOWN, .cached_of = NOT_KNOWN,
		.page_min = NOT_KNOWN };
	for (size_t i = 0; i < t->cells; i++) {
		const struct cell *c = &r->cell[t->first_cell + i];

		s->passes += c->samples;
		/* The null engine moves nothing that could be true of it. */
		if (c->plan->engine->access == ACCESS_NONE)
			continue;
		for (size_t k = 0; k < c->samples; k++)
			if (c->sample[k].error.code == 0)
				add_sample(s, &c->sample[k], c->plan->op);
		add_transfer(s, cell_transfer_bytes(c));
	}
}
