/* json -- the full record of a session; seqbench(5) says what each field is. */
#include "seqbench/report.h"

#include <math.h>

#include "jsonparts.h"
#include "words.h"
#include "writers.h"

static void	start_field(struct json *j, time_t started);
static void	plan_field(struct json *j, const struct plan *p);
static void	range_row(struct json *j, const struct plan_target *t);
static void	stars_field(struct json *j, const struct result *r);

void
json_write(FILE *f, const struct result *r, const struct report_look *look)
{
	struct json j = { .f = f, .empty = true };
	char signal[WORD];

	(void)look;
	json_object(&j, NULL);
	json_int(&j, "format", JSON_FORMAT);
	json_string(&j, "seqbench", VERSION);
	json_string(&j, "label", r->label);
	start_field(&j, r->started);
	json_array(&j, "command");
	for (int i = 0; i < r->argc; i++)
		json_string(&j, NULL, r->argv[i]);
	json_end(&j);
	json_int(&j, "status", r->signal != 0 ? 128 + r->signal :
	    (int)result_status(r));
	json_string(&j, "interrupted", r->signal != 0 ?
	    word_signal(signal, r->signal) : NULL);
	json_host(&j, &r->host);
	json_targets(&j, r);
	plan_field(&j, r->plan);
	json_cells(&j, r);
	stars_field(&j, r);
	json_double(&j, "null_ns_per_block", r->null_ns > 0 ? r->null_ns : NAN);
	json_array(&j, "warnings");
	for (size_t i = 0; i < r->warnings.n; i++)
		json_string(&j, NULL, r->warnings.text[i]);
	json_end(&j);
	json_end(&j);
}

static void
start_field(struct json *j, time_t started)
{
	char text[32] = "";
	struct tm tm;

	if (gmtime_r(&started, &tm) != NULL)
		strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &tm);
	json_fact(j, "started", text);
}

static void
plan_field(struct json *j, const struct plan *p)
{
	static const char *const data[] = {
		[PATTERN_RANDOM]	= "random",
		[PATTERN_ZERO]		= "zero",
		[PATTERN_COMPRESS]	= "compress",
		[PATTERN_FILE]		= "file",
	};
	const bool compress = p->pattern.kind == PATTERN_COMPRESS;

	json_object(j, "plan");
	json_u64(j, "runs_min", p->runs_min);
	json_u64(j, "runs_max", p->runs_max);
	json_double(j, "precision",
	    p->runs_max > p->runs_min ? p->precision : NAN);
	json_u64(j, "time_limit_ns", p->time_limit_ns);
	json_u64(j, "interval_ns", p->interval_ns);
	json_string(j, "cache", cache_text(p->cache));
	json_string(j, "flush", flush_text(p->flush));
	json_u64(j, "flush_every",
	    p->flush == FLUSH_EVERY_N ? p->flush_every : NOT_KNOWN);
	json_string(j, "order", order_text(p->order));
	json_bool(j, "parallel", p->together > 0);
	json_u64(j, "seed", p->seed);
	json_string(j, "data", data[p->pattern.kind]);
	json_u64(j, "data_zero_percent",
	    compress ? p->pattern.zero_percent : NOT_KNOWN);
	json_path(j, "data_file", p->options->data_file);
	json_bool(j, "verify", p->verify);
	json_array(j, "ranges");
	for (size_t i = 0; i < p->targets; i++)
		range_row(j, &p->target[i]);
	json_end(j);
	json_end(j);
}

/* What the plan does with the target of the same index. */
static void
range_row(struct json *j, const struct plan_target *t)
{
	json_object(j, NULL);
	json_u64(j, "offset", t->offset);
	json_u64(j, "read_bytes", t->reads && t->size > 0 ?
	    t->size : NOT_KNOWN);
	json_u64(j, "write_bytes", t->writes && t->write_size > 0 ?
	    t->write_size : NOT_KNOWN);
	json_bool(j, "automatic", t->automatic);
	json_bool(j, "temporary", t->temporary);
	json_string(j, "layout", t->writes ? layout_text(t->layout) : NULL);
	json_end(j);
}

/* What the star lines say; "cell" is an index into "cells". */
static void
stars_field(struct json *j, const struct result *r)
{
	json_array(j, "stars");
	for (size_t i = 0; i < r->stars; i++) {
		const struct star *s = &r->star[i];

		json_object(j, NULL);
		json_u64(j, "target", s->target);
		json_string(j, "op", op_names[s->op]);
		json_u64(j, "variant", s->variant);
		if (s->cell >= 0)
			json_int(j, "cell", s->cell);
		else
			json_null(j, "cell");
		json_bool(j, "too_few_runs", s->cell == STAR_TOO_FEW);
		json_end(j);
	}
	json_end(j);
}
