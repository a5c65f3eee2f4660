/* test_summary -- what is made of the samples of a session. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "seqbench/file.h"
#include "seqbench/result.h"
#include "unit/near.h"

int	test_summary(void);

/* Blocks are out of order, as they may be typed; variant 0 can't do 512. */
static struct plan_cell cells[] = {
	{ .op = OP_READ, .variant = 0, .block.bytes = 512,
	  .refused = "sectors are 4096 bytes" },
	{ .op = OP_READ, .variant = 0, .block.bytes = 1048576 },
	{ .op = OP_READ, .variant = 0, .block.bytes = 4096 },
	{ .op = OP_READ, .variant = 0, .block.bytes = 65536 },
	{ .op = OP_READ, .variant = 1, .block.bytes = 512 },
	{ .op = OP_READ, .variant = 1, .block.bytes = 65536 },
	{ .op = OP_READ, .variant = 1, .block.bytes = 4096 },
	{ .op = OP_READ, .variant = 1, .block.bytes = 1048576 },
	{ .op = OP_WRITE, .variant = 0, .block.bytes = 4096 },
	{ .op = OP_WRITE, .variant = 0, .block.bytes = 65536 },
	{ .target = 1, .op = OP_READ, .block.bytes = 4096 },
};
enum { CELLS = sizeof(cells) / sizeof(cells[0]) };
static struct plan plan = {
	.cell = cells, .cells = CELLS, .targets = 2, .variants = 2,
};

/* MB/s of three runs of each cell; 0: no run. */
static const double rates[CELLS][3] = {
	{ 0 },
	{ 201, 200, 200.5 },
	{ 100, 101, 99 },
	{ 200, 202, 199 },
	{ 50, 51, 49 },
	{ 100, 101, 99 },
	{ 100.5, 99.5, 100 },
	{ 180, 181, 179 },
	{ 80, 81, 79 },
	{ 60, 130, 110 },
	{ 1000, 1010, 990 },
};

/* In write cells a fifth of the time is flushing. */
static struct sample
sample_at(enum op op, double megabytes)
{
	uint64_t ns = (uint64_t)(1e9 * 100 / megabytes);
	struct sample s = { .bytes = 100000000, .transfer_ns = ns };

	if (op == OP_WRITE) {
		s.flush_ns = ns / 5;
		s.transfer_ns = ns - ns / 5;
	}
	return s;
}

static int
setup(void **state)
{
	static struct result r;

	memset(&r, 0, sizeof(r));
	*state = &r;
	if (result_init(&r, &plan) < 0)
		return -1;
	for (size_t i = 0; i < CELLS; i++) {
		for (size_t k = 0; k < 3 && rates[i][k] > 0; k++) {
			struct sample s = sample_at(cells[i].op, rates[i][k]);

			if (result_add(&r, i, &s) < 0)
				return -1;
		}
	}
	return result_summarize(&r);
}

static int
teardown(void **state)
{
	result_release(*state);
	return 0;
}

static void
rates_are_over_the_clocked_time(void **state)
{
	const struct result *r = *state;

	assert_near(r->cell[2].rate.bytes_per_second, 100e6, 1e4);
	assert_near(r->cell[8].rate.bytes_per_second, 80e6, 1e4);
	assert_int_equal(r->cell[8].rate.n, 3);
	assert_int_equal(r->cell[0].rate.n, 0);
}

static void
variants_are_compared_with_the_first(void **state)
{
	static const enum verdict verdicts[CELLS] = {
		/* variant 0 itself; what it can't do; its three others */
		VERDICT_NONE, VERDICT_NONE, VERDICT_NONE, VERDICT_NONE,
		VERDICT_NONE,
		VERDICT_SLOWER, VERDICT_EQUIVALENT, VERDICT_SLOWER,
		VERDICT_NONE, VERDICT_NONE, VERDICT_NONE,
	};
	const struct result *r = *state;

	for (size_t i = 0; i < CELLS; i++)
		assert_int_equal(r->cell[i].against.verdict, verdicts[i]);
	assert_near(r->cell[7].against.ratio, 180 / 200.5, 1e-3);
	assert_true(isnan(r->cell[4].against.ratio));
}

