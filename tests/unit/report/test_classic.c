/* test_classic -- the table of the mail of 2007. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <errno.h>

#include "sample_result.h"

int	test_classic(void);

static void
three_runs_look_like_the_mail(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	sample_result_expect(&s, "classic",
	    "seqbench(1.0GiB) Results in MB/s avg\n"
	    "/mnt/t\n"
	    "4k   READ   47.1  46.9  46.8  46.9\n"
	    "     WRITE  40.9  40.9  41.0  40.9\n"
	    "128k READ   123.0 122.8 122.8 122.9\n"
	    "     WRITE  96.3  96.4  96.2  96.3\n");
}

static void
columns_follow_runs_and_figures(void **state)
{
	const double runs[] = { 100, 123456, 100, 100 };
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	sample_result_runs(&s, 0, 4, runs, 1);
	s.sample[1][1].error.code = EIO;
	s.cell[1].error = (struct io_error){ EIO, "write", 0, "no more" };
	sample_result_expect(&s, "classic",
	    "4k   READ   100.0  123456 100.0  100.0  133.3\n"
	    "     WRITE  40.9   -      41.0   -      40.9\n"
	    "128k READ   123.0  122.8  122.8  -      122.9\n");
	sample_result_expect(&s, "classic", "\n4k WRITE buffered: no more\n");
}

static void
variants_are_named(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	sample_result_variant(&s);
	sample_result_expect(&s, "classic",
	    "4k   READ   buffered      47.1  46.9  46.8  46.9\n"
	    "     READ   direct        47.1  46.9  46.8  46.9\n"
	    "     WRITE  buffered      40.9  40.9  41.0  40.9\n");
}

int
test_classic(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_runs_look_like_the_mail),
		cmocka_unit_test(columns_follow_runs_and_figures),
		cmocka_unit_test(variants_are_named),
	};

	return cmocka_run_group_tests_name("report/classic", tests, NULL,
	    NULL);
}
