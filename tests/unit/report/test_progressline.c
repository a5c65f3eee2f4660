/* test_progressline -- the one line, from what the meter shows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../../src/report/progressline.h"

int	test_progressline(void);

#define SECOND	UINT64_C(1000000000)
#define MB	UINT64_C(1000000)

static const struct meter_phase pass = {
	.what = "64k READ buffered", .run = 2, .runs = 3,
	.total = 100 * MB, .start_ns = SECOND, .left_ns = 20 * SECOND,
};
static const struct meter_phase layout = {
	.what = "lay out", .start_ns = SECOND,
};

static void
a_line_says_where_the_session_is(void **state)
{
	static const struct {
		const struct meter_phase *phase;
		uint64_t	 bytes, flushed, now;
		const char	*line;
	} rows[] = {
		{ NULL, 0, 0, 2 * SECOND, "between passes" },
		{ &pass, 0, 0, SECOND, "64k READ buffered, run 2 of 3: "
		    "getting ready, 20 s left" },
		{ &pass, 25 * MB, 0, 2 * SECOND,
		    "64k READ buffered, run 2 of 3: 25 %, 25.0 MB/s, "
		    "23 s left" },
		{ &pass, 80 * MB, 20 * MB, 9 * SECOND,
		    "64k READ buffered, run 2 of 3: flushing 25 %, "
		    "20 s left" },
		{ &pass, 25 * MB, 26 * MB, 2 * SECOND,
		    "64k READ buffered, run 2 of 3: 25 %, 25.0 MB/s, "
		    "23 s left" },
		{ &layout, 1 << 20, 0, 2 * SECOND,
		    "lay out: 1.0 MiB, 1.0 MB/s" },
	};
	char buf[PROGRESS_TEXT];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct progress p = { .between = true };
		struct meter meter = METER_INIT;

		meter_show(&meter, rows[i].phase);
		meter_set(&meter.lane[0].bytes, rows[i].bytes);
		meter_set(&meter.lane[0].flushed, rows[i].flushed);
		progress_look(&p, &meter, rows[i].now, false);
		assert_string_equal(progress_line(&p, 79, false, buf),
		    rows[i].line);
	}
}

static void
the_rate_is_that_of_the_last_marks(void **state)
{
	struct progress p = { .between = true };
	struct meter meter = METER_INIT;
	char buf[PROGRESS_TEXT];

	(void)state;
	meter_show(&meter, &pass);
	/* 10 MB/s for a second, then ten times that. */
	for (uint64_t tick = 1; tick <= 10; tick++) {
		meter_set(&meter.lane[0].bytes, tick <= 5 ? tick * 2 * MB :
		    10 * MB + (tick - 5) * 20 * MB / 5 * 4);
		progress_look(&p, &meter, SECOND + tick * SECOND / 5, true);
	}
	assert_string_equal(progress_line(&p, 79, false, buf),
	    "64k READ buffered, run 2 of 3: 90 %, 80.0 MB/s, 20 s left");

	/* The flush is another thing and has its own rate. */
	meter_set(&meter.lane[0].flushed, 10 * MB);
	progress_look(&p, &meter, 4 * SECOND, true);
	assert_true(p.rate < 0);
	meter_set(&meter.lane[0].flushed, 50 * MB);
	progress_look(&p, &meter, 5 * SECOND, true);
	assert_string_equal(progress_line(&p, 79, false, buf),
	    "64k READ buffered, run 2 of 3: flushing 56 %, 40.0 MB/s, "
	    "21 s left");
}

static void
a_narrow_terminal_cuts_between_characters(void **state)
{
	const struct meter_phase phase = { .what = "\xc3\xa4\xc3\xb6" };
	struct progress p = { .phase = phase, .rate = -1 };
	char buf[PROGRESS_TEXT];

	(void)state;
	assert_string_equal(progress_line(&p, 3, true, buf),
	    "\xc3\xa4\xc3\xb6:");
	assert_string_equal(progress_line(&p, 1, true, buf), "\xc3\xa4");
	assert_string_equal(progress_line(&p, 5, false, buf), "\\303\\");
	assert_string_equal(progress_line(&p, 0, true, buf), "");
}

int
test_progressline(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_says_where_the_session_is),
		cmocka_unit_test(the_rate_is_that_of_the_last_marks),
		cmocka_unit_test(a_narrow_terminal_cuts_between_characters),
	};

	return cmocka_run_group_tests_name("progressline", tests, NULL, NULL);
}
