/* jsoncell -- the cells of the JSON record, with every sample. */
#include "jsonparts.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>

#include "seqbench/sys.h"

#include "words.h"

/* The plain numbers of a sample, in the order in which they are printed. */
static const struct {
	const char	*name;
	size_t		 offset;	/* of a uint64_t in struct sample */
} numbers[] = {
	{ "run",		offsetof(struct sample, run) },
	{ "round",		offsetof(struct sample, round) },
	{ "start_ns",		offsetof(struct sample, start_ns) },
	{ "bytes",		offsetof(struct sample, bytes) },
	{ "transfer_ns",	offsetof(struct sample, transfer_ns) },
	{ "flush_ns",		offsetof(struct sample, flush_ns) },
	{ "close_ns",		offsetof(struct sample, close_ns) },
	{ "user_ns",		offsetof(struct sample, user_ns) },
	{ "system_ns",		offsetof(struct sample, system_ns) },
	{ "voluntary_switches",	offsetof(struct sample, voluntary) },
	{ "involuntary_switches", offsetof(struct sample, involuntary) },
	{ "cached_bytes",	offsetof(struct sample, cached_bytes) },
	{ "device_read_bytes",	offsetof(struct sample, device.read_bytes) },
	{ "device_write_bytes",	offsetof(struct sample, device.write_bytes) },
	{ "device_transfers",	offsetof(struct sample, device.transfers) },
	{ "bottom_read_bytes",	offsetof(struct sample, bottom.read_bytes) },
	{ "bottom_write_bytes",	offsetof(struct sample, bottom.write_bytes) },
	{ "bottom_transfers",	offsetof(struct sample, bottom.transfers) },
	{ "io_read_bytes",	offsetof(struct sample, io_read_bytes) },
	{ "io_write_bytes",	offsetof(struct sample, io_write_bytes) },
	{ "transfers",		offsetof(struct sample, transfers) },
	{ "short_transfers",	offsetof(struct sample, short_transfers) },
	{ "buffer_page_bytes",	offsetof(struct sample, buffer_page_bytes) },
	{ "extents",		offsetof(struct sample, extents) },
	{ "extent_address",	offsetof(struct sample, extent_address) },
};

/* The names of what storage answers; others are given by number. */
static const struct {
	int		 code;
	const char	*name;
} errors[] = {
	{ EACCES,	"EACCES" },
	{ EAGAIN,	"EAGAIN" },
	{ EBADF,	"EBADF" },
	{ EBUSY,	"EBUSY" },
	{ EDQUOT,	"EDQUOT" },
	{ EFAULT,	"EFAULT" },
	{ EFBIG,	"EFBIG" },
	{ EILSEQ,	"EILSEQ" },
	{ EINTR,	"EINTR" },
	{ EINVAL,	"EINVAL" },
	{ EIO,		"EIO" },
	{ EISDIR,	"EISDIR" },
	{ ENODATA,	"ENODATA" },
	{ ENODEV,	"ENODEV" },
	{ ENOENT,	"ENOENT" },
	{ ENOLINK,	"ENOLINK" },
	{ ENOMEM,	"ENOMEM" },
	{ ENOSPC,	"ENOSPC" },
	{ ENOSYS,	"ENOSYS" },
	{ ENXIO,	"ENXIO" },
	{ EOPNOTSUPP,	"EOPNOTSUPP" },
	{ EPERM,	"EPERM" },
	{ EROFS,	"EROFS" },
	{ ESTALE,	"ESTALE" },
	{ ETIMEDOUT,	"ETIMEDOUT" },
#ifdef ENOMEDIUM
	{ ENOMEDIUM,	"ENOMEDIUM" },
#endif
#ifdef EREMOTEIO
	{ EREMOTEIO,	"EREMOTEIO" },
#endif
};

static void	cell_row(struct json *j, const struct result *r,
		    const struct cell *c);
static void	readahead_fields(struct json *j, const struct plan_cell *c,
		    const struct target *t);
static void	sample_row(struct json *j, const struct sample *s, enum op op);
static void	rate_field(struct json *j, const struct rate *r);
static void	against_field(struct json *j, const struct comparison *c);
static void	flags_field(struct json *j, unsigned flags);
static void	error_field(struct json *j, const struct io_error *e);
static void	errno_field(struct json *j, int code);
static double	unless_negative(double value);

void
json_cells(struct json *j, const struct result *r)
{
	json_array(j, "cells");
	for (size_t i = 0; i < r->plan->cells; i++)
		cell_row(j, r, &r->cell[i]);
	json_end(j);
}

/* The value as typed tells off from 0. */
static void
readahead_fields(struct json *j, const struct plan_cell *c,
    const struct target *t)
{
	bool asked = c->readahead.size.text[0] != '\0';

	json_u64(j, "readahead_bytes", asked ? plan_readahead_bytes(c, t) :
	    NOT_KNOWN);
	json_fact(j, "readahead", c->readahead.size.text);
}

