/* test_latency -- times go in, and come out nearly as they were. */

#include <stdlib.h>

#include "seqbench/latency.h"
#include "seqbench/pattern.h"
#include "unit/near.h"

int	test_latency(void);

static void
add_all(struct hist *h, const uint64_t *ns, size_t n)
{
	hist_init(h);
	for (size_t i = 0; i < n; i++)
		hist_add(h, ns[i]);
}

/* A time of any length, each octave as likely as the others. */
static uint64_t
any_time(uint64_t *seed)
{
	uint64_t ns = pattern_splitmix(seed);

	return ns >> (pattern_splitmix(seed) % 64);
}

/* The middle of three, the others far away: no clamp to min or max. */
static void
assert_comes_back(uint64_t ns)
{
	struct hist h;
	double got;

	add_all(&h, (uint64_t[]){ 0, ns, UINT64_MAX }, 3);
	got = (double)hist_quantile(&h, 0.5);
	if (!(fabs(got - (double)ns) <= (double)ns / 64))
		fail_msg("%llu came back as %.0f", (unsigned long long)ns,
		    got);
}

static void
times_come_back_to_one_part_in_64(void **state)
{
	uint64_t seed = 1;

	(void)state;
	for (uint64_t ns = 0; ns < 5000; ns++)
		assert_comes_back(ns);
	for (unsigned shift = 0; shift < 64; shift++) {
		assert_comes_back((UINT64_C(1) << shift) - 1);
		assert_comes_back(UINT64_C(1) << shift);
		assert_comes_back((UINT64_C(1) << shift) + 1);
	}
	assert_comes_back(UINT64_MAX);
	for (unsigned i = 0; i < 5000; i++)
		assert_comes_back(any_time(&seed));
}

static void
short_times_are_exact(void **state)
{
	(void)state;
	for (uint64_t ns = 0; ns < 64; ns++)
		assert_int_equal(hist_bucket(ns), ns);
	assert_int_equal(hist_bucket(64), hist_bucket(65));
	assert_int_not_equal(hist_bucket(65), hist_bucket(66));
	assert_int_equal(hist_bucket(UINT64_MAX), HIST_BUCKETS - 1);
}

static void
buckets_follow_one_another(void **state)
{
	uint64_t seed = 2;

	(void)state;
	for (unsigned i = 0; i < 100000; i++) {
		uint64_t ns = any_time(&seed);
		size_t step = hist_bucket(ns) - hist_bucket(ns - (ns > 0));

		assert_true(step <= 1);
	}
}

static void
quantiles_are_those_of_nearest_rank(void **state)
{
	static const struct {
		double		 share;
		uint64_t	 ns;
	} rows[] = {
		{ 0, 1 }, { 0.001, 1 }, { 0.011, 2 }, { 0.07, 7 },
		{ 0.25, 25 }, { 0.29, 29 }, { 0.5, 50 }, { 0.505, 51 },
		{ 0.57, 57 }, { 0.63, 63 }, { 0.999, 100 }, { 1, 100 },
	};
	struct hist h;

	(void)state;
	hist_init(&h);
	for (uint64_t ns = 100; ns > 0; ns--)
		hist_add(&h, ns);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(hist_quantile(&h, rows[i].share),
		    rows[i].ns);
}

