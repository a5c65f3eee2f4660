/* zones -- the table of the options of "seqbench zones". */
#include "cli.h"

static const char before[] =
    "usage: seqbench zones [OPTION]... TARGET...\n"
    "\n"
    "Reads as much at each of many places across a device or a file, past\n"
    "the page cache, and shows how fast each place is.  Nothing is written.\n"
    "Places that can't be read are marked, and the others are measured.\n";

static const char after[] =
    "\n"
    "Examples:\n"
    "  seqbench zones /dev/sdb            33 points of 64 MiB, three runs\n"
    "  seqbench zones -n 100 -r 1 --csv=sdb.csv /dev/sdb\n"
    "\n"
    "Exit status: 0 all was measured, 1 an I/O error, 2 usage, 3 could not\n"
    "set up or read a point, 128+N ended by signal N.\n";

static const struct option_row rows[] = {
	{ "points", "n", "N", value_count, AT(points),
	    .group = GROUP_WHAT,
	    .help = "points: the first begins at 0, the last ends at the end "
	    "(33)" },
	{ "size", "s", "SIZE", value_size, AT(size),
	    .group = GROUP_WHAT,
	    .help = "bytes at each point (64m, or what fits)" },
	{ "block-size", "b", "SIZE", value_blocks, AT(block),
	    .group = GROUP_WHAT,
	    .help = "bytes of a transfer (1m, or what fits)" },
	{ "depth", "q", "N", value_counts, AT(depth),
	    .most = DEPTH_MAX, .group = GROUP_WHAT,
	    .help = "transfers in flight (1)" },

	{ "time-limit", "t", "TIME", value_time, AT(time_limit_ns),
	    .group = GROUP_HOW,
	    .help = "a point is left after so long: 10, 0.5s, 2m (10 s)" },
	{ "runs", "r", "N|A..B", value_runs, AT(runs_min),
	    .group = GROUP_HOW,
	    .help = "times each point is read (3); a range repeats until "
	    "--precision is reached" },
	{ "precision", "p", "PCT", value_precision, AT(precision),
	    .group = GROUP_HOW,
	    .help = "half width of the interval to reach, from run 5 (2 %)" },

	{ "format", "f", "F", value_name, AT(format),
	    .group = GROUP_OUTPUT,
	    .help = "on standard output: table, json or csv (table)" },
	{ "json", "", "F", value_name, AT(json),
	    .group = GROUP_OUTPUT, .attached = true,
	    .help = "also write the full record to the file F" },
	{ "csv", "", "F", value_name, AT(csv),
	    .group = GROUP_OUTPUT, .attached = true,
	    .help = "also write a row for each point and run to the file F" },
	SESSION_ROWS,

	GENERAL_ROWS,

	{ .name = NULL },
};

const struct option_set zones_options = {
	.rows = rows,
	.before = before,
	.after = after,
	.no_target = "nothing to measure: no TARGET given; zones wants a "
	    "device or a file",
};
