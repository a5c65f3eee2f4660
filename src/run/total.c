/* total -- what several targets did at the same time, as one sample. */

#include "total.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "seqbench/file.h"

static uint64_t
later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

void
total_span(struct sample *t, const struct sample *s)
{
	uint64_t t0 = s->start_ns, t1 = t0 + s->transfer_ns;
	uint64_t t2 = t1 + s->flush_ns, t3 = t2 + s->close_ns;

	if (t->transfer_ns > 0) {
		uint64_t u1 = t->start_ns + t->transfer_ns;
		uint64_t u2 = u1 + t->flush_ns;

		t1 = later(t1, u1);
		t2 = later(t2, u2);
		t3 = later(t3, u2 + t->close_ns);
		if (t->start_ns < t0)
			t0 = t->start_ns;
	}
	t->start_ns = t0;
	t->transfer_ns = t1 - t0;
	t->flush_ns = t2 - t1;
	t->close_ns = t3 - t2;
}

int
total_begin(struct sample *t, size_t n)
{
	t->job = calloc(n, sizeof *t->job);
	t->jobs = 0;
	t->cached_bytes = 0;
	t->buffer_page_bytes = NOT_KNOWN;
	return t->job != NULL ? 0 : -ENOMEM;
}

void
total_add_error(struct sample *t, const struct io_error *e, const char *path)
{
	if (e->code == 0)
		return;
	t->flags |= FLAG_ERROR;
	if (t->error.code != 0)
		return;
	t->error = *e;
	/* An offset is one of the target, which only the text names. */
	t->error.offset = NOT_KNOWN;
	snprintf(t->error.text, sizeof t->error.text, "%.100s: %.150s", path,
	    e->text);
}

void
total_add(struct sample *t, const struct sample *s, const char *path)
{
	t->job[t->jobs++] = (struct job_sample){
		.start_ns = s->start_ns - t->start_ns,
		.transfer_ns = s->transfer_ns,
		.bytes = s->bytes,
	};
	t->limit = t->jobs == 1 || t->limit == s->limit ? s->limit :
	    LIMIT_UNKNOWN;
	if (t->jobs == 1)
		t->series = s->series;
	else
		series_merge(&t->series, &s->series);
	t->bytes += s->bytes;
	t->transfers += s->transfers;
	t->short_transfers += s->short_transfers;
	t->limited |= s->limited;
	known_add(&t->cached_bytes, s->cached_bytes);
	t->cache_check = cache_check_worse(t->cache_check,
	    s->cache_check);
	/* Of the smallest pages, if they differ. */
	if (s->buffer_page_bytes < t->buffer_page_bytes)
		t->buffer_page_bytes = s->buffer_page_bytes;
	t->flags |= s->flags & ~(unsigned)FLAG_SHORT;
	total_add_error(t, &s->error, path);
}

void
total_add_device(struct sample *t, const struct moved *m)
{
	known_add(&t->device.read_bytes, m->read_bytes);
	known_add(&t->device.write_bytes, m->write_bytes);
	known_add(&t->device.transfers, m->transfers);
}
