/* result -- samples gathered into cells, and words for their marks. */

#include <errno.h>
#include <stdlib.h>

#include "seqbench/file.h"
#include "seqbench/result.h"

const struct flag_row flag_rows[] = {
	{ FLAG_CACHED, 'c', "cached", "part came from a cache" },
	{ FLAG_UNCHECKED, 'u', "unchecked", "cold could not be checked" },
	{ FLAG_ZEROS, 'z', "zeros",
	    "only zeros or ones read: never written, or trimmed" },
	{ FLAG_NOISY, 'n', "noisy", "runs spread over more than 5 %" },
	{ FLAG_OUTLIER, 'o', "outlier", "a run is far from the others" },
	{ FLAG_DRIFT, 'd', "drift", "runs got steadily faster or slower" },
	{ FLAG_SHORT, 's', "short", "a run was shorter than 0.5 s" },
	{ FLAG_FELL, 't', "fell", "speed fell for good within a pass" },
	{ FLAG_LOAD, 'l', "load", "others used the device or the CPUs" },
	{ FLAG_BLOCK, 'b', "block",
	    "a block above the read-ahead is read as a whole anyway" },
	{ FLAG_FRAGMENTED, 'f', "fragmented", "the file is in many pieces" },
	{ FLAG_TOOL, 'x', "tool", "bound by the tool itself" },
	{ FLAG_WRONG, 'v', "wrong", "verifying found wrong data" },
	{ FLAG_ERROR, 'e', "error",
	    "could not run, or a run ended with an error" },
	{ 0, '\0', NULL, NULL },
};

static const char *const cache_check_texts[] = {
	[CHECK_NONE] = "",
	[CHECK_COLD] = "cold",
	[CHECK_RESIDENT] = "resident",
	[CHECK_UNKNOWN] = "unknown",
	[CHECK_MEMORY] = "memory",
};

const char *
cache_check_text(enum cache_check c)
{
	return cache_check_texts[c];
}

enum cache_check
cache_check_worse(enum cache_check a, enum cache_check b)
{
	static const unsigned badness[] = {
		[CHECK_NONE] = 0, [CHECK_COLD] = 1, [CHECK_MEMORY] = 2,
		[CHECK_UNKNOWN] = 3, [CHECK_RESIDENT] = 4,
	};

	return badness[a] > badness[b] ? a : b;
}

int
result_init(struct result *r, const struct plan *p)
{
	r->plan = p;
	/* One more of each, because calloc(0) may give NULL. */
	r->record = calloc(p->targets + 1, sizeof(*r->record));
	r->cell = calloc(p->cells + 1, sizeof(*r->cell));
	r->star = calloc(p->cells + 1, sizeof(*r->star));
	if (r->record == NULL || r->cell == NULL || r->star == NULL)
		return -ENOMEM;
	for (size_t i = 0; i < p->cells; i++)
		r->cell[i].plan = &p->cell[i];
	for (size_t i = 0; i < p->targets; i++)
		r->record[i].io_limit = IO_UNLIMITED;
	return 0;
}

void
result_release(struct result *r)
{
	for (size_t i = 0; r->cell != NULL && i < r->plan->cells; i++) {
		struct cell *c = &r->cell[i];

		for (size_t k = 0; k < c->samples; k++)
			free(c->sample[k].job);
		free(c->sample);
	}
	free(r->cell);
	free(r->star);
	free(r->record);
	warnings_release(&r->warnings);
	*r = (struct result){ 0 };
}

/*
 * What goes through the page cache falls to the speed of the device when the
 * kernel has no room left for what is dirty: true, but no news.
 */
static bool
fell(const struct sample *s, const struct plan_cell *p)
{
	struct cliff cliff;

	if (s->error.code != 0 || s->series.used == 0 ||
	    p->engine->access == ACCESS_NONE ||
	    (p->engine->access == ACCESS_CACHED && p->op == OP_WRITE))
		return false;
	series_cliff(&cliff, &s->series);
	return cliff.fell;
}

int
result_add(struct result *r, size_t cell, const struct sample *s)
{
	struct cell *c = &r->cell[cell];
	size_t n = c->samples;

	/* There is room for the next power of two: full at 0, 1, 2, 4 .. */
	if ((n & (n - 1)) == 0) {
		struct sample *more = realloc(c->sample,
		    (n == 0 ? 1 : 2 * n) * sizeof(*more));

		if (more == NULL) {
			free(s->job);
			return -ENOMEM;
		}
		c->sample = more;
	}
	c->sample[n] = *s;
	if (fell(s, c->plan))
		c->sample[n].flags |= FLAG_FELL;
	c->samples++;
	return 0;
}

