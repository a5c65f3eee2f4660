/* passes -- the columns of --verbose: what each pass did. */
#include <stdio.h>

#include "columns.h"

static void
pass_run(char buf[WORD], const struct row *row)
{
	snprintf(buf, WORD, "%llu", (unsigned long long)row->sample->run);
}

/* What the device, or those at the bottom, had in both directions. */
static void
transfer_size(char buf[WORD], const struct row *row)
{
	const struct sample *s = row->sample;
	uint64_t n = s->bottom.transfers;

	if (n != NOT_KNOWN && n > 0)
		word_figure(buf, (double)(s->bottom.read_bytes +
		    s->bottom.write_bytes) / (double)n / 1024);
}

static void
transfer_rate(char buf[WORD], const struct row *row)
{
	uint64_t n = row->sample->bottom.transfers;
	uint64_t ns = sample_clocked_ns(row->sample, row->cell->plan->op);

	if (n != NOT_KNOWN && ns > 0)
		snprintf(buf, WORD, "%.0f", (double)n * 1e9 / (double)ns);
}

static bool
is_stacked(const struct row *row)
{
	return layers_stacked(&row->r->plan->target[row->target].target->
	    layers);
}

static void
bottom_ratio(char buf[WORD], const struct row *row)
{
	uint64_t bytes = moved_bytes(&row->sample->bottom,
	    row->cell->plan->op);

	if (bytes != NOT_KNOWN && row->sample->bytes > 0)
		snprintf(buf, WORD, "%.2f",
		    (double)bytes / (double)row->sample->bytes);
}

static void
count(char buf[WORD], uint64_t n)
{
	if (n != NOT_KNOWN)
		snprintf(buf, WORD, "%llu", (unsigned long long)n);
}

static void
switches(char buf[WORD], const struct row *row)
{
	const struct sample *s = row->sample;

	if (s->voluntary != NOT_KNOWN && s->involuntary != NOT_KNOWN)
		count(buf, s->voluntary + s->involuntary);
}

static void
short_transfers(char buf[WORD], const struct row *row)
{
	count(buf, row->sample->short_transfers);
}

static void
extents(char buf[WORD], const struct row *row)
{
	count(buf, row->sample->extents);
}

const struct column pass_columns[] = {
	{ "block", 5, .text = column_block },
	{ "op", 6, .left = true, .text = column_op },
	{ "engine", 9, .left = true, .text = column_variant,
	    .used = column_has_variants },
	{ "run", 4, .text = pass_run },
	{ "disks/app", 10, .brief = "disks", .text = bottom_ratio,
	    .used = is_stacked },
	{ "KiB/transfer", 14, .brief = "KiB", .text = transfer_size },
	{ "transfers/s", 13, .brief = "tps", .text = transfer_rate },
	{ "switches", 10, .text = switches },
	{ "short", 7, .text = short_transfers },
	{ "extents", 9, .text = extents },
	{ NULL, 0, .text = NULL },
};
