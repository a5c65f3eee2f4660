/* test_rate -- one rate from several runs, and what is said of them. */

#include "mail001.h"
#include "unit/near.h"

int	test_rate(void);

static struct rate
rate_of(const struct figures *f, size_t (*as)(const struct figures *,
    struct timing *))
{
	struct timing run[FIGURES_MAX];
	struct rate r;

	assert_int_equal(rate_make(&r, run, as(f, run)), 0);
	return r;
}

static void
the_interval_is_that_of_times_inverted(void **state)
{
	struct rate r = rate_of(&graid5_write[M_128K], figures_as_rates);

	(void)state;
	assert_int_equal(r.n, 3);
	assert_near(r.min / 1e6, 399.7, 1e-9);
	assert_near(r.median / 1e6, 421.0, 1e-9);
	assert_near(r.max / 1e6, 426.2, 1e-9);

	/* Equal times instead of equal bytes: R is then the mean of rates. */
	assert_near(r.bytes_per_second / 1e6, 415.6333, 1e-4);

	/* A pass of a sweep moves the same bytes each time. */
	struct timing run[3];
	for (size_t i = 0; i < 3; i++)
		run[i] = (struct timing){ .bytes = 1ull << 40,
		    .ns = (uint64_t)llround(0x1p40 * 1e3 /
		    graid5_write[M_128K].x[i]) };
	assert_int_equal(rate_make(&r, run, 3), 0);
	assert_near(r.bytes_per_second / 1e6, 415.3117, 5e-5);
	assert_near(r.low / 1e6, 382.65, 5e-3);
	assert_near(r.high / 1e6, 454.065, 5e-3);
	assert_near(r.half, r.high - r.bytes_per_second, 1e-6);
	assert_near(rate_precision(&r), (454.065 - 415.3117) / 415.3117, 1e-4);
}