uint64_t
sample_clocked_ns(const struct sample *s, enum op op)
{
	return op == OP_READ ? s->transfer_ns : s->transfer_ns + s->flush_ns;
}

double
sample_rate(const struct sample *s, enum op op)
{
	uint64_t ns = sample_clocked_ns(s, op);

	if (s->bytes == 0 || ns == 0)
		return -1;
	return (double)s->bytes * 1e9 / (double)ns;
}

double
job_rate(const struct job_sample *j)
{
	if (j->bytes == 0 || j->transfer_ns == 0)
		return -1;
	return (double)j->bytes * 1e9 / (double)j->transfer_ns;
}

uint64_t
moved_bytes(const struct moved *m, enum op op)
{
	return op == OP_READ ? m->read_bytes : m->write_bytes;
}

double
cell_cpu_per_gib(const struct cell *c)
{
	uint64_t ns = 0, bytes = 0;

	for (size_t i = 0; i < c->samples; i++) {
		const struct sample *s = &c->sample[i];

		if (s->error.code != 0)
			continue;
		if (s->user_ns == NOT_KNOWN || s->system_ns == NOT_KNOWN)
			return -1;
		ns += s->user_ns + s->system_ns;
		bytes += s->bytes;
	}
	return bytes > 0 ? (double)ns / 1e9 / ((double)bytes / 0x1p30) : -1;
}

static double
ratio(const struct cell *c, bool of_bottom)
{
	uint64_t device = 0, bytes = 0;

	for (size_t i = 0; i < c->samples; i++) {
		const struct sample *s = &c->sample[i];
		uint64_t moved = moved_bytes(of_bottom ? &s->bottom :
		    &s->device, c->plan->op);

		if (s->error.code != 0)
			continue;
		if (moved == NOT_KNOWN)
			return -1;
		device += moved;
		bytes += s->bytes;
	}
	return bytes > 0 ? (double)device / (double)bytes : -1;
}

double
cell_device_ratio(const struct cell *c)
{
	return ratio(c, false);
}

double
cell_bottom_ratio(const struct cell *c)
{
	return ratio(c, true);
}

double
cell_transfer_bytes(const struct cell *c)
{
	uint64_t bytes = 0, transfers = 0;

	for (size_t i = 0; i < c->samples; i++) {
		const struct sample *s = &c->sample[i];

		if (s->error.code != 0)
			continue;
		if (s->bottom.transfers == NOT_KNOWN)
			return -1;
		bytes += s->bottom.read_bytes + s->bottom.write_bytes;
		transfers += s->bottom.transfers;
	}
	return transfers > 0 ? (double)bytes / (double)transfers : -1;
}

enum limit
cell_limit(const struct cell *c)
{
	size_t count[] = { [LIMIT_THROTTLE] = 0 };
	enum limit most = LIMIT_UNKNOWN;

	for (size_t i = 0; i < c->samples; i++) {
		enum limit l = c->sample[i].limit;

		if (c->sample[i].error.code == 0 && ++count[l] > count[most])
			most = l;
	}
	return most;
}

/* Is any pass marked so? */
static bool
has(const struct result *r, enum flag flag)
{
	for (size_t i = 0; i < r->plan->cells; i++)
		for (size_t k = 0; k < r->cell[i].samples; k++)
			if (r->cell[i].sample[k].flags & flag)
				return true;
	return false;
}

enum status
result_status(const struct result *r)
{
	enum status status = STATUS_OK;

	if (has(r, FLAG_WRONG))
		return STATUS_WRONG_DATA;
	for (size_t i = 0; i < r->plan->targets; i++) {
		if (r->record[i].error[0] != '\0')
			status = STATUS_SETUP;
	}
	for (size_t i = 0; i < r->plan->cells; i++) {
		const struct cell *c = &r->cell[i];

		for (size_t k = 0; k < c->samples; k++) {
			if (c->sample[k].error.code != 0)
				return STATUS_IO;
		}
		/* What only a default asked for is not in the plan. */
		if (c->plan->refused[0] != '\0')
			status = STATUS_SETUP;
	}
	return status;
}
