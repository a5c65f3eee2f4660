/* test_compare -- ratios, their intervals, and the word for them. */

#include "mail001.h"
#include "unit/near.h"

int	test_compare(void);

static struct comparison
compare(const struct figures *a, const struct figures *base,
    size_t (*as)(const struct figures *, struct timing *))
{
	struct timing run_a[FIGURES_MAX], run_base[FIGURES_MAX];
	struct comparison c;

	rate_compare(&c, run_a, as(a, run_a), run_base, as(base, run_base),
	    0.05);
	return c;
}

/*
 * The source compared figures; they are times here, where the ratio of rates
 * a to base is the ratio of figures base to a.
 */
static void
ratios_and_p_are_those_of_the_worked_examples(void **state)
{
	static const struct figures
	    iguana = { { 50, 200, 150, 400, 750, 400, 150 } },
	    chameleon = { { 150, 400, 720, 500, 930 } };
	static const struct {
		const struct figures *a, *base;
		double		 ratio, low, high, p, p_within;
	} rows[] = {
		/* published with the table */
		{ &gstripe_read[M_64K], &gstripe_read[M_128K],
		  1.018232, 1.016043, 1.020422, 2.0e-5, 5e-8 },
		{ &graid5_write[M_1M], &graid5_write[M_128K],
		  1.260896, 1.158628, 1.363164, .0080, 5e-5 },
		/* its p; the interval from mpmath 1.3 */
		{ &gstripe_read[M_1M], &gstripe_read[M_128K],
		  1.001086, .998508, 1.003665, .2988, 5e-5 },
		{ &graid5_read[M_64K], &graid5_read[M_128K],
		  1.058750, 1.024642, 1.092857, .0090, 5e-5 },
		{ &graid5_write[M_64K], &graid5_write[M_128K],
		  .997999, .914449, 1.081549, .93, 5e-3 },
		/* sets of different length: mpmath */
		{ &iguana, &chameleon, 1.8, .239948, 3.360052, .177722, 1e-6 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct comparison c = compare(rows[i].a, rows[i].base,
		    figures_as_times);

		assert_near(c.ratio, rows[i].ratio, 1e-6);
		assert_near(c.low, rows[i].low, 1e-6);
		assert_near(c.high, rows[i].high, 1e-6);
		assert_near(c.p, rows[i].p, rows[i].p_within);
	}
}

static void
the_word_follows_the_interval(void **state)
{
	static const struct figures
	    plain = { { 100, 101, 99 } }, same = { { 100.5, 99.5, 100 } },
	    wild = { { 60, 130, 110 } }, slow = { { 80, 81, 79 } },
	    above = { { 100.3, 102.5, 104.7 } },
	    below = { { 95.3, 97.5, 99.7 } },
	    little = { { 102.0, 102.01, 101.99 } },
	    steady = { { 100.0, 100.01, 99.99 } };
	static const struct {
		const struct figures *a, *base;
		enum verdict	 verdict;
		const char	*text;
	} rows[] = {
		{ &plain, &slow, VERDICT_FASTER, "faster" },
		{ &slow, &plain, VERDICT_SLOWER, "slower" },
		{ &same, &plain, VERDICT_EQUIVALENT,
		  "equivalent within 5 %" },
		{ &wild, &plain, VERDICT_SAME, "no difference shown" },
		/* only one end within 5 % */
		{ &above, &steady, VERDICT_SAME, "no difference shown" },
		{ &below, &steady, VERDICT_SAME, "no difference shown" },
		/* 2 % is within 5 %, but it is shown */
		{ &little, &steady, VERDICT_FASTER, "faster" },
		{ &steady, &little, VERDICT_SLOWER, "slower" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct comparison c = compare(rows[i].a, rows[i].base,
		    figures_as_rates);

		assert_int_equal(c.verdict, rows[i].verdict);
		assert_string_equal(verdict_text(c.verdict), rows[i].text);
	}
	assert_string_equal(verdict_text(VERDICT_NONE), "");
}

static void
sets_without_variance_differ_or_are_equal(void **state)
{
	static const struct figures
	    hundred = { { 100, 100, 100 } }, also = { { 100, 100 } },
	    other = { { 89.4, 89.4, 89.4 } };
	struct comparison c = compare(&hundred, &also, figures_as_rates);

	(void)state;
	assert_near(c.p, 1, 0);
	assert_near(c.low, 1, 0);
	assert_near(c.high, 1, 0);
	assert_int_equal(c.verdict, VERDICT_EQUIVALENT);

	c = compare(&other, &hundred, figures_as_rates);
	assert_near(c.p, 0, 0);
	assert_near(c.low, .894, 1e-12);
	assert_near(c.high, .894, 1e-12);
	assert_int_equal(c.verdict, VERDICT_SLOWER);
}

static void
one_run_has_a_ratio_and_nothing_more(void **state)
{
	static const struct figures one = { { 100 } }, two = { { 50, 50 } },
	    none = { { 0 } };
	struct comparison c = compare(&one, &two, figures_as_rates);

	(void)state;
	assert_near(c.ratio, 2, 1e-12);
	assert_true(isnan(c.low) && isnan(c.high) && isnan(c.p));
	assert_int_equal(c.verdict, VERDICT_NONE);

	c = compare(&none, &two, figures_as_rates);
	assert_true(isnan(c.ratio));
	assert_int_equal(c.verdict, VERDICT_NONE);
}

static void
a_ratio_is_never_bounded_below_zero(void **state)
{
	static const struct figures wild = { { 1, 100 } }, two = { { 50, 51 } };
	struct comparison c = compare(&wild, &two, figures_as_rates);

	(void)state;
	assert_near(c.low, 0, 0);
	assert_int_equal(c.verdict, VERDICT_SAME);
}

int
test_compare(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    ratios_and_p_are_those_of_the_worked_examples),
		cmocka_unit_test(the_word_follows_the_interval),
		cmocka_unit_test(sets_without_variance_differ_or_are_equal),
		cmocka_unit_test(one_run_has_a_ratio_and_nothing_more),
		cmocka_unit_test(a_ratio_is_never_bounded_below_zero),
	};

	return cmocka_run_group_tests_name("compare", tests, NULL, NULL);
}
