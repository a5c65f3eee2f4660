/* test_table -- the table for people, byte for byte. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sample_result.h"

int	test_table(void);

static const struct report_look plain = { .utf8 = true };

#define HEADER								\
	"seqbench 1.0: /mnt/t\n"					\
	"  ext4 on /dev/sdb1, ST2000DM008, SATA, read-ahead 128 KiB\n"	\
	"  buffered, cold (checked), 1.0 GiB x 3 runs, mirrored, "	\
	"flush counted\n"						\
	"  write passes land on fresh extents: equal sectors for READ only\n" \
	"  MB = 10^6 bytes\n"
#define STARS								\
	"* smallest block not told from the best (95 %): READ 128k, "	\
	"WRITE 128k\n"
#define TRUTH								\
	"cold: 0 of 262144 pages cached; device read 1.00 x; device "	\
	"wrote 1.00 x; flush\n"						\
	"  counted, 25 % of the time; buffers 2 MiB pages; "		\
	"128 KiB a device transfer\n"
#define REPEAT	"repeat: seqbench -s 1g --seed 4711 /mnt/t\n"

static void
expect(const struct sample_result *s, const struct report_look *look,
    const char *text)
{
	char *got = sample_result_text(s, look,
	    report_find(reports, "table")->write);

	assert_string_equal(got, text);
	free(got);
}

/* Everything but the lines that hold a path or a command fits. */
static void
expect_narrow(const struct sample_result *s)
{
	char *got = sample_result_text(s, &plain,
	    report_find(reports, "table")->write);

	for (char *line = strtok(got, "\n"); line != NULL;
	    line = strtok(NULL, "\n")) {
		if (strncmp(line, "seqbench 1.0: ", 14) == 0 ||
		    strncmp(line, "repeat: ", 8) == 0)
			continue;
		if (strlen(line) > 80)
			print_message("%s\n", line);
		assert_true(strlen(line) <= 80);
		assert_null(strstr(line, "nan"));
		assert_true(line[strlen(line) - 1] != ' ');
	}
	free(got);
}

static void
expect_line(const struct sample_result *s, const char *line)
{
	sample_result_expect(s, "table", line);
}

static void
three_runs_look_like_the_design(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	expect(&s, &plain, HEADER
"block op      run 1   run 2   run 3      MB/s   +-95%  cpu/GiB dev/app flags\n"
"   4k READ     47.1    46.9    46.8      46.9     0.4     2.31    1.00\n"
"      WRITE    40.9    40.9    41.0      40.9     0.1     3.02    1.00\n"
" 128k READ    123.0   122.8   122.8     122.9     0.3     0.40    1.00 *\n"
"      WRITE    96.3    96.4    96.2      96.3     0.2     0.51    1.00 *\n"
	    STARS TRUTH REPEAT);
}

static void
more_runs_are_shown_by_their_spread(void **state)
{
	const double runs[] = { 47, 46, 48, 49, 45 };
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	sample_result_runs(&s, 0, 5, runs, 1.9);
	expect_line(&s,
"block op        min  median     max      MB/s   +-95%  cpu/GiB dev/app flags\n"
"   4k READ     45.0    47.0    49.0      47.0     1.9     2.31    1.00\n");
}

static void
one_run_has_no_error_bar_and_two_may_have_no_bound(void **state)
{
	const double runs[] = { 40, 80 };
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	s.cell[2].samples = s.cell[3].samples = 0;
	s.cell[2].rate = s.cell[3].rate = (struct rate){ 0 };
	sample_result_runs(&s, 0, 1, runs, NAN);
	sample_result_runs(&s, 1, 2, runs, INFINITY);
	expect_line(&s,
"block op      run 1   run 2      MB/s   +-95%  cpu/GiB dev/app flags\n"
"   4k READ     40.0              40.0       -     2.31    1.00\n"
"      WRITE    40.0    80.0      53.3     inf     3.02    1.00\n"
" 128k READ                          -                          *\n");
}

static void
figures_stay_in_their_columns(void **state)
{
	const double runs[] = { 9999.94, 10000, 99999.9 };
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	sample_result_runs(&s, 0, 3, runs, 99999.9);
	expect_line(&s,
"   4k READ   9999.9   10000  100000     14286  100000     2.31    1.00\n");
	expect_narrow(&s);
}

