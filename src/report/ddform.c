/*
 * ddform -- --format=dd and --format=time: for every pass the lines that dd,
 * or dd under FreeBSD's "time -h", would have closed with.
 *
 * Above them a "#" line names the cell, so that they can be told apart; what
 * read lines of dd can read this.
 */
#include "seqbench/report.h"

#include <inttypes.h>

#include "seqbench/text.h"

#include "writers.h"

static void	passes_write(FILE *f, const struct result *r,
		    const struct report_look *look, bool with_time);
static void	cell_line(FILE *f, const struct result *r,
		    const struct plan_cell *p, uint64_t run, bool utf8);
static void	error_line(FILE *f, const char *text, bool utf8);
static void	counts_make(struct dd_counts *c, const struct sample *s,
		    const struct plan_cell *p);
static void	time_line(FILE *f, const struct sample *s);
static void	span(FILE *f, uint64_t ns);
static uint64_t	or_zero(uint64_t value);

void
dd_write(FILE *f, const struct result *r, const struct report_look *look)
{
	passes_write(f, r, look, false);
}

void
time_write(FILE *f, const struct result *r, const struct report_look *look)
{
	passes_write(f, r, look, true);
}

static void
passes_write(FILE *f, const struct result *r, const struct report_look *look,
    bool with_time)
{
	for (size_t i = 0; i < r->plan->cells; i++) {
		const struct cell *c = &r->cell[i];

		if (c->samples == 0 && c->error.code != 0) {
			cell_line(f, r, c->plan, 0, look->utf8);
			error_line(f, c->error.text, look->utf8);
		}
		for (size_t k = 0; k < c->samples; k++) {
			const struct sample *s = &c->sample[k];
			struct dd_counts counts;

			cell_line(f, r, c->plan, s->run, look->utf8);
			if (s->error.code != 0)
				error_line(f, s->error.text, look->utf8);
			counts_make(&counts, s, c->plan);
			ddline_records(f, &counts);
			ddline_transfer(f, &counts, look->style);
			if (with_time)
				time_line(f, s);
		}
	}
}

/* run 0: the cell has no passes. */
static void
cell_line(FILE *f, const struct result *r, const struct plan_cell *p,
    uint64_t run, bool utf8)
{
	char variant[PLAN_VARIANT];

	fprintf(f, "# %s %s %s", p->block.text, op_names[p->op],
	    plan_variant(p, variant));
	if (run > 0)
		fprintf(f, ", run %" PRIu64, run);
	fputs(": ", f);
	text_printable(f, r->plan->target[p->target].target->path, utf8);
	putc('\n', f);
}

static void
error_line(FILE *f, const char *text, bool utf8)
{
	fputs("# ", f);
	text_printable(f, text, utf8);
	putc('\n', f);
}

/*
 * What comes in goes out.  Short transfers were continued, so only the end
 * can be a partial record.
 */
static void
counts_make(struct dd_counts *c, const struct sample *s,
    const struct plan_cell *p)
{
	uint64_t full = s->bytes / p->block.bytes;
	uint64_t part = s->bytes % p->block.bytes != 0;

	*c = (struct dd_counts){
		.in_full = full,	.in_part = part,
		.out_full = full,	.out_part = part,
		.bytes = s->bytes,
		.ns = or_zero(sample_clocked_ns(s, p->op)),
	};
}

/* Real is all of the pass, closing included, as time(1) sees a command. */
static void
time_line(FILE *f, const struct sample *s)
{
	span(f, or_zero(s->transfer_ns) + or_zero(s->flush_ns) +
	    or_zero(s->close_ns));
	fputs(" real\t", f);
	span(f, s->user_ns);
	fputs(" user\t", f);
	span(f, s->system_ns);
	fputs(" sys\n", f);
}

/* "\t1d2h3m5.58s": hundredths are cut off, not rounded; not known: "\t-". */
static void
span(FILE *f, uint64_t ns)
{
	static const struct {
		uint64_t	 seconds;
		char		 letter;
	} units[] = {
		{ 86400,	'd' },
		{ 3600,	'h' },
		{ 60,		'm' },
	};
	uint64_t seconds = ns / 1000000000;

	putc('\t', f);
	if (ns == NOT_KNOWN) {
		putc('-', f);
		return;
	}
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (seconds >= units[i].seconds)
			fprintf(f, "%" PRIu64 "%c", seconds / units[i].seconds,
			    units[i].letter);
		seconds %= units[i].seconds;
	}
	fprintf(f, "%" PRIu64 ".%02" PRIu64 "s", seconds,
	    ns / 10000000 % 100);
}

static uint64_t
or_zero(uint64_t value)
{
	return value != NOT_KNOWN ? value : 0;
}
