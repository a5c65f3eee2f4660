/* test_map -- segments of a file on its device. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "seqbench/map.h"

int	test_map(void);

static void
a_segment_is_cut_at_both_ends(void **state)
{
	static const struct {
		struct segment	 s;
		uint64_t	 off, end;
		struct segment	 cut;	/* bytes 0: nothing is left */
	} rows[] = {
		{ { 100, 5000, 50 }, 0, 1000, { 100, 5000, 50 } },
		{ { 100, 5000, 50 }, 110, 1000, { 110, 5010, 40 } },
		{ { 100, 5000, 50 }, 0, 120, { 100, 5000, 20 } },
		{ { 100, 5000, 50 }, 110, 111, { 110, 5010, 1 } },
		{ { 100, 5000, 50 }, 150, 1000, { 0, 0, 0 } },
		{ { 100, 5000, 50 }, 0, 100, { 0, 0, 0 } },
		/* xfs reserves beyond the end of a file. */
		{ { 4096, 0, 1 << 20 }, 0, 5000, { 4096, 0, 904 } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct segment s = rows[i].s;

		assert_int_equal(segment_cut(&s, rows[i].off, rows[i].end),
		    rows[i].cut.bytes > 0);
		if (rows[i].cut.bytes > 0)
			assert_memory_equal(&s, &rows[i].cut, sizeof s);
	}
}

static void
neighbours_become_one_segment(void **state)
{
	struct map m = { 0 };

	(void)state;
	assert_int_equal(map_end(&m), 0);
	assert_int_equal(map_add(&m, &(struct segment){ 0, 1000, 10 }), 0);
	assert_int_equal(map_add(&m, &(struct segment){ 10, 1010, 20 }), 0);
	assert_int_equal(map_add(&m, &(struct segment){ 30, 900, 5 }), 0);
	/* Before it on the device is not behind it. */
	assert_int_equal(map_add(&m, &(struct segment){ 35, 890, 10 }), 0);
	assert_int_equal(m.n, 3);
	assert_int_equal(m.segment[0].bytes, 30);
	assert_int_equal(map_end(&m), 45);
	map_release(&m);
	assert_int_equal(m.n, 0);
}

static void
every_offset_finds_its_address(void **state)
{
	struct map m = { 0 };
	uint64_t left;

	(void)state;
	/* 100 segments of 7 bytes, in reverse order on the device. */
	for (uint64_t i = 0; i < 100; i++)
		assert_int_equal(map_add(&m, &(struct segment){ 50 + 7 * i,
		    10000 - 10 * i, 7 }), 0);
	assert_int_equal(m.n, 100);
	for (uint64_t off = 50; off < 750; off++) {
		uint64_t i = (off - 50) / 7, in = (off - 50) % 7;

		assert_int_equal(map_at(&m, off, &left), 10000 - 10 * i + in);
		assert_int_equal(left, 7 - in);
	}
	map_release(&m);
}

static void
maps_are_equal_only_segment_by_segment(void **state)
{
	struct map a = { 0 }, b = { 0 };

	(void)state;
	assert_true(map_equal(&a, &b));
	assert_int_equal(map_add(&a, &(struct segment){ 0, 100, 10 }), 0);
	assert_false(map_equal(&a, &b));
	assert_int_equal(map_add(&b, &(struct segment){ 0, 100, 11 }), 0);
	assert_false(map_equal(&a, &b));
	map_release(&b);
	assert_int_equal(map_add(&b, &(struct segment){ 0, 100, 10 }), 0);
	assert_true(map_equal(&a, &b));
	assert_int_equal(map_add(&b, &(struct segment){ 10, 300, 10 }), 0);
	assert_false(map_equal(&a, &b));
	map_release(&a);
	map_release(&b);
}

int
test_map(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_segment_is_cut_at_both_ends),
		cmocka_unit_test(neighbours_become_one_segment),
		cmocka_unit_test(every_offset_finds_its_address),
		cmocka_unit_test(maps_are_equal_only_segment_by_segment),
	};

	return cmocka_run_group_tests_name("map", tests, NULL, NULL);
}