/* Half widths of the source's figures, which are times here. */
static void
half_widths_are_those_of_the_table(void **state)
{
	static const struct {
		const struct figures *set;
		double		 mean[M_BLOCKS], half[M_BLOCKS];
	} rows[] = {
		{ gstripe_read,
		  { 46.9333, 92.7000, 120.6667, 122.8667, 122.7333 },
		  { .379, .248, .287, .287, .379 } },
		{ gstripe_write,
		  { 40.9333, 76.2000, 96.1333, 96.3000, 89.4000 },
		  { .143, .248, .143, .248, 0 } },
		{ graid5_read,
		  { 58.6000, 128.3667, 185.5333, 196.4333, 195.9667 },
		  { 1.138, 5.984, 7.244, 4.390, 6.583 } },
		{ graid5_write,
		  { 155.2000, 307.2333, 416.4667, 415.6333, 329.6333 },
		  { 1.972, 2.825, 1.456, 34.881, 4.460 } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		for (size_t b = 0; b < M_BLOCKS; b++) {
			struct rate r = rate_of(&rows[i].set[b],
			    figures_as_times);
			double mean = rows[i].mean[b];
			double half = rows[i].half[b];

			/* ns a byte into bytes a second, and back */
			assert_near(1e9 / r.bytes_per_second, mean, 6e-5);
			assert_near(1e9 / r.low, mean + half, 6e-4);
			assert_near(1e9 / r.high, mean - half, 6e-4);
		}
	}
}

/* t/sqrt(n), the width of the interval in standard deviations. */
static void
intervals_narrow_with_more_runs(void **state)
{
	static const struct {
		size_t		 n;
		double		 factor;
	} rows[] = {
		{ 2, 8.98 }, { 3, 2.484 }, { 4, 1.591 }, { 5, 1.242 },
		{ 6, 1.049 }, { 7, .925 }, { 8, .836 }, { 10, .715 },
		{ 15, .554 }, { 20, .468 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct timing run[20];
		struct rate r;
		double mean = 0, square = 0, n = (double)rows[i].n;

		for (size_t k = 0; k < rows[i].n; k++) {
			run[k].bytes = 1000000;
			run[k].ns = 1000000 + k % 2 * 1000;
			mean += (double)run[k].ns / 1e6 / n;
		}
		for (size_t k = 0; k < rows[i].n; k++)
			square += pow((double)run[k].ns / 1e6 - mean, 2);
		rate_make(&r, run, rows[i].n);
		assert_near((1e9 / r.low - mean) / sqrt(square / (n - 1)),
		    rows[i].factor, 6e-3);
	}
}

static void
the_rate_is_total_bytes_by_total_time(void **state)
{
	static const struct timing unequal[] = {
		{ 1ull << 30, 10000000000 }, { 512ull << 20, 2000000000 },
	};
	static const struct timing half[] = {
		{ 100, 1000000000 }, { 100, 1000000000 }, { 100, 2000000000 },
	};
	struct rate r;

	(void)state;
	rate_make(&r, unequal, 2);
	assert_near(r.bytes_per_second / 0x1p20, 128.0, 0);
	rate_make(&r, half, 3);
	assert_near(r.bytes_per_second, 75.0, 0);
}

/* One dd of 6553600000 bytes at each read-ahead, with dd's own figure. */
static void
one_run_gives_the_rate_that_dd_gives(void **state)
{
	static const struct {
		uint64_t	 ns;
		double		 bytes_per_second, ratio;
	} rows[] = {
		{ 185571466000, 35315774, 1 },
		{ 118846665000, 55143323, 1.5614 },
		{ 107360600000, 61042878, 1.7285 },
		{ 102288822000, 64069562, 1.8142 },
	};
	struct timing run[4];

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		struct rate r;
		struct comparison c;

		run[i] = (struct timing){ 6553600000, rows[i].ns };
		rate_make(&r, &run[i], 1);
		assert_near(r.bytes_per_second, rows[i].bytes_per_second, 1);
		rate_compare(&c, &run[i], 1, &run[0], 1, 0.05);
		assert_near(c.ratio, rows[i].ratio, 6e-5);
	}
}

static void
few_runs_have_no_or_no_upper_bound(void **state)
{
	static const struct timing run[] = { { 1000, 1000 }, { 1000, 9000 } };
	struct rate r;

	(void)state;
	rate_make(&r, NULL, 0);
	assert_int_equal(r.n, 0);
	assert_near(r.bytes_per_second, 0, 0);
	assert_true(isnan(r.low) && isnan(r.high) && isnan(r.half));
	assert_true(isinf(rate_precision(&r)));

	rate_make(&r, run, 1);
	assert_int_equal(r.n, 1);
	assert_near(r.bytes_per_second, 1e9, 0);
	assert_near(r.median, 1e9, 0);
	assert_true(isnan(r.low) && isnan(r.high) && isnan(r.half));
	assert_true(isinf(rate_precision(&r)));

	rate_make(&r, run, 2);
	assert_true(r.low > 0 && r.low < r.bytes_per_second);
	assert_true(isinf(r.high) && isinf(r.half));
	assert_true(isinf(rate_precision(&r)));
	assert_true(r.noisy);
}

static void
equal_runs_have_an_interval_of_no_width(void **state)
{
	struct timing run[10];
	struct rate r;

	(void)state;
	for (size_t i = 0; i < 10; i++)
		run[i] = (struct timing){ 1000003, 333667 };
	rate_make(&r, run, 10);
	assert_near(r.half, 0, 0);
	assert_near(r.low, r.high, 0);
	assert_near(rate_precision(&r), 0, 0);
	assert_false(r.noisy || r.outlier || r.drift);
}

static void
runs_without_bytes_or_time_are_left_out(void **state)
{
	static const struct timing run[] = {
		{ 0, 1000 }, { 1000, 1000 }, { 1000, 0 }, { 1000, 1000 },
	};
	struct rate r;

	(void)state;
	rate_make(&r, run, 4);
	assert_int_equal(r.n, 2);
	assert_near(r.bytes_per_second, 1e9, 0);
	assert_near(r.min, 1e9, 0);
	rate_make(&r, run, 1);
	assert_int_equal(r.n, 0);
}

static void
spread_outliers_and_drift_are_flagged(void **state)
{
	static const struct {
		struct figures	 rates;
		bool		 noisy, drift;
		uint64_t	 outliers;
	} rows[] = {
		/* 6.3 % between three runs; hyperfine #238's 2.1 % */
		{ { { 421.0, 426.2, 399.7 } }, true, false, 0 },
		{ { { 2.502, 2.452, 2.450 } }, false, false, 0 },
		/* one slow run of five, one fast first run of five */
		{ { { 98.1, 101.2, 99.7, 100.4, 62.0 } }, true, false, 1 << 4 },
		{ { { .5, .30, .29, .31, .30 } }, true, false, 1 << 0 },
		/* three runs can't have one, four can */
		{ { { 100, 100, 50 } }, true, false, 0 },
		{ { { 100, 100, 100, 50 } }, true, false, 1 << 3 },
		/* far by their own scatter, but less than 5 % */
		{ { { 100, 100, 100, 100, 96 } }, false, false, 0 },
		/* 7 % off, but the others scatter by 1.5 % in the median */
		{ { { 97, 98.5, 100, 101.5, 103, 100, 93 } }, true, false, 0 },
		/* the slope of the worked example */
		{ { { 101.0, 99.2, 98.9, 97.1, 96.3 } }, false, true, 0 },
		/* a straight line, upwards; four runs; less than 2 % */
		{ { { 100, 101, 102, 103, 104 } }, false, true, 0 },
		{ { { 100, 101, 102, 103 } }, false, false, 0 },
		{ { { 100, 100.4, 100.8, 101.2, 101.6 } }, false, false, 0 },
		/* up and down is no drift */
		{ { { 100, 103, 100, 103, 100, 103 } }, false, false, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct rate r = rate_of(&rows[i].rates, figures_as_rates);

		if (r.noisy != rows[i].noisy || r.drift != rows[i].drift ||
		    r.outliers != rows[i].outliers ||
		    r.outlier != (rows[i].outliers != 0))
			fail_msg("row %zu: noisy %d drift %d outliers %#llx",
			    i, r.noisy, r.drift,
			    (unsigned long long)r.outliers);
	}
}

static void
outliers_are_numbered_by_place_among_all_runs(void **state)
{
	static const struct timing run[] = {
		{ 100, 100 }, { 0, 0 }, { 100, 100 }, { 100, 100 },
		{ 50, 100 }, { 100, 100 },
	};
	struct rate r;

	(void)state;
	rate_make(&r, run, 6);
	assert_int_equal(r.outliers, 1 << 4);
}

static void
medians_of_an_even_number_lie_between(void **state)
{
	static const struct figures four = { { 40, 10, 30, 20 } };

	(void)state;
	assert_near(rate_of(&four, figures_as_rates).median, 25e6, 0);
}

int
test_rate(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_interval_is_that_of_times_inverted),
		cmocka_unit_test(half_widths_are_those_of_the_table),
		cmocka_unit_test(intervals_narrow_with_more_runs),
		cmocka_unit_test(the_rate_is_total_bytes_by_total_time),
		cmocka_unit_test(one_run_gives_the_rate_that_dd_gives),
		cmocka_unit_test(few_runs_have_no_or_no_upper_bound),
		cmocka_unit_test(equal_runs_have_an_interval_of_no_width),
		cmocka_unit_test(runs_without_bytes_or_time_are_left_out),
		cmocka_unit_test(spread_outliers_and_drift_are_flagged),
		cmocka_unit_test(
		    outliers_are_numbered_by_place_among_all_runs),
		cmocka_unit_test(medians_of_an_even_number_lie_between),
	};

	return cmocka_run_group_tests_name("rate", tests, NULL, NULL);
}
