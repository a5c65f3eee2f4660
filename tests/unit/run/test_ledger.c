/* test_ledger -- who wrote a byte last. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../../src/run/ledger.h"

int	test_ledger(void);

static void
assert_written(const struct ledger *l, uint64_t off, uint64_t pass,
    uint64_t until)
{
	uint64_t end;

	assert_int_equal(ledger_find(l, off, &end), pass);
	assert_int_equal(end, until);
}

static void
an_empty_one_knows_nothing(void **state)
{
	struct ledger l = { 0 };

	(void)state;
	assert_int_equal(ledger_add(&l, 5, 5, 1), 0);
	assert_int_equal(l.rows, 0);
	assert_written(&l, 0, LEDGER_NOTHING, UINT64_MAX);
}

static void
the_newest_pass_counts_up_to_where_a_newer_one_begins(void **state)
{
	struct ledger l = { 0 };

	(void)state;
	ledger_add(&l, 100, 200, 1);
	ledger_add(&l, 150, 160, 2);
	ledger_add(&l, 190, 300, LEDGER_UNKNOWN);
	assert_written(&l, 0, LEDGER_NOTHING, 100);
	assert_written(&l, 99, LEDGER_NOTHING, 100);
	assert_written(&l, 100, 1, 150);
	assert_written(&l, 150, 2, 160);
	assert_written(&l, 159, 2, 160);
	assert_written(&l, 160, 1, 190);
	assert_written(&l, 199, LEDGER_UNKNOWN, 300);
	assert_written(&l, 300, LEDGER_NOTHING, UINT64_MAX);
	ledger_release(&l);
	assert_int_equal(l.rows, 0);
}

static void
what_is_wholly_written_over_is_forgotten(void **state)
{
	struct ledger l = { 0 };

	(void)state;
	for (uint64_t pass = 1; pass <= 1000; pass++)
		for (uint64_t job = 0; job < 4; job++)
			ledger_add(&l, job * 10, job * 10 + 10, pass);
	assert_int_equal(l.rows, 4);
	ledger_add(&l, 0, 40, 0);
	assert_int_equal(l.rows, 1);
	assert_written(&l, 39, 0, 40);
	ledger_release(&l);
}

int
test_ledger(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_one_knows_nothing),
		cmocka_unit_test(
		    the_newest_pass_counts_up_to_where_a_newer_one_begins),
		cmocka_unit_test(what_is_wholly_written_over_is_forgotten),
	};

	return cmocka_run_group_tests_name("run/ledger", tests, NULL, NULL);
}