static void
a_failed_or_refused_cell_says_why(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	s.cell[0].samples = 0;
	s.cell[0].rate = (struct rate){ .half = NAN };
	s.cell[0].flags = FLAG_ERROR;
	s.cell[0].error = (struct io_error){ EINVAL, "open", NOT_KNOWN,
		"4096 is not a multiple of the sector size 8192" };
	s.sample[2][1].error = (struct io_error){ .code = EIO, .op = "read",
		.offset = 4096, .text = "offset 4096: Input/output error" };
	s.cell[2].error = s.sample[2][1].error;
	s.cell[2].flags = FLAG_ERROR;
	expect_line(&s,
"   4k READ                                  -                          e\n");
	expect_line(&s,
" 128k READ    123.0       -   122.8     122.9     0.3     0.40    1.00 *e\n");
	expect_line(&s, "\n4k READ buffered: 4096 is not a multiple of the "
	    "sector size 8192\n"
	    "128k READ buffered: offset 4096: Input/output error\n");
}

static void
no_bytes_and_no_time_are_no_rate(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	s.sample[0][0].bytes = 0;
	s.sample[0][1].transfer_ns = 0;
	s.cell[0].rate.n = 0;
	expect_line(&s, "\n   4k READ        -       -    46.8         -  ");
	expect_narrow(&s);
}

static void
nothing_measured_is_said(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	for (size_t i = 0; i < s.plan.cells; i++) {
		s.cell[i].samples = 0;
		s.cell[i].rate.n = 0;
	}
	s.result.stars = 0;
	s.result.signal = 2;
	expect(&s, &plain, "seqbench 1.0: /mnt/t\n"
"  ext4 on /dev/sdb1, ST2000DM008, SATA, read-ahead 128 KiB\n"
"  buffered, 1.0 GiB x 3 runs, mirrored, flush counted\n"
"  write passes land on fresh extents: equal sectors for READ only\n"
"  MB = 10^6 bytes\n"
"nothing was measured\n"
"interrupted by SIGINT: 0 of 12 passes\n" REPEAT);
}

static void
variants_are_rows_with_a_ratio(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	sample_result_variant(&s);
	expect_line(&s,
"block op    engine    MB/s +-95% cpu/GiB dev/app flags ratio      95 %\n"
"   4k READ  buffered  46.9   0.4    2.31    1.00\n"
"            direct    46.9   0.4    2.31    1.00        0.96 0.95-0.97 "
"slower\n"
"      WRITE buffered  40.9   0.1    3.02    1.00\n"
"            direct    40.9   0.1    3.02    1.00        0.96 0.95-0.97 none\n"
" 128k READ  buffered 122.9   0.3    0.40    1.00 *\n"
"            direct   122.9   0.3    0.40    1.00        0.96 0.95-0.97 equiv\n"
"      WRITE buffered  96.3   0.2    0.51    1.00 *\n"
"            direct    96.3   0.2    0.51    1.00        0.96 0.95-0.97 "
"faster\n"
"* smallest block not told from the best (95 %): READ buffered 128k, WRITE\n"
"  buffered 128k\n"
"too few runs to tell the smallest block: READ direct\n"
"ratio: to buffered, with its 95 % interval; none: no difference shown; "
"equiv:\n"
"  equivalent within 5 %\n");
}

static void
the_fullest_table_fits(void **state)
{
	const double runs[] = { 9999999, 8888888, 87381333, 1, 2 };
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	sample_result_variant(&s);
	for (size_t i = 0; i < s.plan.cells; i++) {
		sample_result_runs(&s, i, 5, runs, 87381333);
		s.cell[i].flags = (FLAG_ERROR << 1) - 1;
		s.cell[i].star = true;
		s.cell[i].against = (struct comparison){ .ratio = 12345,
			.low = 1000, .high = 99999,
			.verdict = VERDICT_EQUIVALENT };
		s.plan_cell[i].buffer = BUFFER_PAGE;
		s.plan_cell[i].block.bytes = 2147479552 + i / 2 % 2;
		strcpy(s.plan_cell[i].block.text, "1x1x1x2147479552");
	}
	expect_narrow(&s);
	s.plan.variants = 1;
	s.plan.cells = s.plan_target[0].cells = 4;
	expect_narrow(&s);
}

