/* test_course -- what passes of later rounds are held to. */
#include "lab.h"

#include "../../../src/run/course.h"

int	test_course(void);

static void
later_rounds_are_held_to_whole_blocks_one_for_each_job(void **state)
{
	static const struct {
		uint64_t	 block;
		unsigned	 jobs;
		uint64_t	 size, reached, held;
	} rows[] = {
		{ MiB, 1, 64 * MiB, 10 * MiB, 10 * MiB },
		{ MiB, 1, 64 * MiB, 10 * MiB + 4 * KiB, 10 * MiB },
		{ MiB, 1, 64 * MiB, 4 * KiB, MiB },
		{ MiB, 8, 64 * MiB, 3 * MiB, 8 * MiB },
		{ MiB, 8, 64 * MiB, 9 * MiB + 1, 9 * MiB },
		/* No more than there is. */
		{ MiB, 1, 64 * MiB, 65 * MiB, 64 * MiB },
		{ MiB, 2, MiB + 1, 4 * KiB, MiB + 1 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const struct plan_cell cell = {
			.block.bytes = rows[i].block,
			.jobs = rows[i].jobs,
		};

		assert_int_equal(course_held_size(&cell, rows[i].size,
		    rows[i].reached), rows[i].held);
	}
}

int
test_course(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    later_rounds_are_held_to_whole_blocks_one_for_each_job),
	};

	return cmocka_run_group_tests_name("course", tests, NULL, NULL);
}
