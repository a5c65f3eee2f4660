/* test_value_number -- numbers of options. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "unit/cli/line.h"

int	test_value_number(void);

static void
numbers_keep_how_they_were_typed(void **state)
{
	struct line l;

	(void)state;
	assert_int_equal(line_parse(&l, "seqbench -s 2x512m --offset 0 "
	    "-t 1.5m --seed 18446744073709551615 -p 2.5% ."), 0);
	assert_true(l.o.size.given);
	assert_int_equal(l.o.size.value, 1ull << 30);
	assert_string_equal(l.o.size.text, "2x512m");
	assert_true(l.o.offset.given);
	assert_int_equal(l.o.offset.value, 0);
	assert_int_equal(l.o.time_limit_ns.value, 90000000000);
	assert_string_equal(l.o.time_limit_ns.text, "1.5m");
	assert_int_equal(l.o.seed.value, UINT64_MAX);
	assert_true(l.o.precision == 0.025);
	line_release(&l);
	assert_int_equal(line_parse(&l, "seqbench -s 1 --size "
	    "9223372036854775807 -t 1 --runtime=2 -p 1 -p 100 ."), 0);
	assert_int_equal(l.o.size.value, INT64_MAX);
	assert_int_equal(l.o.time_limit_ns.value, 2000000000);
	assert_true(l.o.precision == 1);
	line_release(&l);
}

static void
runs_are_a_number_or_a_range(void **state)
{
	static const struct {
		const char	*text;
		uint64_t	 min, max;
		const char	*min_text, *max_text;
	} rows[] = {
		{ "seqbench -n 1 .", 1, 1, "1", "1" },
		{ "seqbench -r5 .", 5, 5, "5", "5" },
		{ "seqbench --runs=3..10 .", 3, 10, "3", "10" },
		{ "seqbench -n 4..4 .", 4, 4, "4", "4" },
		{ "seqbench -n 1..1000000 .", 1, 1000000, "1", "1000000" },
		{ "seqbench -n 3..10 -r 2 .", 2, 2, "2", "2" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct line l;

		assert_int_equal(line_parse(&l, rows[i].text), 0);
		assert_true(l.o.runs_min.given && l.o.runs_max.given);
		assert_int_equal(l.o.runs_min.value, rows[i].min);
		assert_int_equal(l.o.runs_max.value, rows[i].max);
		assert_string_equal(l.o.runs_min.text, rows[i].min_text);
		assert_string_equal(l.o.runs_max.text, rows[i].max_text);
		line_release(&l);
	}
}

#define RUNS	": not a number of runs from 1 to 1000000; like 5, or 5..20"
#define PERCENT	": not a percentage above 0 and up to 100; like 2 or 2.5%"

static void
a_wrong_number_is_refused(void **state)
{
	static const struct line_refused rows[] = {
		{ "seqbench -s 0 .", "-s 0: must be more than zero" },
		{ "seqbench -s 4kx0 .", "-s 4kx0: must be more than zero" },
		{ "seqbench -s lots .", "-s lots: not a size; like 4096, 64m, "
		    "1g" },
		{ "seqbench -s -1 .", "-s -1: not a size; like 4096, 64m, "
		    "1g" },
		{ "seqbench -s  .", "-s '': not a size; like 4096, 64m, 1g" },
		{ "seqbench --size=8E .", "--size 8E: too large: sizes end "
		    "below 2^63 bytes" },
		{ "seqbench --offset 0x10 .", "--offset 0x10: not a size; like "
		    "4096, 64m, 1g" },
		{ "seqbench --offset 9223372036854775808 .", "--offset "
		    "9223372036854775808: too large: sizes end below 2^63 "
		    "bytes" },
		{ "seqbench -s 000000000000000000000004 .",
		    "-s 000000000000000000000004: longer than 23 characters" },
		{ "seqbench -t 0 .", "-t 0: must be more than zero" },
		{ "seqbench -t 0.0h .", "-t 0.0h: must be more than zero" },
		{ "seqbench -t soon .", "-t soon: not a time; like 10, 0.5s, "
		    "250ms, 2m, 1h" },
		{ "seqbench -t 3000000h .", "-t 3000000h: too long: times end "
		    "at 292 years" },
		{ "seqbench --seed 1k .", "--seed 1k: not a whole number below "
		    "2^64" },
		{ "seqbench --seed -1 .", "--seed -1: not a whole number below "
		    "2^64" },
		{ "seqbench -n 0 .", "-n 0" RUNS },
		{ "seqbench -r 1000001 .", "-r 1000001" RUNS },
		{ "seqbench -n 5..3 .", "-n 5..3" RUNS },
		{ "seqbench -n 0..3 .", "-n 0..3" RUNS },
		{ "seqbench -n 3.. .", "-n 3.." RUNS },
		{ "seqbench -n ..3 .", "-n ..3" RUNS },
		{ "seqbench -n 3-5 .", "-n 3-5" RUNS },
		{ "seqbench -n 3...5 .", "-n 3...5" RUNS },
		{ "seqbench -n 000000000000000000000003 .",
		    "-n 000000000000000000000003" RUNS },
		{ "seqbench -p 0 .", "-p 0" PERCENT },
		{ "seqbench -p 0.0% .", "-p 0.0%" PERCENT },
		{ "seqbench -p 100.1 .", "-p 100.1" PERCENT },
		{ "seqbench -p -2 .", "-p -2" PERCENT },
		{ "seqbench -p nan .", "-p nan" PERCENT },
	};

	(void)state;
	assert_refused(rows, sizeof(rows) / sizeof(*rows));
}

int
test_value_number(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_keep_how_they_were_typed),
		cmocka_unit_test(runs_are_a_number_or_a_range),
		cmocka_unit_test(a_wrong_number_is_refused),
	};

	return cmocka_run_group_tests_name("cli/value_number", tests, NULL,
	    NULL);
}
