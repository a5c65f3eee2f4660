/*
 * csv -- a row per pass, RFC 4180 but for the line ends: LF alone, because
 * awk, cut and join take a CR for a part of the last column.
 *
 * An empty cell is a number that is not known.  Columns are only ever added
 * at the end, so that files of different versions can be put together.
 */
#include "seqbench/report.h"

#include "csvrow.h"
#include "words.h"
#include "writers.h"

static const char header[] = "target,file_system,device,op,engine,issuer,"
    "block_bytes,depth,jobs,readahead_bytes,round,run,start_ns,bytes,"
    "transfer_ns,flush_ns,close_ns,user_ns,system_ns,busy_share,"
    "cached_bytes,cache_check,device_read_bytes,device_write_bytes,"
    "transfers,short_transfers,lat_p50_ns,lat_p90_ns,lat_p99_ns,"
    "lat_p999_ns,lat_max_ns,bytes_per_second,flags,error,error_offset,buffer,"
    "buffer_page_bytes,limit,bottom_read_bytes,bottom_write_bytes,"
    "bottom_transfers,readahead,verify_bytes,verify_ns,wrong_sectors,"
    "unwritten_sectors,misplaced_sectors,stale_sectors,flipped_sectors,"
    "flipped_bits,wrong_offset,misplaced_distance,sum_of\n";

/* From verify_bytes on. */
enum { VERIFY_COLUMNS = 10 };

/* Columns from round to bytes_per_second: what only a pass can fill. */
enum { PASS_COLUMNS = 22 };

static void	row_write(FILE *f, const struct result *r,
		    const struct cell *c, const struct sample *s);
static void	pass_columns(struct csv_row *row, const struct sample *s,
		    enum op op);
static void	verify_columns(struct csv_row *row,
		    const struct verification *v);

void
sweep_csv_header(FILE *f)
{
	fputs(header, f);
}

void
sweep_csv_row(FILE *f, const struct result *r, size_t cell)
{
	const struct cell *c = &r->cell[cell];

	row_write(f, r, c, c->samples > 0 ?
	    &c->sample[c->samples - 1] : NULL);
}

void
csv_write(FILE *f, const struct result *r, const struct report_look *look)
{
	(void)look;
	sweep_csv_header(f);
	for (size_t i = 0; i < r->plan->cells; i++) {
		const struct cell *c = &r->cell[i];

		for (size_t k = 0; k < c->samples; k++)
			row_write(f, r, c, &c->sample[k]);
		if (c->samples == 0 && c->error.code != 0)
			row_write(f, r, c, NULL);
	}
}

static uint64_t
readahead_bytes(const struct plan_cell *c, const struct target *t)
{
	return c->readahead.size.text[0] != '\0' ?
	    plan_readahead_bytes(c, t) : NOT_KNOWN;
}

/* s NULL: a cell that could not run. */
static void
row_write(FILE *f, const struct result *r, const struct cell *c,
    const struct sample *s)
{
	const struct target *t = r->plan->target[c->plan->target].target;
	const struct io_error *e = s != NULL ? &s->error : &c->error;
	struct csv_row row = { .f = f };
	char flags[WORD];

	csv_text(&row, t->path);
	csv_text(&row, t->fs.type);
	csv_text(&row, t->device.known ? t->device.node : "");
	csv_text(&row, op_names[c->plan->op]);
	csv_text(&row, c->plan->engine->name);
	csv_text(&row, c->plan->issuer->name);
	csv_number(&row, c->plan->block.bytes);
	csv_number(&row, c->plan->depth);
	csv_number(&row, c->plan->jobs);
	csv_number(&row, readahead_bytes(c->plan, t));
	if (s != NULL)
		pass_columns(&row, s, c->plan->op);
	else
		csv_blanks(&row, PASS_COLUMNS);
	csv_text(&row, word_flags(flags, s != NULL ? s->flags : c->flags));
	csv_text(&row, e->code != 0 ? e->text : "");
	csv_number(&row, e->code != 0 ? e->offset : NOT_KNOWN);
	csv_text(&row, buffer_text(c->plan->buffer));
	csv_number(&row, s != NULL ? s->buffer_page_bytes : NOT_KNOWN);
	csv_text(&row, s != NULL ? word_limit(s->limit) : NULL);
	csv_number(&row, s != NULL ? s->bottom.read_bytes : NOT_KNOWN);
	csv_number(&row, s != NULL ? s->bottom.write_bytes : NOT_KNOWN);
	csv_number(&row, s != NULL ? s->bottom.transfers : NOT_KNOWN);
	csv_text(&row, c->plan->readahead.size.text);
	if (s != NULL && s->verify.done)
		verify_columns(&row, &s->verify);
	else
		csv_blanks(&row, VERIFY_COLUMNS);
	csv_number(&row, plan_is_total(r->plan, c->plan->target) ?
	    r->plan->together : NOT_KNOWN);
	putc('\n', f);
}

static void
pass_columns(struct csv_row *row, const struct sample *s, enum op op)
{
	csv_number(row, s->round);
	csv_number(row, s->run);
	csv_number(row, s->start_ns);
	csv_number(row, s->bytes);
	csv_number(row, s->transfer_ns);
	csv_number(row, s->flush_ns);
	csv_number(row, s->close_ns);
	csv_number(row, s->user_ns);
	csv_number(row, s->system_ns);
	csv_real(row, s->busy_share, 4);
	csv_number(row, s->cached_bytes);
	csv_text(row, cache_check_text(s->cache_check));
	csv_number(row, s->device.read_bytes);
	csv_number(row, s->device.write_bytes);
	csv_number(row, s->transfers);
	csv_number(row, s->short_transfers);
	for (enum latency_point p = LATENCY_P50; p < LATENCY_POINTS; p++)
		csv_number(row, s->latency.count > 0 ? s->latency.ns[p] :
		    NOT_KNOWN);
	csv_real(row, sample_rate(s, op), 0);
}

/* wrong_offset is the first of any kind. */
static void
verify_columns(struct csv_row *row, const struct verification *v)
{
	const struct verify_tally *t = &v->tally;
	uint64_t first = NOT_KNOWN;
	char distance[24] = "";

	for (enum wrong k = 0; k < WRONG_KINDS; k++)
		if (t->wrong[k].sectors > 0 && t->wrong[k].first < first)
			first = t->wrong[k].first;
	if (t->wrong[WRONG_MISPLACED].sectors > 0)
		snprintf(distance, sizeof(distance), "%lld",
		    (long long)t->distance);
	csv_number(row, t->sectors * PATTERN_SECTOR);
	csv_number(row, v->ns);
	csv_number(row, verify_wrong(t));
	for (enum wrong k = 0; k < WRONG_KINDS; k++)
		csv_number(row, t->wrong[k].sectors);
	csv_number(row, t->bits);
	csv_number(row, first);
	csv_text(row, distance);
}
