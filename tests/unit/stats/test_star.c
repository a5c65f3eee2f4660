/* test_star -- the smallest block not told from the best. */

#include "mail001.h"
#include "unit/near.h"

int	test_star(void);

static int
star_of(const struct figures *f, size_t n)
{
	struct timing run[M_BLOCKS][FIGURES_MAX];
	struct timing_set set[M_BLOCKS];

	for (size_t i = 0; i < n; i++) {
		set[i].run = run[i];
		set[i].n = figures_as_rates(&f[i], run[i]);
	}
	return rate_star(set, n);
}

static void
stars_are_where_the_table_of_2007_has_them(void **state)
{
	(void)state;
	assert_int_equal(star_of(gstripe_read, M_BLOCKS), M_128K);
	assert_int_equal(star_of(gstripe_write, M_BLOCKS), M_64K);
	assert_int_equal(star_of(graid5_read, M_BLOCKS), M_128K);
	assert_int_equal(star_of(graid5_write, M_BLOCKS), M_64K);
}

static void
stars_need_two_runs_and_two_sets(void **state)
{
	static const struct figures single[] = {
		{ { 100, 101 } }, { { 90 } }, { { 80, 81 } },
	};
	static const struct timing run[2] = { { 1, 1 }, { 1, 1 } };
	struct timing_set many[65];

	(void)state;
	assert_int_equal(star_of(single, 0), STAR_NONE);
	assert_int_equal(star_of(single, 1), STAR_NONE);
	assert_int_equal(star_of(single, 3), STAR_NONE);

	for (size_t i = 0; i < 65; i++)
		many[i] = (struct timing_set){ run, 2 };
	assert_int_equal(rate_star(many, 64), 0);
	assert_int_equal(rate_star(many, 65), STAR_NONE);
}

static void
too_few_runs_to_tell_is_said(void **state)
{
	/* 80 can't be told from 100, and nobody would call it as good. */
	static const struct figures wild[] = {
		{ { 60, 100, 80 } }, { { 100, 101, 99 } },
	};
	static const struct figures close[] = {
		{ { 85, 100, 95 } }, { { 100, 101, 99 } },
	};

	(void)state;
	assert_int_equal(star_of(wild, 2), STAR_TOO_FEW);
	assert_int_equal(star_of(close, 2), 0);
}

static void
equal_sets_give_the_smallest(void **state)
{
	static const struct figures equal[] = {
		{ { 100, 100 } }, { { 100, 100 } }, { { 90, 90 } },
	};
	static const struct figures rising[] = {
		{ { 90, 90 } }, { { 95, 95 } }, { { 100, 100 } },
	};

	(void)state;
	assert_int_equal(star_of(equal, 3), 0);
	assert_int_equal(star_of(rising, 3), 2);
}

/*
 * Alone each of the smaller is told from the best (p = 0.025); three of
 * them must share the 5 %, and then none is.
 */
static void
many_comparisons_must_share_the_five_percent(void **state)
{
	static const struct figures sets[] = {
		{ { 97.3, 98.7, 98.0 } }, { { 97.3, 98.7, 98.0 } },
		{ { 97.3, 98.7, 98.0 } }, { { 99.3, 100.7, 100.0 } },
	};

	(void)state;
	assert_int_equal(star_of(&sets[2], 2), 1);
	assert_int_equal(star_of(sets, 4), 0);
}

/* Those already told from the best take no part of the 5 % any more. */
static void
clear_differences_leave_the_rest_their_share(void **state)
{
	static const struct figures sets[] = {
		{ { 10.1, 10.2, 10.3 } }, { { 20.1, 20.2, 20.3 } },
		{ { 97.3, 98.7, 98.0 } }, { { 99.3, 100.7, 100.0 } },
	};

	(void)state;
	assert_int_equal(star_of(sets, 4), 3);
}

int
test_star(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(stars_are_where_the_table_of_2007_has_them),
		cmocka_unit_test(stars_need_two_runs_and_two_sets),
		cmocka_unit_test(too_few_runs_to_tell_is_said),
		cmocka_unit_test(equal_sets_give_the_smallest),
		cmocka_unit_test(many_comparisons_must_share_the_five_percent),
		cmocka_unit_test(clear_differences_leave_the_rest_their_share),
	};

	return cmocka_run_group_tests_name("star", tests, NULL, NULL);
}
