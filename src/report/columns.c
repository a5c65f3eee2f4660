/* columns -- what a table shows of each cell. */
#include "columns.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rows.h"

enum { RUNS_SHOWN = 3 };	/* beyond: min, median, max */

bool
row_next(struct row *row)
{
	const struct cell *last = row->cell;

	if (row->per_pass && last != NULL && row->sample != NULL &&
	    row->sample + 1 < last->sample + last->samples) {
		row->sample++;
		row->new_block = row->new_op = false;
		return true;
	}
	do {
		row->cell = rows_next(row->r, row->target, row->cell);
		if (row->cell == NULL)
			return false;
		row->sample = row->cell->sample;
	} while (row->per_pass && row->cell->samples == 0);
	row->new_block = last == NULL ||
	    last->plan->block.bytes != row->cell->plan->block.bytes;
	row->new_op = row->new_block || last->plan->op != row->cell->plan->op;
	return true;
}

bool
column_used(const struct column *c, struct row *row)
{
	row->index = c->index;
	return c->used == NULL || c->used(row);
}

size_t
column_text(const struct column *c, struct row *row, char buf[WORD])
{
	buf[0] = '\0';
	row->index = c->index;
	c->text(buf, row);
	return strlen(buf);
}

/* Read-ahead is compared, and of one block: nothing else needs a column. */
static bool
has_blocks(const struct row *row)
{
	const struct plan *plan = row->r->plan;

	if (!plan_compares_readahead(plan))
		return true;
	for (size_t i = 0; i < plan->cells; i++)
		if (plan->cell[i].block.bytes != plan->cell[0].block.bytes)
			return true;
	return false;
}

static bool
has_windows(const struct row *row)
{
	return plan_compares_readahead(row->r->plan);
}

static bool
has_engines(const struct row *row)
{
	return column_has_variants(row) && !has_windows(row);
}

static void
window(char buf[WORD], const struct row *row)
{
	snprintf(buf, WORD, "%s", row->cell->plan->readahead.size.text);
}

bool
column_has_variants(const struct row *row)
{
	return row->r->plan->variants > 1;
}

static bool
has_run(const struct row *row)
{
	size_t runs = rows_runs(row->r, row->target);

	return runs <= RUNS_SHOWN && row->index <= runs;
}

static bool
has_many_runs(const struct row *row)
{
	return rows_runs(row->r, row->target) > RUNS_SHOWN;
}

void
column_block(char buf[WORD], const struct row *row)
{
	char tmp[WORD];

	if (row->new_block)
		snprintf(buf, WORD, "%s", word_block(tmp, row->cell->plan));
}

void
column_op(char buf[WORD], const struct row *row)
{
	if (row->new_op)
		snprintf(buf, WORD, "%s", op_titles[row->cell->plan->op]);
}

void
column_variant(char buf[WORD], const struct row *row)
{
	if (row->sample == row->cell->sample)
		plan_variant(row->cell->plan, buf);
}

static void
run(char buf[WORD], const struct row *row)
{
	const struct sample *s = rows_run(row->cell, row->index);

	if (s != NULL)
		word_pass_rate(buf, s, row->cell->plan->op);
}

static void
spread(char buf[WORD], const struct row *row)
{
	const struct rate *rate = &row->cell->rate;
	const double figure[] = { rate->min, rate->median, rate->max };

	if (rate->n > 0)
		word_rate(buf, figure[row->index]);
}

static void
rate_text(char buf[WORD], const struct row *row)
{
	word_cell_rate(buf, row->cell);
}

static void
half(char buf[WORD], const struct row *row)
{
	const struct rate *rate = &row->cell->rate;

	if (rate->n > 1 && isinf(rate->half))
		snprintf(buf, WORD, "inf");
	else if (rate->n > 0)
		word_rate(buf, rate->n > 1 ? rate->half : -1);
}

/* Two decimals, but no more than four digits; nothing when not known. */
static void
share(char buf[WORD], double v)
{
	if (isfinite(v) && v >= 0)
		snprintf(buf, WORD, v < 99.995 ? "%.2f" : "%.0f", v);
}

static void
cpu(char buf[WORD], const struct row *row)
{
	share(buf, cell_cpu_per_gib(row->cell));
}

static void
device(char buf[WORD], const struct row *row)
{
	share(buf, cell_device_ratio(row->cell));
}

static void
flags(char buf[WORD], const struct row *row)
{
	char letters[WORD];

	snprintf(buf, WORD, "%s%.32s", row->cell->star ? "*" : "",
	    word_flags(letters, row->cell->flags));
}

static void
ratio(char buf[WORD], const struct row *row)
{
	if (row->cell->against.verdict != VERDICT_NONE)
		share(buf, row->cell->against.ratio);
}

static void
interval(char buf[WORD], const struct row *row)
{
	const struct comparison *c = &row->cell->against;
	char low[WORD] = "", high[WORD] = "";

	if (c->verdict == VERDICT_NONE)
		return;
	share(low, fmax(c->low, 0));
	share(high, c->high);
	if (*low != '\0' && *high != '\0')
		snprintf(buf, WORD, "%.20s-%.20s", low, high);
}

static void
verdict(char buf[WORD], const struct row *row)
{
	snprintf(buf, WORD, "%s",
	    word_verdict(row->cell->against.verdict, row->brief));
}

const struct column cell_columns[] = {
	{ "block", 5, .text = column_block, .used = has_blocks },
	{ "op", 6, .left = true, .text = column_op, .used = has_blocks },
	{ "engine", 9, .left = true, .text = column_variant,
	    .used = has_engines },
	{ "read-ahead", 10, .text = window, .used = has_windows },
	{ "run 1", 8, .drop = 1, .index = 1, .text = run, .used = has_run },
	{ "run 2", 8, .drop = 1, .index = 2, .text = run, .used = has_run },
	{ "run 3", 8, .drop = 1, .index = 3, .text = run, .used = has_run },
	{ "min", 8, .drop = 1, .index = 0, .text = spread,
	    .used = has_many_runs },
	{ "median", 8, .drop = 1, .index = 1, .text = spread,
	    .used = has_many_runs },
	{ "max", 8, .drop = 1, .index = 2, .text = spread,
	    .used = has_many_runs },
	{ "MB/s", 10, .text = rate_text },
	{ "+-95%", 8, .drop = 4, .text = half },
	{ "cpu/GiB", 9, .brief = "cpu", .drop = 2, .text = cpu },
	{ "dev/app", 8, .brief = "dev", .drop = 3, .text = device },
	{ "flags", 6, .left = true, .text = flags },
	{ "ratio", 6, .text = ratio, .used = column_has_variants },
	{ "95 %", 10, .text = interval, .used = column_has_variants },
	{ "", 7, .left = true, .text = verdict, .used = column_has_variants },
	{ NULL, 0, .text = NULL },
};
