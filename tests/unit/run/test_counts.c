/* test_counts -- what the system counted, and what of it is a pass's. */
#include "lab.h"

#include <stdlib.h>

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
	struct sample s = {
		.device = counts_moved(&device_before, &device_after),
	};

	(void)state;
	counts_into(&s, &before, &after);
	assert_int_equal(s.device.read_bytes, 1000);
	assert_int_equal(s.device.write_bytes, 2000);
	assert_int_equal(s.device.transfers, 5 + 7);
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
	struct device_counters from = device_before, to = device_after;
	struct counts a = before, b = after;
	struct sample s = { 0 };

	(void)state;
	from.read_bytes = to.reads = NOT_KNOWN;
	s.device = counts_moved(&from, &to);
	from = device_before;
	from.write_bytes = NOT_KNOWN;
	s.bottom = counts_moved(&from, &to);
	a.cpu.user_ns = b.cpu.busy_ns = b.cpu.busy_user_ns = NOT_KNOWN;
	counts_into(&s, &a, &b);
	assert_true(s.device.read_bytes == NOT_KNOWN);
	assert_true(s.device.transfers == NOT_KNOWN);
	assert_int_equal(s.device.write_bytes, 2000);
	assert_int_equal(s.bottom.read_bytes, 1000);
	assert_true(s.bottom.write_bytes == NOT_KNOWN);
	assert_true(s.bottom.transfers == NOT_KNOWN);
	assert_true(s.user_ns == NOT_KNOWN);
	assert_true(s.busy_share < 0);
	assert_int_equal(counts_others_ns(&a, &b), 0);
}

static void
a_counter_that_ran_backwards_stood_still(void **state)
{
	struct sample s = {
		.device = counts_moved(&device_after, &device_before),
	};

	(void)state;
	counts_into(&s, &after, &before);
	assert_int_equal(s.device.read_bytes, 0);
	assert_int_equal(s.user_ns, 0);
	assert_int_equal(counts_others_ns(&after, &before), 0);
}

/* Both halves of a mirror are written, and each reads every other time. */
static void
the_disks_at_the_bottom_are_added_up(void **state)
{
	struct site site;
	struct lab l;

	(void)state;
	lab_make(&l, "", "-b 1m -s 8m -o read,write -n 1 "
	    "--destroy /fake/raid /fake/raid");
	assert_int_equal(target_may_write(&l.target[0],
	    &(struct target_consent){ .destroy = "/fake/raid" }, &l.diag), 0);
	assert_int_equal(lab_site(&l, &site), 0);
	for (size_t i = 0; i < l.plan.cells; i++) {
		enum op op = l.plan.cell[i].op;
		struct sample s;

		assert_int_equal(lab_pass(&l, &site, i, 1, 8 * MiB, &s), 0);
		assert_int_equal(s.error.code, 0);
		assert_int_equal(moved_bytes(&s.device, op), 8 * MiB);
		assert_int_equal(moved_bytes(&s.bottom, op),
		    op == OP_READ ? 8 * MiB : 16 * MiB);
		assert_int_equal(s.bottom.transfers,
		    op == OP_READ ? s.device.transfers :
		    2 * s.device.transfers);
		assert_int_equal(s.flags & FLAG_LOAD, 0);
		free(s.job);
	}
	assert_int_equal(site_close(&site, true, &l.diag), 0);
	lab_done(&l);
}

/* One of them that is not counted leaves no sum; nor do none. */
static void
a_sum_needs_all_its_parts(void **state)
{
	struct device_counters c;
	struct layers layers = { 0 };

	(void)state;
	bottoms_counters(0, &layers, &c);
	assert_true(c.reads == NOT_KNOWN && c.read_bytes == NOT_KNOWN);
	for (int i = 0; i < 2; i++) {
		struct layer *l = layers_add(&layers, LAYER_DISK, 0);

		assert_non_null(l);
		l->bottom = true;
	}
	layers.layer[0].device = 0xf000;
	bottoms_counters(0, &layers, &c);
	assert_true(c.reads == NOT_KNOWN && c.write_bytes == NOT_KNOWN);
	layers_release(&layers);
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
		cmocka_unit_test(the_disks_at_the_bottom_are_added_up),
		cmocka_unit_test(a_sum_needs_all_its_parts),
	};

	return cmocka_run_group_tests_name("counts", tests, NULL, NULL);
}
