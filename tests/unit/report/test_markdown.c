/* test_markdown -- the table for GitHub. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "sample_result.h"

int	test_markdown(void);

static void
the_cells_are_those_of_the_table(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	sample_result_expect(&s, "markdown",
"## seqbench 1.0: /mnt/t\n"
"\n"
"- ext4 on /dev/sdb1, ST2000DM008, SATA, read-ahead 128 KiB\n"
"- buffered, cold (checked), 1.0 GiB x 3 runs, mirrored, flush counted\n"
"- write passes land on fresh extents: equal sectors for READ only\n"
"- MB = 10^6 bytes\n"
"\n"
"| block | op | run 1 | run 2 | run 3 | MB/s | +-95% | cpu/GiB | dev/app "
"| flags |\n"
"|---:|:---|---:|---:|---:|---:|---:|---:|---:|:---|\n"
"| 4k | READ | 47.1 | 46.9 | 46.8 | 46.9 | 0.4 | 2.31 | 1.00 |  |\n"
"| 4k | WRITE | 40.9 | 40.9 | 41.0 | 40.9 | 0.1 | 3.02 | 1.00 |  |\n"
"| 128k | READ | 123.0 | 122.8 | 122.8 | 122.9 | 0.3 | 0.40 | 1.00 | \\* |\n"
"| 128k | WRITE | 96.3 | 96.4 | 96.2 | 96.3 | 0.2 | 0.51 | 1.00 | \\* |\n"
"\n"
"- \\* smallest block not told from the best (95 %): READ 128k, WRITE 128k\n"
"- cold: 0 of 262144 pages cached; device read 1.00 x; device wrote 1.00 x; "
"flush counted, 25 % of the time; buffers 2 MiB pages; 128 KiB a device "
"transfer\n"
"\n"
"```\n"
"repeat: seqbench -s 1g --seed 4711 /mnt/t\n"
"```\n");
}

static void
variants_have_all_columns_and_full_words(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	sample_result_variant(&s);
	sample_result_expect(&s, "markdown",
	    "| 4k | WRITE | direct | 40.9 | 40.9 | 41.0 | 40.9 | 0.1 | 3.02 "
	    "| 1.00 |  | 0.96 | 0.95-0.97 | no difference shown |\n");
	sample_result_expect(&s, "markdown",
	    " | 0.95-0.97 | equivalent within 5 % |\n");
}

static void
names_are_escaped(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	s.target.path = "/mnt/*<a>|`_[x]";
	sample_result_expect(&s, "markdown",
	    "## seqbench 1.0: /mnt/\\*\\<a>\\|\\`\\_\\[x]\n");
}

static void
a_file_begins_as_the_format_says(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	sample_result_expect(&s, "markdown",
	    report_find(reports, "markdown")->begins);
	assert_null(report_find(reports, "table")->begins);
	assert_null(report_find(reports, "nonsense"));
}

int
test_markdown(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_cells_are_those_of_the_table),
		cmocka_unit_test(variants_have_all_columns_and_full_words),
		cmocka_unit_test(names_are_escaped),
		cmocka_unit_test(a_file_begins_as_the_format_says),
	};

	return cmocka_run_group_tests_name("report/markdown", tests, NULL,
	    NULL);
}