static void
each_target_op_and_variant_has_its_star(void **state)
{
	static const struct star want[] = {
		{ 0, OP_READ, 0, 3, 0 },	/* 64k like 1m; without 512 */
		{ 0, OP_READ, 1, 7, 4 },	/* 1m alone is best */
		{ 0, OP_WRITE, 0, STAR_TOO_FEW, 8 },
		{ 1, OP_READ, 0, STAR_NONE, 10 },	/* one block only */
	};
	const struct result *r = *state;

	assert_int_equal(r->stars, 4);
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(r->star[i].target, want[i].target);
		assert_int_equal(r->star[i].op, want[i].op);
		assert_int_equal(r->star[i].variant, want[i].variant);
		assert_int_equal(r->star[i].cell, want[i].cell);
		assert_int_equal(r->star[i].first, want[i].first);
	}
	for (size_t i = 0; i < CELLS; i++)
		assert_int_equal(r->cell[i].star, i == 3 || i == 7);
}

/* Of 64k: off, 128k, 1m and 32k of one engine, and direct beside them. */
static void
values_of_read_ahead_have_a_star_of_their_own(void **state)
{
	static const double speed[] = { 10, 100, 100.5, 60, 40 };
	static const struct engine buffered, direct;
	struct target target = { .readahead.bytes = NOT_KNOWN };
	struct plan_target pt = { .target = &target, .cells = 5 };
	struct plan_cell c[5];
	struct plan p = {
		.target = &pt, .targets = 1, .cell = c, .cells = 5,
		.variants = 5, .readaheads = 4,
	};
	static const struct readahead value[] = {
		{ READAHEAD_OFF, { 0, "off" } },
		{ READAHEAD_SIZE, { 131072, "128k" } },
		{ READAHEAD_SIZE, { 1048576, "1m" } },
		{ READAHEAD_SIZE, { 32768, "32k" } },
		{ READAHEAD_DEFAULT, { 0, "" } },
	};
	struct result r = { 0 };

	(void)state;
	for (size_t i = 0; i < 5; i++)
		c[i] = (struct plan_cell){
			.engine = i < 4 ? &buffered : &direct, .variant = i,
			.block.bytes = 65536, .readahead = value[i],
		};
	assert_int_equal(result_init(&r, &p), 0);
	for (size_t i = 0; i < 15; i++) {
		struct sample s = sample_at(OP_READ, speed[i / 3] *
		    (1 + (double)(i % 3) / 100));

		assert_int_equal(result_add(&r, i / 3, &s), 0);
	}
	assert_int_equal(result_summarize(&r), 0);
	assert_int_equal(r.stars, 2);
	assert_int_equal(r.star[0].cell, 1);
	assert_int_equal(r.star[1].cell, STAR_NONE);
	assert_true(r.cell[1].star);
	/* Only of 32k a block is read as a whole; off is no size. */
	for (size_t i = 0; i < 5; i++)
		assert_int_equal(r.cell[i].flags, i == 3 ? FLAG_BLOCK : 0);
	result_release(&r);
}

static void
a_refused_cell_says_why(void **state)
{
	const struct result *r = *state;

	assert_int_equal(r->cell[0].error.code, EINVAL);
	assert_string_equal(r->cell[0].error.text, "sectors are 4096 bytes");
	assert_true(r->cell[0].error.offset == NOT_KNOWN);
	assert_int_equal(r->cell[0].flags, FLAG_ERROR);
	assert_int_equal(r->cell[1].error.code, 0);
}

static void
samples_with_errors_mark_but_do_not_count(void **state)
{
	struct result *r = *state;
	struct sample s = sample_at(OP_READ, 1);

	s.flags = FLAG_LOAD;
	s.error = (struct io_error){ EIO, "read", 8192, "first" };
	assert_int_equal(result_add(r, 3, &s), 0);
	strcpy(s.error.text, "second");
	assert_int_equal(result_add(r, 3, &s), 0);
	assert_int_equal(result_summarize(r), 0);

	assert_int_equal(r->cell[3].samples, 5);
	assert_int_equal(r->cell[3].rate.n, 3);
	assert_near(r->cell[3].rate.bytes_per_second, 200.3e6, 1e5);
	assert_int_equal(r->cell[3].flags, FLAG_ERROR | FLAG_LOAD);
	assert_int_equal(r->cell[3].error.code, EIO);
	assert_int_equal(r->cell[3].error.offset, 8192);
	assert_string_equal(r->cell[3].error.text, "first");
	assert_true(r->cell[3].star);
}

