/* options -- the table of a sweep's options, and of what else there is. */
#include "cli.h"

#define USAGE								\
	"usage: seqbench [OPTION]... TARGET...\n"			\
	"       seqbench OPERAND=VALUE...\n"				\
	"       seqbench zones [OPTION]... TARGET...\n"			\
	"       seqbench info [-f json] TARGET...\n"			\
	"       seqbench engines\n"

static const char before[] = USAGE
    "\n"
    "Times large sequential reads and writes over a sweep of block sizes.\n"
    "TARGET is a directory, a file, a device, a FIFO, or - (standard input).\n"
    "Operands make one dd transfer; \"seqbench dd --help\" lists them.\n"
    "Long options may be abbreviated.  The manual is seqbench(1).\n";

static const char after[] =
    "\n"
    "Sizes: k m g t p E = powers of 1024, kB MB GB = powers of 1000, 2x512.\n"
    "\n"
    "Examples:\n"
    "  seqbench /mnt/data            read and write there, 4k to 1m, cold\n"
    "  seqbench -b 64k-4m -e buffered,direct --json=t.json big.img\n"
    "  seqbench if=/dev/sdb of=/dev/null bs=64k count=100000\n"
    "\n"
    "Exit status: 0 all was measured, 1 an I/O error, 2 usage, 3 could not\n"
    "set up or run a cell, 4 wrong data, 128+N ended by signal N.\n";

