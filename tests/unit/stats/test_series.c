/* test_series -- bytes per interval: none lost, whatever the looks. */

#include "seqbench/pattern.h"
#include "seqbench/series.h"
#include "unit/near.h"

int	test_series(void);

#define MS	1000000ull

/* What holds of any series that was last looked at at ns. */
static void
assert_whole(const struct series *s, uint64_t ns, uint64_t bytes)
{
	uint64_t at = 0, sum = 0;

	assert_int_equal(s->ns, ns);
	assert_int_equal(s->bytes, bytes);
	assert_true(s->used <= SERIES_MAX);
	for (size_t i = 0; i < s->used; i++) {
		struct interval v = series_at(s, i);

		assert_int_equal(v.start_ns, at);
		assert_true(v.end_ns > v.start_ns);
		assert_true(v.end_ns - v.start_ns <= s->width_ns);
		if (i + 1 < s->used)
			assert_int_equal(v.end_ns - v.start_ns, s->width_ns);
		at = v.end_ns;
		sum += v.bytes;
	}
	assert_int_equal(at, ns);
	assert_int_equal(sum, bytes);
}

static void
assert_moved(const struct series *s, const uint64_t *bytes, size_t n)
{
	assert_int_equal(s->used, n);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(series_at(s, i).bytes, bytes[i]);
}

static void
bytes_are_spread_in_proportion_to_time(void **state)
{
	struct series s;

	(void)state;
	series_init(&s, 100);
	series_note(&s, 50, 10);
	/* 50 ns, 100 ns, 30 ns of 180 */
	series_note(&s, 230, 10 + 1800);
	assert_moved(&s, (uint64_t[]){ 510, 1000, 300 }, 3);
	assert_whole(&s, 230, 1810);
	/* up to the boundary, and on from it */
	series_note(&s, 300, 1880);
	assert_moved(&s, (uint64_t[]){ 510, 1000, 370 }, 3);
	series_note(&s, 400, 1900);
	assert_moved(&s, (uint64_t[]){ 510, 1000, 370, 20 }, 4);
	assert_whole(&s, 400, 1900);
}

static void
the_last_interval_has_its_own_length(void **state)
{
	struct series s;
	struct interval last;

	(void)state;
	series_init(&s, 100 * MS);
	series_note(&s, 250 * MS, 1000);
	last = series_at(&s, 2);
	assert_int_equal(last.start_ns, 200 * MS);
	assert_int_equal(last.end_ns, 250 * MS);
	assert_int_equal(last.bytes, 200);
	assert_whole(&s, 250 * MS, 1000);
}

static void
a_gap_is_intervals_without_bytes(void **state)
{
	struct series s;

	(void)state;
	series_init(&s, 10);
	series_note(&s, 10, 7);
	series_note(&s, 40, 7);
	series_note(&s, 45, 9);
	assert_moved(&s, (uint64_t[]){ 7, 0, 0, 0, 2 }, 5);
	assert_whole(&s, 45, 9);
}

static void
a_full_ring_adds_up_neighbours(void **state)
{
	struct series s;

	(void)state;
	series_init(&s, 10);
	for (uint64_t i = 1; i <= SERIES_MAX; i++)
		series_note(&s, i * 10, i * (i + 1) / 2);
	assert_int_equal(s.width_ns, 10);
	assert_int_equal(s.used, SERIES_MAX);
	series_note(&s, SERIES_MAX * 10 + 1,
	    SERIES_MAX * (SERIES_MAX + 1) / 2 + 5);
	assert_int_equal(s.width_ns, 20);
	assert_int_equal(s.used, SERIES_MAX / 2 + 1);
	for (uint64_t i = 0; i < SERIES_MAX / 2; i++)
		assert_int_equal(series_at(&s, i).bytes, 4 * i + 3);
	assert_int_equal(series_at(&s, SERIES_MAX / 2).bytes, 5);
	assert_whole(&s, SERIES_MAX * 10 + 1,
	    SERIES_MAX * (SERIES_MAX + 1) / 2 + 5);
}

/* From one interval to as many as never fit, in one look. */
static void
one_look_may_come_as_late_as_it_likes(void **state)
{
	struct series s;

	(void)state;
	series_init(&s, 1);
	series_note(&s, 3, 300);
	series_note(&s, UINT64_MAX, 300 + (1ull << 50));
	assert_whole(&s, UINT64_MAX, 300 + (1ull << 50));
	assert_int_equal(s.used, SERIES_MAX);
	assert_near((double)series_at(&s, 9).bytes, 0x1p42, 301);

	series_init(&s, UINT64_MAX);
	series_note(&s, UINT64_MAX, 1);
	assert_whole(&s, UINT64_MAX, 1);
}