static void
the_rate_of_one_cell_is_that_of_the_summary(void **state)
{
	struct result *r = *state;
	struct rate whole = r->cell[3].rate;
	struct sample s = sample_at(OP_READ, 1);

	r->cell[3].rate = r->cell[2].rate = (struct rate){ .n = 0 };
	s.error = (struct io_error){ EIO, "read", 8192, "first" };
	assert_int_equal(result_add(r, 3, &s), 0);
	assert_int_equal(result_rate(r, 3), 0);
	assert_int_equal(r->cell[3].rate.n, 3);
	assert_true(r->cell[3].rate.bytes_per_second ==
	    whole.bytes_per_second);
	assert_true(r->cell[3].rate.half == whole.half);
	assert_int_equal(r->cell[2].rate.n, 0);
}

static void
a_cell_with_nothing_but_errors_has_no_part_in_the_star(void **state)
{
	struct result *r = *state;

	for (size_t i = 0; i < 3; i++)
		r->cell[2].sample[i].error.code = EIO;
	assert_int_equal(result_summarize(r), 0);
	assert_int_equal(r->cell[2].rate.n, 0);
	assert_int_equal(r->cell[2].flags, FLAG_ERROR);
	assert_int_equal(r->star[0].cell, 3);
}

static void
flags_are_those_of_samples_and_rate(void **state)
{
	struct result *r = *state;

	assert_int_equal(r->cell[2].flags, 0);
	assert_int_equal(r->cell[9].flags, FLAG_NOISY);
	r->cell[2].sample[0].flags = FLAG_CACHED;
	r->cell[2].sample[2].flags = FLAG_SHORT;
	for (size_t k = 0; k < 3; k++) {
		struct sample s = sample_at(OP_READ, k == 2 ? 50 : 100);

		assert_int_equal(result_add(r, 2, &s), 0);
	}
	assert_int_equal(result_summarize(r), 0);
	assert_int_equal(r->cell[2].flags, FLAG_CACHED | FLAG_SHORT |
	    FLAG_NOISY | FLAG_OUTLIER);
	assert_int_equal(r->cell[2].rate.outliers, 1 << 5);
}

static void
drift_is_flagged(void **state)
{
	struct result *r = *state;

	for (size_t k = 0; k < 3; k++) {
		struct sample s = sample_at(OP_READ, 1010 + 10 * (double)k);

		r->cell[10].sample[k] = sample_at(OP_READ,
		    980 + 10 * (double)k);
		assert_int_equal(result_add(r, 10, &s), 0);
	}
	assert_int_equal(result_summarize(r), 0);
	assert_int_equal(r->cell[10].flags, FLAG_DRIFT);
}

/* 4096 bytes in 20 ns are 204.8 GB/s; half of that in 20000 ns: 102.4 MB/s. */
static void
above_half_of_the_ceiling_it_is_the_tool(void **state)
{
	struct result *r = *state;

	r->null_ns = 20;
	assert_int_equal(result_summarize(r), 0);
	assert_int_equal(r->cell[10].flags, 0);
	r->null_ns = 20000;
	assert_int_equal(result_summarize(r), 0);
	assert_int_equal(r->cell[10].flags, FLAG_TOOL);	/* 1000 MB/s */
	assert_int_equal(r->cell[2].flags, 0);		/* 100 MB/s */
	r->null_ns = 20500;
	assert_int_equal(result_summarize(r), 0);
	assert_int_equal(r->cell[2].flags, FLAG_TOOL);
	assert_int_equal(r->cell[3].flags, 0);		/* 200, but 64k */
	assert_int_equal(r->cell[0].flags, FLAG_ERROR);	/* refused */
}

static void
one_run_short_leaves_a_line_without_star(void **state)
{
	struct result *r = *state;

	r->cell[1].samples = 1;
	assert_int_equal(result_summarize(r), 0);
	assert_int_equal(r->star[0].cell, STAR_NONE);
	assert_false(r->cell[3].star);
	assert_int_equal(r->star[1].cell, 7);
}

int
test_summary(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
		    rates_are_over_the_clocked_time, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    variants_are_compared_with_the_first, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    each_target_op_and_variant_has_its_star,
		    setup, teardown),
		cmocka_unit_test(values_of_read_ahead_have_a_star_of_their_own),
		cmocka_unit_test_setup_teardown(
		    a_refused_cell_says_why, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    samples_with_errors_mark_but_do_not_count,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(
		    the_rate_of_one_cell_is_that_of_the_summary,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(
		    a_cell_with_nothing_but_errors_has_no_part_in_the_star,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(
		    flags_are_those_of_samples_and_rate, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    drift_is_flagged, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    above_half_of_the_ceiling_it_is_the_tool,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(
		    one_run_short_leaves_a_line_without_star,
		    setup, teardown),
	};

	return cmocka_run_group_tests_name("summary", tests, NULL, NULL);
}
