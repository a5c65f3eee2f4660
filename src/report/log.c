/* log -- the time series of passes as CSV, a row for each interval. */
#include "seqbench/report.h"

#include "csvrow.h"

static const char header[] = "target,op,engine,issuer,block_bytes,depth,jobs,"
    "buffer,run,start_ns,end_ns,bytes,readahead\n";

static void
log_header(FILE *f)
{
	fputs(header, f);
}

static void
interval_write(FILE *f, const struct plan *plan, const struct plan_cell *c,
    const struct sample *s, size_t i)
{
	struct interval at = series_at(&s->series, i);
	struct csv_row row = { .f = f };

	csv_text(&row, plan->target[c->target].target->path);
	csv_text(&row, op_names[c->op]);
	csv_text(&row, c->engine->name);
	csv_text(&row, c->issuer->name);
	csv_number(&row, c->block.bytes);
	csv_number(&row, c->depth);
	csv_number(&row, c->jobs);
	csv_text(&row, buffer_text(c->buffer));
	csv_number(&row, s->run);
	csv_number(&row, at.start_ns);
	csv_number(&row, at.end_ns);
	csv_number(&row, at.bytes);
	csv_text(&row, c->readahead.size.text);
	putc('\n', f);
}

static void
log_row(FILE *f, const struct result *r, size_t cell)
{
	const struct cell *c = &r->cell[cell];
	const struct sample *s;

	if (c->samples == 0)
		return;
	s = &c->sample[c->samples - 1];
	for (size_t i = 0; i < s->series.used; i++)
		interval_write(f, r->plan, c->plan, s, i);
}

const struct report report_log = {
	"log", .summary = "the bytes of each interval of each pass",
	.header = log_header, .row = log_row,
	.begins = "target,op,engine,issuer,block_bytes,",
};
