/* test_ddform -- dd's lines, and time's, for every pass. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "unit/report/session.h"

#include "../../../src/report/writers.h"

int	test_ddform(void);

static void
every_pass_closes_like_dd(void **state)
{
	struct session s;
	char *text;

	(void)state;
	session_make(&s);
	text = session_text(dd_write, &s.result, STYLE_GNU);
	assert_string_equal(text,
	    "# 64k read buffered, run 1: a \"b\",c\n"
	    "16+0 records in\n"
	    "16+0 records out\n"
	    "1048576 bytes (1.0 MB, 1.0 MiB) copied, 0.5 s, 2.1 MB/s\n"
	    "# 64k read buffered, run 2: a \"b\",c\n"
	    "16+0 records in\n"
	    "16+0 records out\n"
	    "1048576 bytes (1.0 MB, 1.0 MiB) copied, 0.25 s, 4.2 MB/s\n"
	    "# 64k write buffered, run 1: a \"b\",c\n"
	    "# a: write at 65536:\\nInput/output error\n"
	    "1+1 records in\n"
	    "1+1 records out\n"
	    "100000 bytes (100 kB, 98 KiB) copied, 0.025 s, 4.0 MB/s\n"
	    "# 4000 read raw: x\\377\n"
	    "# 4000 is no multiple of 512\n");
	free(text);
}

static void
times_are_cut_to_hundredths(void **state)
{
	struct session s;
	char *text;

	(void)state;
	session_make(&s);
	s.plan.cells = 2;
	s.cell[0].samples = 1;
	s.write[0].error.code = 0;
	s.options.buffer.n = 2;
	s.plan_cell[1].depth = 8;
	s.plan_cell[1].jobs = 4;
	text = session_text(time_write, &s.result, STYLE_BSD);
	assert_string_equal(text,
	    "# 64k read buffered, run 1: a \"b\",c\n"
	    "16+0 records in\n"
	    "16+0 records out\n"
	    "1048576 bytes transferred in 0.500000 secs "
	    "(2097152 bytes/sec)\n"
	    "\t0.50s real\t\t0.16s user\t\t1m0.89s sys\n"
	    "# 64k write buffered q8 j4, run 1: a \"b\",c\n"
	    "1+1 records in\n"
	    "1+1 records out\n"
	    "100000 bytes transferred in 0.025000 secs "
	    "(4000000 bytes/sec)\n"
	    "\t3m5.57s real\t\t- user\t\t- sys\n");
	free(text);
}

static void
long_times_have_hours_and_days(void **state)
{
	struct session s;
	char *text;

	(void)state;
	session_make(&s);
	s.plan.cells = 1;
	s.cell[0].samples = 1;
	s.read[0].user_ns = 3600000000000;
	s.read[0].system_ns = UINT64_C(90061999999999);
	text = session_text(time_write, &s.result, STYLE_BSD);
	assert_non_null(strstr(text,
	    "\t0.50s real\t\t1h0.00s user\t\t1d1h1m1.99s sys\n"));
	free(text);
}

int
test_ddform(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_pass_closes_like_dd),
		cmocka_unit_test(times_are_cut_to_hundredths),
		cmocka_unit_test(long_times_have_hours_and_days),
	};

	return cmocka_run_group_tests_name("ddform", tests, NULL, NULL);
}