static void
looks_that_go_back_lose_nothing(void **state)
{
	struct series s;

	(void)state;
	series_init(&s, 100);
	series_note(&s, 0, 0);
	assert_int_equal(s.used, 0);
	series_note(&s, 0, 40);
	assert_int_equal(s.used, 0);
	series_note(&s, 100, 50);
	series_note(&s, 90, 60);	/* later bytes, earlier clock */
	series_note(&s, 150, 55);	/* later clock, earlier bytes */
	series_note(&s, 150, 70);
	series_note(&s, 95, 75);
	assert_moved(&s, (uint64_t[]){ 60, 15 }, 2);
	assert_whole(&s, 150, 75);
}

static void
random_looks_always_add_up(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 300; seed++) {
		uint64_t r = seed, ns = 0, bytes = 0;
		struct series s;

		series_init(&s, 1 + pattern_splitmix(&r) % (100 * MS));
		for (size_t i = 0; i < 200; i++) {
			/* gaps from nothing to minutes, often stalls */
			ns += pattern_splitmix(&r) % (1ull << 37) >>
			    pattern_splitmix(&r) % 38;
			if (pattern_splitmix(&r) % 4 != 0)
				bytes += pattern_splitmix(&r) % (1ull << 42) >>
				    pattern_splitmix(&r) % 43;
			series_note(&s, ns, bytes);
			if (ns > 0)
				assert_whole(&s, ns, bytes);
		}
	}
}

/* Of a steady pass, looks of any kind give the same series. */
static void
spacing_of_looks_does_not_matter(void **state)
{
	struct series often, seldom;
	uint64_t r = 9;

	(void)state;
	series_init(&often, 100 * MS);
	series_init(&seldom, 100 * MS);
	for (uint64_t ns = 0; ns < 90000 * MS;
	    ns += pattern_splitmix(&r) % (3 * MS))
		series_note(&often, ns, ns / 100);
	series_note(&often, 90000 * MS, 900 * MS);
	series_note(&seldom, 90000 * MS, 900 * MS);
	assert_int_equal(often.width_ns, 400 * MS);
	assert_int_equal(often.used, seldom.used);
	for (size_t i = 0; i < often.used; i++)
		assert_near((double)series_at(&often, i).bytes,
		    (double)series_at(&seldom, i).bytes, 1);
}

static void
streams_are_added_interval_by_interval(void **state)
{
	struct series s, other, none;

	(void)state;
	series_init(&s, 10);
	series_init(&other, 10);
	series_init(&none, 10);
	series_note(&s, 10, 1);
	series_note(&s, 25, 16);
	series_note(&other, 35, 350);
	series_merge(&s, &other);
	assert_moved(&s, (uint64_t[]){ 101, 110, 105, 50 }, 4);
	assert_whole(&s, 35, 366);
	series_merge(&s, &none);
	assert_whole(&s, 35, 366);
	series_merge(&none, &s);
	assert_moved(&none, (uint64_t[]){ 101, 110, 105, 50 }, 4);
}

static void
streams_of_unlike_length_are_added(void **state)
{
	struct series small, large, copy;

	(void)state;
	series_init(&small, 10);
	series_init(&large, 10);
	series_note(&small, 70, 70);
	series_note(&large, SERIES_MAX * 40, SERIES_MAX * 40);
	copy = large;
	series_merge(&copy, &small);
	assert_int_equal(copy.width_ns, 40);
	assert_int_equal(series_at(&copy, 0).bytes, 80);
	assert_int_equal(series_at(&copy, 1).bytes, 70);
	assert_int_equal(series_at(&copy, 2).bytes, 40);
	assert_whole(&copy, SERIES_MAX * 40, SERIES_MAX * 40 + 70);
	series_merge(&small, &large);
	assert_memory_equal(&small, &copy, sizeof(copy));
}

int
test_series(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes_are_spread_in_proportion_to_time),
		cmocka_unit_test(the_last_interval_has_its_own_length),
		cmocka_unit_test(a_gap_is_intervals_without_bytes),
		cmocka_unit_test(a_full_ring_adds_up_neighbours),
		cmocka_unit_test(one_look_may_come_as_late_as_it_likes),
		cmocka_unit_test(looks_that_go_back_lose_nothing),
		cmocka_unit_test(random_looks_always_add_up),
		cmocka_unit_test(spacing_of_looks_does_not_matter),
		cmocka_unit_test(streams_are_added_interval_by_interval),
		cmocka_unit_test(streams_of_unlike_length_are_added),
	};

	return cmocka_run_group_tests_name("series", tests, NULL, NULL);
}