static int
compare_times(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static void
quantiles_of_anything_are_near_the_sorted_ones(void **state)
{
	enum { N = 999 };
	uint64_t ns[N], seed = 3;
	struct hist h;

	(void)state;
	for (size_t i = 0; i < N; i++)
		ns[i] = any_time(&seed);
	add_all(&h, ns, N);
	qsort(ns, N, sizeof(*ns), compare_times);
	for (size_t i = 0; i < N; i++) {
		double want = (double)ns[i];

		assert_near((double)hist_quantile(&h, (double)(i + 1) / N),
		    want, want / 64);
	}
}

static void
first_and_last_count_and_sum_are_exact(void **state)
{
	static const uint64_t ns[] = { 1000003, 123457, 98765433 };
	struct hist h;

	(void)state;
	add_all(&h, ns, 3);
	assert_int_equal(h.count, 3);
	assert_int_equal(h.sum_ns, 1000003 + 123457 + 98765433);
	assert_int_equal(hist_quantile(&h, 0), 123457);
	assert_int_equal(hist_quantile(&h, 1), 98765433);

	/* 127 shares its bucket with 126, which is the middle of it. */
	add_all(&h, (uint64_t[]){ 10, 126, 127 }, 3);
	assert_int_equal(hist_quantile(&h, 0.99), 127);
	add_all(&h, (uint64_t[]){ 127, 127, 200 }, 3);
	assert_int_equal(hist_quantile(&h, 0.5), 127);
	add_all(&h, (uint64_t[]){ 128, 1000, 1000 }, 3);
	assert_int_equal(hist_quantile(&h, 0.3), 128);
}

static void
a_merge_equals_adding_all_to_one(void **state)
{
	struct hist part[3], all;
	uint64_t seed = 4;

	(void)state;
	hist_init(&all);
	for (size_t i = 0; i < 3; i++)
		hist_init(&part[i]);
	for (unsigned i = 0; i < 10000; i++) {
		uint64_t ns = any_time(&seed);

		hist_add(&all, ns);
		hist_add(&part[i % 2], ns);
	}
	/* the third stays empty */
	hist_merge(&part[2], &part[0]);
	hist_merge(&part[2], &part[1]);
	assert_memory_equal(&part[2], &all, sizeof(all));
	hist_init(&part[0]);
	hist_merge(&all, &part[0]);
	assert_memory_equal(&part[2], &all, sizeof(all));
}

static void
what_is_reported_has_names(void **state)
{
	struct hist h;
	struct latency l;

	(void)state;
	hist_init(&h);
	for (uint64_t i = 1; i <= 10000; i++)
		hist_add(&h, i * 1000);
	latency_make(&l, &h);
	assert_int_equal(l.count, 10000);
	assert_int_equal(l.sum_ns, 50005000000);
	assert_int_equal(l.ns[LATENCY_MIN], 1000);
	assert_near((double)l.ns[LATENCY_P50], 5000e3, 5000e3 / 64);
	assert_near((double)l.ns[LATENCY_P90], 9000e3, 9000e3 / 64);
	assert_near((double)l.ns[LATENCY_P99], 9900e3, 9900e3 / 64);
	assert_near((double)l.ns[LATENCY_P999], 9990e3, 9990e3 / 64);
	assert_int_equal(l.ns[LATENCY_MAX], 10000000);
	assert_string_equal(latency_names[LATENCY_P999], "p999");
	for (size_t i = 0; i < LATENCY_POINTS; i++)
		assert_non_null(latency_names[i]);
}

static void
an_empty_one_knows_nothing(void **state)
{
	struct hist h;
	struct latency l;

	(void)state;
	hist_init(&h);
	latency_make(&l, &h);
	assert_int_equal(l.count, 0);
	for (size_t i = 0; i < LATENCY_POINTS; i++)
		assert_true(l.ns[i] == UINT64_MAX);
}

int
test_latency(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(times_come_back_to_one_part_in_64),
		cmocka_unit_test(short_times_are_exact),
		cmocka_unit_test(buckets_follow_one_another),
		cmocka_unit_test(quantiles_are_those_of_nearest_rank),
		cmocka_unit_test(
		    quantiles_of_anything_are_near_the_sorted_ones),
		cmocka_unit_test(first_and_last_count_and_sum_are_exact),
		cmocka_unit_test(a_merge_equals_adding_all_to_one),
		cmocka_unit_test(what_is_reported_has_names),
		cmocka_unit_test(an_empty_one_knows_nothing),
	};

	return cmocka_run_group_tests_name("latency", tests, NULL, NULL);
}
