/* passes -- the columns of --verbose: what each pass did. */
#include <stdio.h>

#include "columns.h"

static void
pass_run(char buf[WORD], const struct row *row)
{
	snprintf(buf, WORD, "%llu", (unsigned long long)row->sample->run);
}

static void
transfer_size(char buf[WORD], const struct row *row)
{
	uint64_t n = row->sample->device_transfers;
	uint64_t bytes = sample_device_bytes(row->sample,
	    row->cell->plan->op);

	if (n != NOT_KNOWN && n > 0 && bytes != NOT_KNOWN)
		word_figure(buf, (double)bytes / (double)n / 1024);
}

static void
transfer_rate(char buf[WORD], const struct row *row)
{
	uint64_t n = row->sample->device_transfers;
	uint64_t ns = sample_clocked_ns(row->sample, row->cell->plan->op);

	if (n != NOT_KNOWN && ns > 0)
		snprintf(buf, WORD, "%.0f", (double)n * 1e9 / (double)ns);
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
	{ "KiB/transfer", 14, .brief = "KiB", .text = transfer_size },
	{ "transfers/s", 13, .brief = "tps", .text = transfer_rate },
	{ "switches", 10, .text = switches },
	{ "short", 7, .text = short_transfers },
	{ "extents", 9, .text = extents },
	{ NULL, 0, .text = NULL },
};
