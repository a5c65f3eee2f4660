/*
 * csv -- a row per pass, RFC 4180 but for the line ends: LF alone, because
 * awk, cut and join take a CR for a part of the last column.
 *
 * An empty cell is a number that is not known.  Columns are only ever added
 * at the end, so that files of different versions can be put together.
 */
#include "seqbench/report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "words.h"
#include "writers.h"

static const char header[] = "target,file_system,device,op,engine,issuer,"
    "block_bytes,depth,jobs,readahead_bytes,round,run,start_ns,bytes,"
    "transfer_ns,flush_ns,close_ns,user_ns,system_ns,busy_share,"
    "cached_bytes,cache_check,device_read_bytes,device_write_bytes,"
    "transfers,short_transfers,lat_p50_ns,lat_p90_ns,lat_p99_ns,"
    "lat_p999_ns,lat_max_ns,bytes_per_second,flags,error,error_offset,buffer,"
    "buffer_page_bytes\n";

/* Columns from round to bytes_per_second: what only a pass can fill. */
enum { PASS_COLUMNS = 22, LATENCY_COLUMNS = 5 };

/* A row in the making. */
struct row {
	FILE		*f;
	bool		 begun;
};

static void	row_write(FILE *f, const struct result *r,
		    const struct cell *c, const struct sample *s);
static void	pass_columns(struct row *row, const struct sample *s,
		    enum op op);
static void	blanks(struct row *row, unsigned n);
static void	number(struct row *row, uint64_t value);
static void	real(struct row *row, double value, int digits);
static void	text(struct row *row, const char *s);
static void	separate(struct row *row);

void
report_csv_header(FILE *f)
{
	fputs(header, f);
}

void
report_csv_row(FILE *f, const struct result *r, size_t cell)
{
	const struct cell *c = &r->cell[cell];

	row_write(f, r, c, c->samples > 0 ?
	    &c->sample[c->samples - 1] : NULL);
}

void
csv_write(FILE *f, const struct result *r, const struct report_look *look)
{
	(void)look;
	report_csv_header(f);
	for (size_t i = 0; i < r->plan->cells; i++) {
		const struct cell *c = &r->cell[i];

		for (size_t k = 0; k < c->samples; k++)
			row_write(f, r, c, &c->sample[k]);
		if (c->samples == 0 && c->error.code != 0)
			row_write(f, r, c, NULL);
	}
}

/* s NULL: a cell that could not run. */
static void
row_write(FILE *f, const struct result *r, const struct cell *c,
    const struct sample *s)
{
	const struct target *t = r->plan->target[c->plan->target].target;
	const struct io_error *e = s != NULL ? &s->error : &c->error;
	struct row row = { .f = f };
	char flags[WORD];

	text(&row, t->path);
	text(&row, t->fs.type);
	text(&row, t->device.known ? t->device.node : "");
	text(&row, op_names[c->plan->op]);
	text(&row, c->plan->engine->name);
	text(&row, c->plan->issuer->name);
	number(&row, c->plan->block.bytes);
	number(&row, 1);			/* depth */
	number(&row, 1);			/* jobs */
	blanks(&row, 1);			/* readahead_bytes */
	if (s != NULL)
		pass_columns(&row, s, c->plan->op);
	else
		blanks(&row, PASS_COLUMNS);
	text(&row, word_flags(flags, s != NULL ? s->flags : c->flags));
	text(&row, e->code != 0 ? e->text : "");
	number(&row, e->code != 0 ? e->offset : NOT_KNOWN);
	text(&row, buffer_text(c->plan->buffer));
	number(&row, s != NULL ? s->buffer_page_bytes : NOT_KNOWN);
	putc('\n', f);
}

static void
pass_columns(struct row *row, const struct sample *s, enum op op)
{
	number(row, s->round);
	number(row, s->run);
	number(row, s->start_ns);
	number(row, s->bytes);
	number(row, s->transfer_ns);
	number(row, s->flush_ns);
	number(row, s->close_ns);
	number(row, s->user_ns);
	number(row, s->system_ns);
	real(row, s->busy_share, 4);
	number(row, s->cached_bytes);
	text(row, cache_check_text(s->cache_check));
	number(row, s->device_read_bytes);
	number(row, s->device_write_bytes);
	number(row, s->transfers);
	number(row, s->short_transfers);
	blanks(row, LATENCY_COLUMNS);
	real(row, sample_rate(s, op), 0);
}

static void
blanks(struct row *row, unsigned n)
{
	while (n-- > 0)
		separate(row);
}

static void
number(struct row *row, uint64_t value)
{
	separate(row);
	if (value != NOT_KNOWN)
		fprintf(row->f, "%" PRIu64, value);
}

/* Negative or not finite: not known. */
static void
real(struct row *row, double value, int digits)
{
	separate(row);
	if (isfinite(value) && value >= 0)
		fprintf(row->f, "%.*f", digits, value);
}

static void
text(struct row *row, const char *s)
{
	separate(row);
	if (s == NULL)
		return;
	if (s[strcspn(s, ",\"\r\n")] == '\0') {
		fputs(s, row->f);
		return;
	}
	putc('"', row->f);
	for (; *s != '\0'; s++) {
		if (*s == '"')
			putc('"', row->f);
		putc(*s, row->f);
	}
	putc('"', row->f);
}

static void
separate(struct row *row)
{
	if (row->begun)
		putc(',', row->f);
	row->begun = true;
}