static const struct option_row rows[] = {
	{ "block-size", "b", "LIST", value_blocks, AT(block),
	    .group = GROUP_WHAT,
	    .help = "block sizes, also as 4k-1m (4k,16k,64k,128k,1m)" },
	{ "op", "o", "LIST", value_words, AT(op),
	    .words = &op_words, .group = GROUP_WHAT,
	    .help = "read, write (both in a directory, else read)" },
	{ "engine", "e", "LIST", value_names, AT(engine),
	    .group = GROUP_WHAT,
	    .help = "how bytes are reached; \"seqbench engines\" lists them "
	    "(buffered; for a device raw)" },
	{ "depth", "q", "LIST", value_counts, AT(depth),
	    .most = DEPTH_MAX, .group = GROUP_WHAT,
	    .help = "transfers in flight of direct, raw, uring and aio (1)" },
	{ "jobs", "j", "LIST", value_counts, AT(jobs),
	    .most = JOBS_MAX, .group = GROUP_WHAT,
	    .help = "parallel streams, each on its own part (1)" },
	{ "parallel", "", NULL, value_flag, AT(parallel),
	    .group = GROUP_WHAT,
	    .help = "all TARGETs at the same time, with rows for each and "
	    "for their total" },
	{ "size", "s", "SIZE", value_size, AT(size),
	    .group = GROUP_WHAT,
	    .help = "bytes per pass (as many as about 2 s move)" },
	{ "offset", "", "SIZE", value_offset, AT(offset),
	    .group = GROUP_WHAT,
	    .help = "where in the target the measured range begins (0)" },
	{ "allow-holes", "", NULL, value_flag, AT(allow_holes),
	    .group = GROUP_WHAT,
	    .help = "read a file that is partly unwritten" },

	{ "time-limit", "t", "TIME", value_time, AT(time_limit_ns),
	    .group = GROUP_HOW,
	    .help = "a pass ends here: 10, 0.5s, 250ms, 2m, 1h (10 s)" },
	{ "runs", "nr", "N|A..B", value_runs, AT(runs_min),
	    .group = GROUP_HOW,
	    .help = "passes per cell (3); a range repeats until --precision "
	    "is reached" },
	{ "precision", "p", "PCT", value_precision, AT(precision),
	    .group = GROUP_HOW,
	    .help = "half width of the interval to reach, from run 5 (2 %)" },
	{ "cache", "c", "STATE", value_word, AT(cache),
	    .words = &cache_words, .group = GROUP_HOW,
	    .help = "before a read pass: cold, warm or as-is (cold)" },
	{ "buffer", "", "LIST", value_words, AT(buffer),
	    .words = &buffer_words, .group = GROUP_HOW,
	    .help = "pages of the transfer buffers: huge, page (huge)" },
	{ "readahead", "", "LIST", value_readahead, AT(readahead),
	    .group = GROUP_HOW,
	    .help = "what the kernel reads ahead: off, default or sizes, "
	    "which are set for the whole disk; one row each" },
	{ "latency", "", NULL, value_flag, AT(latency),
	    .group = GROUP_HOW,
	    .help = "time each transfer, also below 64k through the page "
	    "cache" },
	{ "order", "", "ORDER", value_word, AT(order),
	    .words = &order_words, .group = GROUP_HOW,
	    .help = "order of passes: mirror, blocked or random (mirror)" },
	{ "seed", "", "N", value_count, AT(seed),
	    .group = GROUP_HOW,
	    .help = "repeats the data and order of an earlier session" },
	{ "verify", "", NULL, value_flag, AT(verify),
	    .group = GROUP_HOW,
	    .help = "read again what each pass moved, and tell data that is "
	    "wrong (exit status 4)" },

	{ "flush", "y", "WHEN", value_flush, AT(flush),
	    .group = GROUP_WRITE,
	    .help = "when data is forced out: end, none, each (block), N "
	    "(blocks), dsync or sync (end; its time counts)" },
	{ "data", "d", "KIND", value_data, AT(data),
	    .group = GROUP_WRITE,
	    .help = "random, zero, compress=PCT (of zeros in each 4 KiB) or "
	    "file=F (random)" },
	{ "layout", "l", "HOW", value_word, AT(layout),
	    .words = &layout_words, .group = GROUP_WRITE,
	    .help = "extents a write pass lands on: create, preallocate or "
	    "overwrite (create; overwrite on rotating disks)" },
	{ "create", "", NULL, value_flag, AT(create),
	    .group = GROUP_WRITE,
	    .help = "a missing TARGET is made, and removed at the end" },
	{ "keep", "", NULL, value_flag, AT(keep),
	    .group = GROUP_WRITE,
	    .help = "a missing TARGET is made, and kept" },
	{ "overwrite", "", NULL, value_flag, AT(overwrite),
	    .group = GROUP_WRITE,
	    .help = "an existing file may be written, never beyond its end" },
	{ "destroy", "", "DEV", value_destroy, 0,
	    .group = GROUP_WRITE,
	    .help = "this device may be written; once for each" },
	{ "lose", "", "WHAT", value_lose, 0,
	    .group = GROUP_WRITE,
	    .help = "the signature on it that may be lost, such as ext4; "
	    "after its --destroy" },

	{ "format", "f", "F", value_name, AT(format),
	    .group = GROUP_OUTPUT,
	    .help = "on standard output: table, classic, dd, time, json, csv "
	    "or markdown (table)" },
	{ "style", "", "WHOSE", value_word, AT(style),
	    .words = &style_words, .group = GROUP_OUTPUT,
	    .help = "closing lines of dd: gnu or bsd (the system's)" },
	{ "json", "", "F", value_name, AT(json),
	    .group = GROUP_OUTPUT, .attached = true,
	    .help = "also write the full record to the file F" },
	{ "csv", "", "F", value_name, AT(csv),
	    .group = GROUP_OUTPUT, .attached = true,
	    .help = "also write a row for each pass to the file F" },
	{ "markdown", "", "F", value_name, AT(markdown),
	    .group = GROUP_OUTPUT, .attached = true,
	    .help = "also write the table in Markdown to the file F" },
	{ "log", "", "F", value_name, AT(log),
	    .group = GROUP_OUTPUT, .attached = true,
	    .help = "also write the bytes of each interval to the file F, as "
	    "CSV" },
	{ "interval", "", "TIME", value_time, AT(interval_ns),
	    .group = GROUP_OUTPUT,
	    .help = "length of an interval of the time series (100 ms)" },
	SESSION_ROWS,

	{ "dry-run", "", NULL, value_flag, AT(dry_run),
	    .group = GROUP_GENERAL,
	    .help = "print what would be done and touched, and do nothing" },
	GENERAL_ROWS,

	/* What fingers know from fio. */
	{ "bs", "", "LIST", value_blocks, AT(block), .hidden = true },
	{ "iodepth", "", "LIST", value_counts, AT(depth),
	    .most = DEPTH_MAX, .hidden = true },
	{ "numjobs", "", "LIST", value_counts, AT(jobs),
	    .most = JOBS_MAX, .hidden = true },
	{ "runtime", "", "TIME", value_time, AT(time_limit_ns),
	    .hidden = true },
	{ "rw", "", "LIST", value_words, AT(op),
	    .words = &op_words, .hidden = true },

	{ .name = NULL },
};

const struct option_set sweep_options = {
	.rows = rows,
	.before = before,
	.after = after,
	.no_target = "nothing to measure: no TARGET given; \"seqbench .\" "
	    "measures here",
};

void
options_usage(FILE *f)
{
	fputs(USAGE "\"seqbench .\" measures here; \"seqbench --help\" lists "
	    "the options.\n", f);
}