static void
each_target_has_its_table(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	s.plan.targets = 2;
	s.plan_target[1] = s.plan_target[0];
	s.plan_target[0].cells = 2;
	s.plan_target[1].first_cell = 2;
	s.plan_target[1].cells = 2;
	s.star[0].target = s.star[1].target = 1;
	expect(&s, &plain, HEADER
"block op      run 1   run 2   run 3      MB/s   +-95%  cpu/GiB dev/app flags\n"
"   4k READ     47.1    46.9    46.8      46.9     0.4     2.31    1.00\n"
"      WRITE    40.9    40.9    41.0      40.9     0.1     3.02    1.00\n"
	    TRUTH REPEAT "\n" HEADER
"block op      run 1   run 2   run 3      MB/s   +-95%  cpu/GiB dev/app flags\n"
" 128k READ    123.0   122.8   122.8     122.9     0.3     0.40    1.00 *\n"
"      WRITE    96.3    96.4    96.2      96.3     0.2     0.51    1.00 *\n"
	    STARS TRUTH REPEAT);
}

static void
verbose_adds_host_and_passes(void **state)
{
	const struct report_look look = { .utf8 = true, .verbose = true };
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	s.plan.cells = s.plan_target[0].cells = 1;
	s.plan_target[0].writes = false;
	s.result.stars = 0;
	expect(&s, &look, "seqbench 1.0: /mnt/t\n"
"  ext4 on /dev/sdb1, ST2000DM008, SATA, read-ahead 128 KiB\n"
"  mounted rw,relatime, rotating, scheduler mq-deadline, write cache write "
"back\n"
"  host host, Linux 6.18.44 x86_64, Debian GNU/Linux 12, 2 CPUs, Some CPU, "
"memory\n"
"    4.0 GiB, clock tsc\n"
"  buffered, cold (checked), 1.0 GiB x 3 runs\n"
"  MB = 10^6 bytes\n"
"block op      run 1   run 2   run 3      MB/s   +-95%  cpu/GiB dev/app flags\n"
"   4k READ     47.1    46.9    46.8      46.9     0.4     2.31    1.00\n"
"block op    run  KiB/transfer  transfers/s  switches  short  extents\n"
"   4k READ    1         128.0          359       101      0        1\n"
"              2         128.0          358       101      0        1\n"
"              3         128.0          357       101      0        1\n"
"cold: 0 of 262144 pages cached; device read 1.00 x; buffers 2 MiB pages; "
"128 KiB\n  a device transfer\n"
	    REPEAT);
}

static void
colour_is_added_and_says_nothing_by_itself(void **state)
{
	const struct report_look look = { .utf8 = true, .color = true };
	struct sample_result s;
	char *got, *to, *bare;

	(void)state;
	sample_result_make(&s);
	got = sample_result_text(&s, &look,
	    report_find(reports, "table")->write);
	assert_non_null(strstr(got, "\033[1mseqbench 1.0: /mnt/t\033[0m\n"));
	assert_non_null(strstr(got, "  1.00 \033[1m*\033[0m\n"));
	assert_non_null(strstr(got, "\n  \033[2mwrite passes land"));
	to = got;
	for (const char *from = got; *from != '\0'; from++) {
		if (*from == '\033')
			from += strcspn(from, "m");
		else
			*to++ = *from;
	}
	*to = '\0';
	bare = sample_result_text(&s, &plain,
	    report_find(reports, "table")->write);
	assert_string_equal(got, bare);
	free(bare);
	free(got);
}

int
test_table(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_runs_look_like_the_design),
		cmocka_unit_test(more_runs_are_shown_by_their_spread),
		cmocka_unit_test(
		    one_run_has_no_error_bar_and_two_may_have_no_bound),
		cmocka_unit_test(figures_stay_in_their_columns),
		cmocka_unit_test(a_failed_or_refused_cell_says_why),
		cmocka_unit_test(no_bytes_and_no_time_are_no_rate),
		cmocka_unit_test(nothing_measured_is_said),
		cmocka_unit_test(variants_are_rows_with_a_ratio),
		cmocka_unit_test(the_fullest_table_fits),
		cmocka_unit_test(each_target_has_its_table),
		cmocka_unit_test(verbose_adds_host_and_passes),
		cmocka_unit_test(colour_is_added_and_says_nothing_by_itself),
	};

	return cmocka_run_group_tests_name("report/table", tests, NULL, NULL);
}
