/* test_footer -- what stands under a table. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <errno.h>
#include <signal.h>
#include <string.h>

#include "sample_result.h"

int	test_footer(void);

static void
expect(const struct sample_result *s, const char *lines)
{
	sample_result_expect(s, "table", lines);
}

static void
a_star_may_have_too_few_runs(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	s.star[0].cell = STAR_TOO_FEW;
	expect(&s, "\n* smallest block not told from the best (95 %): WRITE "
	    "128k\ntoo few runs to tell the smallest block: READ\n");
	s.star[0].cell = s.star[1].cell = STAR_NONE;
	expect(&s, "1.00 *\ncold: 0 of");
}

static void
used_flags_are_explained_and_say_what_decided(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	s.cell[0].flags = FLAG_CACHED | FLAG_TOOL;
	s.sample[0][1].flags = FLAG_CACHED;
	s.sample[0][1].cache_check = CHECK_RESIDENT;
	s.sample[0][1].cached_bytes = 4097;
	expect(&s, "1.00 cx\n");
	expect(&s, "\nc: part came from a cache; decided by the page count "
	    "before the pass\n"
	    "x: bound by the tool itself\n"
	    "not cold: 2 of 262144 pages cached; ");
	s.sample[0][1].cache_check = CHECK_COLD;
	s.sample[0][1].device.read_bytes = s.sample[0][1].bytes / 4;
	expect(&s, "\nc: part came from a cache; decided by device bytes, "
	    "0.25 x those read\n");
	s.cell[0].flags = FLAG_UNCHECKED;
	s.sample[0][1].flags = FLAG_UNCHECKED;
	s.sample[0][1].cache_check = CHECK_UNKNOWN;
	s.sample[0][1].cached_bytes = NOT_KNOWN;
	s.sample[0][1].device.read_bytes = NOT_KNOWN;
	expect(&s, "\nu: cold could not be checked; nor are there device "
	    "bytes that could decide\n"
	    "cold not checked: cached pages not known; device read: not "
	    "counted; device wrote\n  1.00 x; flush");
}

static void
what_the_device_did_not_count_is_an_empty_cell(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	s.sample[0][1].device.read_bytes = NOT_KNOWN;
	s.sample[0][2].user_ns = NOT_KNOWN;
	expect(&s, "   4k READ     47.1    46.9    46.8      46.9     0.4\n");
}

static void
warnings_stand_under_the_last_table(void **state)
{
	char text[] = "a warning that is long enough to be broken into two "
	    "lines, which it is, here";
	char *texts[] = { text };
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	s.result.warnings = (struct warnings){ .text = texts, .n = 1 };
	expect(&s, "\nwarning: a warning that is long enough to be broken "
	    "into two lines, which it is,\n  here\ncold: 0 of");
}

static void
an_interruption_names_its_signal(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	s.cell[3].samples = 2;
	s.result.signal = SIGTERM;
	expect(&s, "\ninterrupted by SIGTERM: 11 of 12 passes\n* smallest");
	s.cell[3].error.code = EIO;
	expect(&s, "\ninterrupted by SIGTERM: 11 of 11 passes\n");
	s.cell[3].error.code = 0;
	s.result.signal = SIGPIPE;
	expect(&s, "\ninterrupted by signal 13: 11 of 12 passes\n");
}

static void
the_truth_is_that_of_the_samples(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	s.plan.flush = FLUSH_NONE;
	s.sample[3][0].buffer_page_bytes = 4096;
	expect(&s, "\ncold: 0 of 262144 pages cached; device read 1.00 x; "
	    "device wrote 1.00 x; not\n"
	    "  flushed; buffers 4 KiB and 2 MiB pages; 128 KiB a device transfer");
	for (size_t k = 0; k < 3; k++) {
		s.sample[0][k].cache_check = CHECK_NONE;
		s.sample[0][k].cached_bytes = s.sample[0][k].bytes;
		s.sample[0][k].device.read_bytes = 0;
		s.sample[0][k].bottom.transfers = 0;
	}
	s.plan.cells = s.plan_target[0].cells = 1;
	s.plan.cache = CACHE_WARM;
	expect(&s, "\nwarm: 262144 of 262144 pages cached; device read "
	    "0.00 x; buffers 2 MiB pages\n");
}

static void
what_is_not_touched_or_has_no_device_is_not_in_the_truth(void **state)
{
	static const struct engine null = {
		.name = "null", .access = ACCESS_NONE,
	};
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	s.plan.flush = FLUSH_EACH;
	s.plan_cell[0].engine = s.plan_cell[1].engine = &null;
	for (size_t k = 0; k < 3; k++) {
		s.sample[0][k].device.read_bytes = NOT_KNOWN;
		s.sample[1][k].device.write_bytes = NOT_KNOWN;
	}
	for (size_t i = 0; i < 4; i++)
		for (size_t k = 0; k < 3; k++)
			s.sample[i][k].bottom.transfers = NOT_KNOWN;
	expect(&s, "\ncold: 0 of 262144 pages cached; device read 1.00 x; "
	    "device wrote 1.00 x; each\n  flush counted; buffers 2 MiB");
	s.target.device.known = false;
	s.plan.flush = FLUSH_DSYNC;
	expect(&s, "\ncold: 0 of 262144 pages cached; each write durable; "
	    "buffers 2 MiB pages\n");
	s.target.kind = TARGET_SINK;
	expect(&s, "pages cached; buffers 2 MiB pages\n");
}

static void
cells_of_one_reason_share_a_line(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	for (size_t i = 0; i < 4; i++)
		s.cell[i].error = (struct io_error){ EINVAL, "open",
			NOT_KNOWN, "no such luck" };
	strcpy(s.cell[2].error.text, "too large");
	strcpy(s.record[0].error, "can't be kept: gone");
	expect(&s, "\ncan't be kept: gone\n"
	    "4k READ buffered: no such luck\n"
	    "4k 128k WRITE buffered: no such luck\n"
	    "128k READ buffered: too large\n*");
}

static void
a_precision_not_reached_is_said(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	s.plan.runs_min = 2;
	s.plan.precision = 0.005;
	expect(&s, "\nwider than +-0.5 % after 3 runs: 4k READ buffered\n*");
	s.plan.precision = 0.5;
	expect(&s, "1.00 *\n* smallest");
}

static void
the_command_line_is_complete(void **state)
{
	char buffered[] = "buffered", direct[] = "direct", data[] = "my data",
	    label[] = "it's old", device[] = "/dev/sdb1", lose[] = "ext4";
	struct sample_result s;
	struct options *o = &s.options;

	(void)state;
	sample_result_make(&s);
	o->block.n = 2;
	strcpy(o->block.item[0].text, "2x512");
	strcpy(o->block.item[1].text, "64k");
	o->op = (struct word_list){ 2, { OP_WRITE, OP_READ } };
	o->engine.n = 2;
	o->engine.item[0] = buffered;
	o->engine.item[1] = direct;
	o->depth = (struct size_list){ 2, { { 1, "1" }, { 1024, "1k" } } };
	o->jobs = (struct size_list){ 1, { { 4, "4" } } };
	o->latency = true;
	o->interval_ns = (struct opt_u64){ true, 20000000, "20ms" };
	o->time_limit_ns = (struct opt_u64){ true, 1500000000, "1.5s" };
	o->runs_min = (struct opt_u64){ true, 5, "5" };
	o->runs_max = (struct opt_u64){ true, 20, "20" };
	o->precision = 0.015;
	o->cache = CACHE_AS_IS;
	o->flush = FLUSH_EVERY_N;
	o->flush_every = 16;
	o->buffer = (struct word_list){ 2, { BUFFER_HUGE, BUFFER_PAGE } };
	o->data = DATA_FILE;
	o->data_file = data;
	o->layout = LAYOUT_OVERWRITE;
	o->order = ORDER_BLOCKED;
	o->offset = (struct opt_u64){ true, 1 << 20, "1m" };
	o->label = label;
	o->allow_holes = o->create = o->keep = o->overwrite = true;
	o->destroy.n = 2;		/* the other is another target's */
	o->destroy.item[0].device = label;
	o->destroy.item[1].device = device;
	s.target.destroy = device;
	s.target.lose = lose;
	s.target.path = "-a b";
	expect(&s, "\nrepeat: seqbench -b 2x512,64k -o write,read -e "
	    "buffered,direct -q 1,1024 -j 4 -s 1g -t 1.5s -n 5..20 -p 1.5 -c as-is -y 16 "
	    "--buffer huge,page -d file='my data' -l overwrite "
	    "--order blocked --latency --interval 20ms --seed 4711 --offset 1m --label 'it'\\''s old' "
	    "--allow-holes --create --keep --overwrite --destroy /dev/sdb1 "
	    "--lose ext4 -- '-a b'\n");
	o->data = DATA_COMPRESS;
	o->data_percent = 50;
	o->flush = FLUSH_DSYNC;
	s.target.path = "-";
	expect(&s, " -y dsync --buffer huge,page -d compress=50 -l ");
	expect(&s, " --lose ext4 -\n");
}

int
test_footer(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_star_may_have_too_few_runs),
		cmocka_unit_test(
		    used_flags_are_explained_and_say_what_decided),
		cmocka_unit_test(
		    what_the_device_did_not_count_is_an_empty_cell),
		cmocka_unit_test(warnings_stand_under_the_last_table),
		cmocka_unit_test(an_interruption_names_its_signal),
		cmocka_unit_test(the_truth_is_that_of_the_samples),
		cmocka_unit_test(
		    what_is_not_touched_or_has_no_device_is_not_in_the_truth),
		cmocka_unit_test(cells_of_one_reason_share_a_line),
		cmocka_unit_test(a_precision_not_reached_is_said),
		cmocka_unit_test(the_command_line_is_complete),
	};

	return cmocka_run_group_tests_name("report/footer", tests, NULL,
	    NULL);
}