static void
cell_row(struct json *j, const struct result *r, const struct cell *c)
{
	const struct plan_cell *p = c->plan;

	json_object(j, NULL);
	json_u64(j, "target", p->target);
	json_string(j, "op", op_names[p->op]);
	json_string(j, "engine", p->engine->name);
	json_string(j, "issuer", p->issuer->name);
	json_u64(j, "block_bytes", p->block.bytes);
	json_fact(j, "queue", c->queue);
	json_u64(j, "depth", p->depth);
	json_u64(j, "jobs", p->jobs);
	readahead_fields(j, p, r->plan->target[p->target].target);
	json_string(j, "buffer", buffer_text(p->buffer));
	json_u64(j, "variant", p->variant);
	json_u64(j, "point", p->point > 0 ? p->point : NOT_KNOWN);
	json_u64(j, "offset", p->offset);
	json_array(j, "samples");
	for (size_t i = 0; i < c->samples; i++)
		sample_row(j, &c->sample[i], p->op);
	json_end(j);
	rate_field(j, &c->rate);
	json_double(j, "cpu_seconds_per_gib",
	    unless_negative(cell_cpu_per_gib(c)));
	json_double(j, "device_ratio", unless_negative(cell_device_ratio(c)));
	json_double(j, "bottom_ratio", unless_negative(cell_bottom_ratio(c)));
	json_double(j, "bottom_transfer_bytes",
	    unless_negative(cell_transfer_bytes(c)));
	json_string(j, "limit", word_limit(cell_limit(c)));
	json_bool(j, "star", c->star);
	against_field(j, &c->against);
	flags_field(j, c->flags);
	error_field(j, &c->error);
	json_end(j);
}

static void
sample_row(struct json *j, const struct sample *s, enum op op)
{
	const char *base = (const char *)s;

	json_object(j, NULL);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		json_u64(j, numbers[i].name,
		    *(const uint64_t *)(const void *)
		    (base + numbers[i].offset));
	json_fact(j, "cache_check", cache_check_text(s->cache_check));
	json_double(j, "busy_share", unless_negative(s->busy_share));
	json_bool(j, "limited", s->limited);
	json_double(j, "bytes_per_second", unless_negative(sample_rate(s, op)));
	json_double(j, "in_flight", unless_negative(s->in_flight));
	json_string(j, "limit", word_limit(s->limit));
	json_bool(j, "kernel_workers", s->kernel_workers);
	json_latency(j, &s->latency);
	json_series(j, &s->series);
	json_jobs(j, s);
	json_verify(j, &s->verify);
	flags_field(j, s->flags);
	error_field(j, &s->error);
	json_end(j);
}

static void
rate_field(struct json *j, const struct rate *r)
{
	const bool known = r->n > 0;

	json_object(j, "rate");
	json_u64(j, "runs", r->n);
	json_double(j, "bytes_per_second", known ? r->bytes_per_second : NAN);
	json_array(j, "ci95");
	json_double(j, NULL, r->n > 1 ? r->low : NAN);
	json_double(j, NULL, r->n > 1 ? r->high : NAN);
	json_end(j);
	json_double(j, "min", known ? r->min : NAN);
	json_double(j, "median", known ? r->median : NAN);
	json_double(j, "max", known ? r->max : NAN);
	json_end(j);
}

static void
against_field(struct json *j, const struct comparison *c)
{
	if (c->verdict == VERDICT_NONE) {
		json_null(j, "against");
		return;
	}
	json_object(j, "against");
	json_double(j, "ratio", c->ratio);
	json_array(j, "ci95");
	json_double(j, NULL, c->low);
	json_double(j, NULL, c->high);
	json_end(j);
	json_double(j, "p", c->p);
	json_string(j, "verdict", verdict_text(c->verdict));
	json_end(j);
}

static void
flags_field(struct json *j, unsigned flags)
{
	json_array(j, "flags");
	for (const struct flag_row *row = flag_rows; row->letter != '\0'; row++)
		if ((flags & (unsigned)row->flag) != 0)
			json_string(j, NULL, row->word);
	json_end(j);
}

static void
error_field(struct json *j, const struct io_error *e)
{
	if (e->code == 0) {
		json_null(j, "error");
		return;
	}
	json_object(j, "error");
	errno_field(j, e->code);
	json_string(j, "op", e->op);
	json_u64(j, "offset", e->offset);
	json_string(j, "text", e->text);
	json_end(j);
}

static void
errno_field(struct json *j, int code)
{
	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
		if (errors[i].code == code) {
			json_string(j, "errno", errors[i].name);
			return;
		}
	}
	json_int(j, "errno", code);
}

static double
unless_negative(double value)
{
	return value < 0 ? NAN : value;
}
