/* test_total -- what several targets did at once, added up. */
#include "lab.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../../../src/run/pass.h"
#include "../../../src/run/total.h"

int	test_total(void);

static const struct sample first = {
	.start_ns = 1000, .bytes = 100 * MiB,
	.transfer_ns = 400 * MS, .flush_ns = 300 * MS, .close_ns = 5000,
	.cached_bytes = 4096, .cache_check = CHECK_RESIDENT,
	.transfers = 100, .short_transfers = 1,
	.buffer_page_bytes = 2 * MiB, .limit = LIMIT_DEVICE,
	.flags = FLAG_SHORT | FLAG_CACHED,
};
static const struct sample second = {
	.start_ns = 51000, .bytes = 50 * MiB,
	.transfer_ns = 500 * MS, .flush_ns = 100 * MS, .close_ns = 1000,
	.cache_check = CHECK_COLD,
	.transfers = 50, .short_transfers = 2,
	.buffer_page_bytes = 4096, .limit = LIMIT_DEVICE,
	.limited = true, .flags = FLAG_ZEROS,
};

static void
add(struct sample *t, const struct sample *a, const struct sample *b)
{
	*t = sample_unknown;
	total_span(t, a);
	total_span(t, b);
	assert_int_equal(total_begin(t, 2), 0);
	total_add(t, a, "/a");
	total_add(t, b, "/b");
}

static void
the_time_is_from_the_first_start_to_the_last_end(void **state)
{
	struct sample t;

	(void)state;
	add(&t, &first, &second);
	assert_int_equal(t.start_ns, 1000);
	/* The second moved last, but the first was durable last. */
	assert_int_equal(t.transfer_ns, 500 * MS + 50000);
	assert_int_equal(t.transfer_ns + t.flush_ns, 700 * MS);
	assert_int_equal(t.close_ns, 5000);
	assert_int_equal(t.bytes, 150 * MiB);
	assert_int_equal(sample_rate(&t, OP_WRITE), 224694857);
	/* Each keeps its own. */
	assert_int_equal(t.jobs, 2);
	assert_int_equal(t.job[0].start_ns, 0);
	assert_int_equal(t.job[1].start_ns, 50000);
	assert_int_equal(t.job[1].transfer_ns, 500 * MS);
	assert_int_equal(t.job[1].bytes, 50 * MiB);
	free(t.job);
}

static void
the_order_of_targets_does_not_matter(void **state)
{
	struct sample t, u;

	(void)state;
	add(&t, &first, &second);
	add(&u, &second, &first);
	assert_int_equal(t.start_ns, u.start_ns);
	assert_int_equal(t.transfer_ns, u.transfer_ns);
	assert_int_equal(t.flush_ns, u.flush_ns);
	assert_int_equal(t.close_ns, u.close_ns);
	assert_int_equal(t.cache_check, u.cache_check);
	assert_int_equal(u.job[0].start_ns, 50000);
	free(t.job);
	free(u.job);
}

static void
the_total_is_no_better_than_the_worst_of_them(void **state)
{
	struct sample t, other = second;

	(void)state;
	add(&t, &first, &second);
	assert_int_equal(t.cached_bytes, 4096);
	assert_int_equal(t.cache_check, CHECK_RESIDENT);
	assert_int_equal(t.buffer_page_bytes, 4096);
	assert_int_equal(t.transfers, 150);
	assert_int_equal(t.short_transfers, 3);
	assert_int_equal(t.limit, LIMIT_DEVICE);
	assert_true(t.limited);
	/* Whether it was short is a matter of its own time. */
	assert_int_equal(t.flags, FLAG_CACHED | FLAG_ZEROS);
	assert_int_equal(t.error.code, 0);
	free(t.job);

	other.limit = LIMIT_DEPTH;
	other.cached_bytes = NOT_KNOWN;
	add(&t, &first, &other);
	assert_int_equal(t.limit, LIMIT_UNKNOWN);
	assert_true(t.cached_bytes == NOT_KNOWN);
	free(t.job);
}

static void
an_error_of_one_is_the_total_s_and_names_it(void **state)
{
	const struct io_error error = { EIO, "read", 4096,
	    "read at offset 4096: Input/output error" };
	struct sample t, failed = second;

	(void)state;
	failed.error = error;
	failed.flags |= FLAG_ERROR;
	add(&t, &first, &failed);
	assert_int_equal(t.error.code, EIO);
	assert_string_equal(t.error.op, "read");
	assert_true(t.error.offset == NOT_KNOWN);
	assert_string_equal(t.error.text,
	    "/b: read at offset 4096: Input/output error");
	assert_true(t.flags & FLAG_ERROR);
	/* The first one stays. */
	total_add_error(&t, &error, "/c");
	assert_int_equal(strncmp(t.error.text, "/b: ", 4), 0);
	free(t.job);
}

static void
devices_add_up_as_far_as_they_are_known(void **state)
{
	const struct moved one = { .read_bytes = 10,
	    .write_bytes = NOT_KNOWN, .transfers = 3 };
	struct sample t = { 0 };

	(void)state;
	total_add_device(&t, &one);
	total_add_device(&t, &one);
	assert_int_equal(t.device.read_bytes, 20);
	assert_int_equal(t.device.transfers, 6);
	assert_true(t.device.write_bytes == NOT_KNOWN);
}

int
test_total(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    the_time_is_from_the_first_start_to_the_last_end),
		cmocka_unit_test(the_order_of_targets_does_not_matter),
		cmocka_unit_test(the_total_is_no_better_than_the_worst_of_them),
		cmocka_unit_test(an_error_of_one_is_the_total_s_and_names_it),
		cmocka_unit_test(devices_add_up_as_far_as_they_are_known),
	};

	return cmocka_run_group_tests_name("total", tests, NULL, NULL);
}
