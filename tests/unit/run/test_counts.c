/* test_counts -- what the system counted, and what of it is a pass's. */
#include "lab.h"

#include "../../../src/run/pass.h"

int	test_counts(void);

static const struct device_counters device_before = {
	100, 200, 10, 20, 0, 0, 0, 0
};
static const struct device_counters device_after = {
	1100, 2200, 15, 27, 0, 0, 0, 0
};
static const struct counts before = {
	.cpu = { 1000, 2000, 3, 4, 5000, 100000, 3000, 70, 80 },
	.watcher_user_ns = 10,
	.watcher_system_ns = 20,
};
static const struct counts after = {
	.cpu = { 1600, 2800, 5, 5, 30000, 200000, 4000, 71, 82 },
	.watcher_user_ns = 110,
	.watcher_system_ns = 220,
};

static void
a_pass_has_the_difference_without_the_watcher(void **state)
{
	struct device_counters moved = counts_device(&device_before,
	    &device_after);
	struct sample s = { 0 };

	(void)state;
	counts_device_into(&s, &moved);
	counts_into(&s, &before, &after);
	assert_int_equal(s.device_read_bytes, 1000);
	assert_int_equal(s.device_write_bytes, 2000);
	assert_int_equal(s.device_transfers, 5 + 7);
	assert_int_equal(s.user_ns, 600 - 100);
	assert_int_equal(s.system_ns, 800 - 200);
	assert_int_equal(s.voluntary, 2);
	assert_int_equal(s.involuntary, 1);
	assert_int_equal(s.io_read_bytes, 1);
	assert_int_equal(s.io_write_bytes, 2);
	assert_true(s.busy_share == 0.25);
	/* Of 1000 ns in programs 600 were ours. */
	assert_int_equal(counts_others_ns(&before, &after), 400);
}

static void
what_is_not_known_before_or_after_is_not_known(void **state)
{
	struct device_counters from = device_before, to = device_after, moved;
	struct counts a = before, b = after;
	struct sample s = { 0 };

	(void)state;
	from.read_bytes = to.reads = NOT_KNOWN;
	moved = counts_device(&from, &to);
	counts_device_into(&s, &moved);
	a.cpu.user_ns = b.cpu.busy_ns = b.cpu.busy_user_ns = NOT_KNOWN;
	counts_into(&s, &a, &b);
	assert_true(s.device_read_bytes == NOT_KNOWN);
	assert_true(s.device_transfers == NOT_KNOWN);
	assert_int_equal(s.device_write_bytes, 2000);
	assert_true(s.user_ns == NOT_KNOWN);
	assert_true(s.busy_share < 0);
	assert_int_equal(counts_others_ns(&a, &b), 0);
}

static void
a_counter_that_ran_backwards_stood_still(void **state)
{
	struct device_counters moved = counts_device(&device_after,
	    &device_before);
	struct sample s = { 0 };

	(void)state;
	counts_device_into(&s, &moved);
	counts_into(&s, &after, &before);
	assert_int_equal(s.device_read_bytes, 0);
	assert_int_equal(s.user_ns, 0);
	assert_int_equal(counts_others_ns(&after, &before), 0);
}

int
test_counts(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    a_pass_has_the_difference_without_the_watcher),
		cmocka_unit_test(
		    what_is_not_known_before_or_after_is_not_known),
		cmocka_unit_test(a_counter_that_ran_backwards_stood_still),
	};

	return cmocka_run_group_tests_name("counts", tests, NULL, NULL);
}
