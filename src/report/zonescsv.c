/* zonescsv -- a profile as CSV: a row for each run of each point. */
#include "seqbench/report.h"

#include "csvrow.h"
#include "words.h"
#include "writers.h"
#include "zonesum.h"

static const char header[] = "target,point,offset,engine,block_bytes,depth,"
    "round,run,start_ns,bytes,transfer_ns,bytes_per_second,"
    "device_read_bytes,extent_address,lat_max_ns,flags,error,"
    "error_offset\n";

/* Columns from round to lat_max_ns: what only a pass can fill. */
enum { PASS_COLUMNS = 9 };

static void
pass_columns(struct csv_row *row, const struct sample *s)
{
	csv_number(row, s->round);
	csv_number(row, s->run);
	csv_number(row, s->start_ns);
	csv_number(row, s->bytes);
	csv_number(row, s->transfer_ns);
	csv_real(row, s->error.code == 0 ? sample_rate(s, OP_READ) : -1, 0);
	csv_number(row, s->device.read_bytes);
	csv_number(row, s->extent_address);
	csv_number(row, s->latency.count > 0 ? s->latency.ns[LATENCY_MAX] :
	    NOT_KNOWN);
}

/* s NULL: a point that could not be read at all. */
static void
row_write(FILE *f, const struct result *r, const struct cell *c,
    const struct sample *s)
{
	const struct io_error *e = s != NULL ? &s->error : &c->error;
	struct csv_row row = { .f = f };
	char flags[WORD];

	csv_text(&row, r->plan->target[c->plan->target].target->path);
	csv_number(&row, c->plan->point);
	csv_number(&row, c->plan->offset);
	csv_text(&row, c->plan->engine->name);
	csv_number(&row, c->plan->block.bytes);
	csv_number(&row, c->plan->depth);
	if (s != NULL)
		pass_columns(&row, s);
	else
		csv_blanks(&row, PASS_COLUMNS);
	csv_text(&row, word_flags(flags, s != NULL ? s->flags : c->flags));
	csv_text(&row, e->code != 0 ? e->text : "");
	csv_number(&row, e->code != 0 ? e->offset : NOT_KNOWN);
	putc('\n', f);
}

void
zones_csv_header(FILE *f)
{
	fputs(header, f);
}

void
zones_csv_row(FILE *f, const struct result *r, size_t cell)
{
	const struct cell *c = &r->cell[cell];

	row_write(f, r, c, c->samples > 0 ? &c->sample[c->samples - 1] :
	    NULL);
}

void
zones_csv_write(FILE *f, const struct result *r,
    const struct report_look *look)
{
	(void)look;
	zones_csv_header(f);
	for (size_t t = 0; t < r->plan->targets; t++)
		for (size_t i = 1; i <= r->plan->target[t].cells; i++) {
			const struct cell *c = zone_point(r, t, i);

			for (size_t k = 0; k < c->samples; k++)
				row_write(f, r, c, &c->sample[k]);
			if (c->samples == 0 && c->error.code != 0)
				row_write(f, r, c, NULL);
		}
}
