/* test_cliff -- a fall for good is seen, and nothing else is. */

#include "seqbench/pattern.h"
#include "seqbench/series.h"
#include "unit/near.h"

int	test_cliff(void);

#define MS	1000000ull

/* One look a second: speeds in bytes a second, up to the first 0. */
static struct cliff
cliff_of(const uint64_t *speed)
{
	struct series s;
	struct cliff c;
	uint64_t bytes = 0;

	series_init(&s, 1000 * MS);
	for (uint64_t i = 0; speed[i] != 0; i++) {
		bytes += speed[i];
		series_note(&s, (i + 1) * 1000 * MS, bytes);
	}
	series_cliff(&c, &s);
	return c;
}

static void
the_worked_example_has_its_figures(void **state)
{
	struct cliff c = cliff_of((uint64_t[]){ 500, 498, 502, 501, 499,
	    120, 118, 121, 119, 122, 0 });

	(void)state;
	assert_true(c.fell);
	assert_int_equal(c.interval, 5);
	assert_int_equal(c.ns, 5000 * MS);
	assert_near(c.before, 500, 0);
	assert_near(c.after, 120, 0);
	assert_near(c.f, 144400, 1e-3);
}

static void
a_steady_pass_has_none(void **state)
{
	struct cliff c = cliff_of((uint64_t[]){ 500, 498, 502, 501, 499,
	    503, 497, 500, 501, 499, 0 });

	(void)state;
	assert_false(c.fell);
	assert_near(c.f, 1.1, 0.05);
}

static void
only_a_clear_fall_for_good_is_one(void **state)
{
	static const struct {
		const char	*what;
		uint64_t	 speed[24];	/* and a 0 */
		bool		 fell;
	} rows[] = {
		{ "six intervals", { 9, 9, 9, 5, 5, 5 }, true },
		{ "five intervals", { 9, 9, 9, 5, 5 }, false },
		{ "nothing", { 0 }, false },
		{ "no change at all", { 7, 7, 7, 7, 7, 7, 7 }, false },
		{ "by 20 %", { 100, 100, 100, 100, 80, 80, 80 }, true },
		{ "by 19 %", { 100, 100, 100, 100, 81, 81, 81 }, false },
		{ "the last two", { 100, 100, 100, 100, 100, 50, 50 },
		  false },
		{ "a rise", { 120, 118, 121, 119, 500, 498, 502 }, false },
		{ "back at the end", { 500, 501, 499, 500, 502, 500, 501, 499,
		  500, 502, 100, 101, 99, 100, 102, 100, 99, 101, 100, 102,
		  499, 500, 501 }, false },
		{ "by 16 %, the end by 21 %", { 100, 101, 100, 99, 101, 99,
		  101, 99, 101, 99, 85, 86, 85, 84, 85, 86, 84, 85, 86, 84,
		  79, 79, 79 }, false },
		{ "one stall", { 500, 501, 499, 500, 502, 1,
		  500, 501, 499, 500 }, false },
		{ "as uneven as deep", { 500, 100, 450, 90, 480, 80,
		  300, 60, 350, 70, 310, 80 }, false },
		{ "two steps down", { 900, 901, 899, 900, 500, 501, 499,
		  300, 301, 299 }, true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct cliff c = cliff_of(rows[i].speed);

		if (c.fell != rows[i].fell)
			fail_msg("%s: at %zu, %g to %g, F = %g", rows[i].what,
			    c.interval, c.before, c.after, c.f);
	}
}

static void
a_perfect_step_has_no_finite_f(void **state)
{
	struct cliff c = cliff_of((uint64_t[]){ 4, 4, 4, 2, 2, 2, 0 });

	(void)state;
	assert_true(isinf(c.f));
	assert_int_equal(c.interval, 3);
}

static void
a_last_interval_cut_short_does_not_count(void **state)
{
	struct series s;
	struct cliff c;

	(void)state;
	series_init(&s, 100 * MS);
	series_note(&s, 500 * MS, 5000);
	series_note(&s, 700 * MS, 5200);
	series_note(&s, 799 * MS, 5299);
	series_cliff(&c, &s);
	assert_false(c.fell);
	assert_int_equal(c.interval, 4);
	series_note(&s, 800 * MS, 5300);
	series_cliff(&c, &s);
	assert_true(c.fell);
	assert_int_equal(c.interval, 5);
}

/*
 * 40 to 10 MB/s at a known moment, noise of 10 %, looks when they come, in
 * a pass so long that its intervals were merged: found within a second and
 * 10 % of both rates.
 */
static void
a_change_in_mid_pass_is_found_in_time(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 100; seed++) {
		uint64_t r = seed, ns = 0, end = 60000 * MS;
		uint64_t at = (5 + pattern_splitmix(&r) % 50) * 1000 * MS;
		struct series s;
		struct cliff c;
		double bytes = 0;

		series_init(&s, 100 * MS);
		while (ns < end) {
			uint64_t step = 1 + pattern_splitmix(&r) % (20 * MS);
			double noise = 0.9 + 0.2 * 0x1p-64 *
			    (double)pattern_splitmix(&r);

			bytes += (double)step * noise * (ns < at ? .04 : .01);
			series_note(&s, ns += step, (uint64_t)bytes);
		}
		series_cliff(&c, &s);
		assert_true(c.fell);
		assert_near((double)c.ns / 1e9, (double)at / 1e9, 1);
		assert_near(c.before, 40e6, 4e6);
		assert_near(c.after, 10e6, 1e6);
	}
}

static void
noise_alone_is_no_cliff(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 1000; seed++) {
		uint64_t r = seed, n = 6 + pattern_splitmix(&r) % 200;
		uint64_t bytes = 0;
		struct series s;
		struct cliff c;

		series_init(&s, 100 * MS);
		for (uint64_t i = 1; i <= n; i++) {
			bytes += 80 * MS + pattern_splitmix(&r) % (40 * MS);
			series_note(&s, i * 100 * MS, bytes);
		}
		series_cliff(&c, &s);
		assert_false(c.fell);
	}
}

int
test_cliff(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_worked_example_has_its_figures),
		cmocka_unit_test(a_steady_pass_has_none),
		cmocka_unit_test(only_a_clear_fall_for_good_is_one),
		cmocka_unit_test(a_perfect_step_has_no_finite_f),
		cmocka_unit_test(a_last_interval_cut_short_does_not_count),
		cmocka_unit_test(a_change_in_mid_pass_is_found_in_time),
		cmocka_unit_test(noise_alone_is_no_cliff),
	};

	return cmocka_run_group_tests_name("cliff", tests, NULL, NULL);
}
