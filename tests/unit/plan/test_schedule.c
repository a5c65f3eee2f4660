/* test_schedule -- the order of passes, and that drift favours no cell. */

#include <string.h>

#include "seqbench/plan.h"
#include "unit/near.h"

int	test_schedule(void);

enum { CELLS_MAX = 8, STEPS_MAX = 64 };

/* The order as letters, a cell each; run numbers are checked on the way. */
static void
letters(enum order_mode order, uint64_t seed, size_t n, uint64_t runs,
    char out[STEPS_MAX])
{
	struct plan p = { .order = order, .seed = seed, .runs_max = runs };
	struct schedule s;
	uint64_t seen[CELLS_MAX] = { 0 }, run;
	size_t cell, steps = 0;

	assert_int_equal(schedule_init(&s, &p, n), 0);
	while (schedule_next(&s, &cell, &run)) {
		assert_true(cell < n);
		assert_int_equal(run, ++seen[cell]);
		out[steps++] = (char)('A' + cell);
	}
	out[steps] = '\0';
	assert_int_equal(steps, n * runs);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(seen[i], runs);
	assert_false(schedule_next(&s, &cell, &run));
	schedule_release(&s);
}

static void
orders_are_as_documented(void **state)
{
	static const struct {
		enum order_mode	 order;
		size_t		 n;
		uint64_t	 runs;
		const char	*letters;
	} rows[] = {
		{ ORDER_MIRROR, 3, 3, "ABCCBAABC" },
		{ ORDER_DEFAULT, 3, 2, "ABCCBA" },
		{ ORDER_MIRROR, 1, 3, "AAA" },
		{ ORDER_BLOCKED, 3, 2, "AABBCC" },
		{ ORDER_BLOCKED, 1, 3, "AAA" },
		{ ORDER_RANDOM, 1, 2, "AA" },
		{ ORDER_MIRROR, 0, 3, "" },
		{ ORDER_BLOCKED, 0, 3, "" },
		{ ORDER_RANDOM, 0, 3, "" },
		{ ORDER_MIRROR, 3, 0, "" },
		{ ORDER_BLOCKED, 3, 0, "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char got[STEPS_MAX];

		letters(rows[i].order, 1, rows[i].n, rows[i].runs, got);
		assert_string_equal(got, rows[i].letters);
	}
}

/* With one unit of drift a pass: how far a cell's mean place is from all. */
static void
drift_biases_no_more_than_the_published_vectors(void **state)
{
	static const struct {
		enum order_mode	 order;
		size_t		 n;
		uint64_t	 runs;
		double		 bias;
	} rows[] = {
		{ ORDER_BLOCKED, 2, 3, 1.5 },	/* AAABBB */
		{ ORDER_MIRROR, 2, 3, .1667 },	/* ABBAAB */
		{ ORDER_MIRROR, 2, 4, 0 },	/* ABBAABBA */
		{ ORDER_BLOCKED, 5, 3, 6 },
		{ ORDER_BLOCKED, 5, 4, 8 },
		{ ORDER_BLOCKED, 5, 5, 10 },
		{ ORDER_BLOCKED, 5, 6, 12 },
		{ ORDER_MIRROR, 5, 3, .667 },
		{ ORDER_MIRROR, 5, 4, 0 },
		{ ORDER_MIRROR, 5, 5, .4 },
		{ ORDER_MIRROR, 5, 6, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char got[STEPS_MAX];
		double place[CELLS_MAX] = { 0 }, bias = 0;
		double steps = (double)(rows[i].n * rows[i].runs);

		letters(rows[i].order, 1, rows[i].n, rows[i].runs, got);
		for (size_t k = 0; got[k] != '\0'; k++)
			place[got[k] - 'A'] += (double)k;
		for (size_t k = 0; k < rows[i].n; k++)
			bias = fmax(bias, fabs(place[k] /
			    (double)rows[i].runs - (steps - 1) / 2));
		assert_near(bias, rows[i].bias, 4e-4);
	}
}

static void
random_rounds_are_whole_and_repeat_with_the_seed(void **state)
{
	char first[STEPS_MAX], again[STEPS_MAX], other[STEPS_MAX];

	(void)state;
	letters(ORDER_RANDOM, 4711, 8, 7, first);
	letters(ORDER_RANDOM, 4711, 8, 7, again);
	letters(ORDER_RANDOM, 4712, 8, 7, other);
	assert_string_equal(first, again);
	assert_string_not_equal(first, other);
	assert_memory_not_equal(first, first + 8, 8);
	for (size_t round = 0; round < 7; round++) {
		for (char c = 'A'; c < 'A' + 8; c++)
			assert_non_null(memchr(first + 8 * round, c, 8));
	}
}

static void
random_rounds_come_in_every_order(void **state)
{
	char got[STEPS_MAX];
	unsigned seen[2] = { 0 };

	(void)state;
	letters(ORDER_RANDOM, 1, 2, 20, got);
	for (size_t i = 0; got[i] != '\0'; i += 2)
		seen[got[i] - 'A']++;
	assert_true(seen[0] >= 4 && seen[1] >= 4);
}

static void
endless_runs_do_not_overflow(void **state)
{
	struct plan p = { .order = ORDER_MIRROR, .runs_max = UINT64_MAX };
	struct schedule s;
	size_t cell;
	uint64_t run;

	(void)state;
	assert_int_equal(schedule_init(&s, &p, 3), 0);
	for (int i = 0; i < 4; i++)
		assert_true(schedule_next(&s, &cell, &run));
	assert_int_equal(cell, 2);
	assert_int_equal(run, 2);
	schedule_release(&s);
}

int
test_schedule(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(orders_are_as_documented),
		cmocka_unit_test(
		    drift_biases_no_more_than_the_published_vectors),
		cmocka_unit_test(
		    random_rounds_are_whole_and_repeat_with_the_seed),
		cmocka_unit_test(random_rounds_come_in_every_order),
		cmocka_unit_test(endless_runs_do_not_overflow),
	};

	return cmocka_run_group_tests_name("schedule", tests, NULL, NULL);
}
