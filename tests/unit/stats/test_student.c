/* test_student -- quantiles and p against published tables. */

#include "unit/near.h"
#include "seqbench/rate.h"

int	test_student(void);

/* NIST tables, two-sided; df 1 to 30. */
static const double t95[] = {
	12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060,
	2.2622, 2.2281, 2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199,
	2.1098, 2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639,
	2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
};
static const double t90[] = {
	6.3138, 2.9200, 2.3534, 2.1318, 2.0150, 1.9432, 1.8946, 1.8595,
	1.8331, 1.8125,
};
static const double t99[] = {
	63.6567, 9.9248, 5.8409, 4.6041, 4.0321, 3.7074, 3.4995, 3.3554,
	3.2498, 3.1693,
};

static void
quantiles_are_those_of_the_tables(void **state)
{
	static const struct {
		double		 level;
		const double	*t;
		size_t		 n;
	} tables[] = {
		{ 0.95, t95, sizeof(t95) / sizeof(t95[0]) },
		{ 0.90, t90, sizeof(t90) / sizeof(t90[0]) },
		{ 0.99, t99, sizeof(t99) / sizeof(t99[0]) },
	};

	(void)state;
	for (size_t k = 0; k < sizeof(tables) / sizeof(tables[0]); k++) {
		for (size_t i = 0; i < tables[k].n; i++)
			assert_near(student_quantile(tables[k].level,
			    (double)(i + 1)), tables[k].t[i], 5.1e-5);
	}
}

/* mpmath 1.3, 30 digits. */
static void
degrees_of_freedom_may_be_fractional(void **state)
{
	(void)state;
	assert_near(student_quantile(0.95, 2.065), 4.1754376, 1e-7);
	assert_near(student_quantile(0.95, 3.295), 3.0271767, 1e-7);
	assert_near(student_quantile(0.95, 3.723), 2.8598425, 1e-7);
	assert_near(student_quantile(0.80, 10), 1.3721836, 1e-7);
}

static void
many_degrees_of_freedom_end_in_the_normal_distribution(void **state)
{
	(void)state;
	assert_near(student_quantile(0.95, 60), 2.0002978, 1e-7);
	assert_near(student_quantile(0.95, 1000), 1.9623391, 1e-7);
	assert_near(student_quantile(0.95, 1e12), 1.9599640, 1e-5);
}

static void
p_is_that_of_the_worked_examples(void **state)
{
	static const struct {
		double		 t, df, p, within;
	} rows[] = {
		{ 1.5516, 10, 0.151797, 1e-5 },	/* ministat's animals */
		{ -9.139, 3, 0.00277, 1e-6 },	/* a slope */
		{ 1.206, 3.723, 0.2988, 5e-5 },
		{ 5.537, 3.295, 0.0090, 5e-5 },
		{ 23.3345, 4, 2.0e-5, 5e-8 },
		{ 0, 3, 1, 0 },
		{ INFINITY, 3, 0, 0 },
		{ 1, 1, 0.5, 1e-14 },		/* Cauchy */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_near(student_p(rows[i].t, rows[i].df), rows[i].p,
		    rows[i].within);
}

static void
p_of_the_quantile_is_what_is_left(void **state)
{
	(void)state;
	for (double df = 0.5; df < 3e6; df *= 1.7) {
		for (double level = 0.1; level < 1; level += 0.1)
			assert_near(student_p(student_quantile(level, df),
			    df), 1 - level, 1e-10);
	}
}

int
test_student(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(quantiles_are_those_of_the_tables),
		cmocka_unit_test(degrees_of_freedom_may_be_fractional),
		cmocka_unit_test(
		    many_degrees_of_freedom_end_in_the_normal_distribution),
		cmocka_unit_test(p_is_that_of_the_worked_examples),
		cmocka_unit_test(p_of_the_quantile_is_what_is_left),
	};

	return cmocka_run_group_tests_name("student", tests, NULL, NULL);
}
