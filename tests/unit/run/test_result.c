/* test_result -- gathering samples: sums, marks, exit status. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "seqbench/file.h"
#include "seqbench/result.h"
#include "unit/near.h"

int	test_result(void);

static struct plan_cell cells[] = {
	{ .op = OP_READ, .block = { .bytes = 4096 } },
	{ .op = OP_WRITE, .block = { .bytes = 4096 } },
};
static struct plan plan = { .cell = cells, .cells = 2, .targets = 1 };

static int
setup(void **state)
{
	static struct result r;

	memset(&r, 0, sizeof(r));
	cells[0].refused[0] = '\0';
	*state = &r;
	return result_init(&r, &plan);
}

static int
teardown(void **state)
{
	result_release(*state);
	return 0;
}

static void
samples_stay_in_the_order_they_were_added(void **state)
{
	struct result *r = *state;

	for (uint64_t i = 1; i <= 100; i++) {
		struct sample s = { .run = i };

		assert_int_equal(result_add(r, i % 3 == 0, &s), 0);
	}
	assert_int_equal(r->cell[0].samples, 67);
	assert_int_equal(r->cell[1].samples, 33);
	assert_int_equal(r->cell[0].sample[66].run, 100);
	for (size_t i = 0; i < 33; i++)
		assert_int_equal(r->cell[1].sample[i].run, 3 * (i + 1));
	assert_ptr_equal(r->cell[1].plan, &cells[1]);
}

static void
a_plan_without_cells_is_a_result_without_cells(void **state)
{
	static const struct plan empty = { .cells = 0 };
	struct result r = { .label = "kept" };

	(void)state;
	assert_int_equal(result_init(&r, &empty), 0);
	assert_string_equal(r.label, "kept");
	assert_int_equal(result_summarize(&r), 0);
	assert_int_equal(r.stars, 0);
	assert_int_equal(result_status(&r), STATUS_OK);
	result_release(&r);
	assert_null(r.cell);
}

/* Two seconds at 100 bytes a tick of 0.1 s, then two at 50. */
static struct sample
falling(void)
{
	struct sample s = { .bytes = 3000, .transfer_ns = 4000000000 };
	uint64_t bytes = 0;

	series_init(&s.series, 100000000);
	for (uint64_t tick = 1; tick <= 40; tick++) {
		bytes += tick <= 20 ? 100 : 50;
		series_note(&s.series, tick * 100000000, bytes);
	}
	return s;
}

static void
a_fall_is_news_of_what_is_read_or_goes_past_the_cache(void **state)
{
	static const struct {
		enum op		 op;
		enum engine_access access;
		int		 code;
		unsigned	 flags;
	} row[] = {
		{ OP_READ, ACCESS_CACHED, 0, FLAG_FELL },
		{ OP_READ, ACCESS_DIRECT, 0, FLAG_FELL },
		{ OP_WRITE, ACCESS_RAW, 0, FLAG_FELL },
		{ OP_WRITE, ACCESS_DIRECT, 0, FLAG_FELL },
		{ OP_WRITE, ACCESS_CACHED, 0, 0 },
		{ OP_READ, ACCESS_NONE, 0, 0 },
		{ OP_READ, ACCESS_RAW, EIO, 0 },
	};
	struct result *r = *state;

	for (size_t i = 0; i < sizeof(row) / sizeof(*row); i++) {
		struct engine e = { .access = row[i].access };
		struct sample s = falling();

		s.error.code = row[i].code;
		cells[0].op = row[i].op;
		cells[0].engine = &e;
		assert_int_equal(result_add(r, 0, &s), 0);
		assert_int_equal(r->cell[0].sample[i].flags, row[i].flags);
	}
	cells[0].op = OP_READ;
	cells[0].engine = NULL;
	assert_int_equal(result_summarize(r), 0);
	assert_true((r->cell[0].flags & FLAG_FELL) != 0);
}

/* The sanitizer finds what is not freed. */
static void
jobs_are_the_samples_own(void **state)
{
	struct result *r = *state;

	for (size_t i = 0; i < 3; i++) {
		struct sample s = { .bytes = 1, .jobs = 2 };

		s.job = calloc(2, sizeof(*s.job));
		assert_non_null(s.job);
		s.job[1].bytes = i;
		assert_int_equal(result_add(r, 0, &s), 0);
	}
	assert_int_equal(r->cell[0].sample[2].job[1].bytes, 2);
}

static void
only_writes_count_the_flush(void **state)
{
	static const struct sample s = {
		.transfer_ns = 100, .flush_ns = 20, .close_ns = 3,
	};

	(void)state;
	assert_int_equal(sample_clocked_ns(&s, OP_READ), 100);
	assert_int_equal(sample_clocked_ns(&s, OP_WRITE), 120);
}

static void
sums_are_over_samples_without_errors(void **state)
{
	static const struct sample samples[] = {
		{ .bytes = 1ull << 30, .user_ns = 1000000000,
		  .system_ns = 500000000, .device.read_bytes = 1ull << 30,
		  .device.write_bytes = 0 },
		{ .bytes = 3ull << 30, .user_ns = 1000000000,
		  .system_ns = 1500000000, .device.read_bytes = 1ull << 30,
		  .device.write_bytes = 6ull << 30 },
		{ .bytes = 1, .user_ns = NOT_KNOWN,
		  .device.read_bytes = NOT_KNOWN, .error.code = EIO },
	};
	struct result *r = *state;

	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(result_add(r, 0, &samples[i]), 0);
		assert_int_equal(result_add(r, 1, &samples[i]), 0);
	}
	assert_near(cell_cpu_per_gib(&r->cell[0]), 1.0, 1e-12);
	assert_near(cell_device_ratio(&r->cell[0]), 0.5, 1e-12);
	assert_near(cell_device_ratio(&r->cell[1]), 1.5, 1e-12);
}

static void
one_unknown_number_makes_the_sum_unknown(void **state)
{
	static const struct sample known = { .bytes = 100 };
	static const struct sample unknown = {
		.bytes = 100, .system_ns = NOT_KNOWN,
		.device.read_bytes = NOT_KNOWN,
	};
	struct result *r = *state;

	assert_true(cell_cpu_per_gib(&r->cell[0]) < 0);
	assert_true(cell_device_ratio(&r->cell[0]) < 0);
	result_add(r, 0, &known);
	assert_near(cell_cpu_per_gib(&r->cell[0]), 0, 0);
	assert_near(cell_device_ratio(&r->cell[0]), 0, 0);
	result_add(r, 0, &unknown);
	assert_true(cell_cpu_per_gib(&r->cell[0]) < 0);
	assert_true(cell_device_ratio(&r->cell[0]) < 0);
}

static void
an_io_error_goes_before_a_refused_cell(void **state)
{
	static const struct sample good = { .bytes = 1, .transfer_ns = 1 };
	static const struct sample bad = { .error.code = EIO };
	struct result *r = *state;

	result_add(r, 1, &good);
	assert_int_equal(result_status(r), STATUS_OK);
	strcpy(cells[0].refused, "block is no multiple of 4096");
	assert_int_equal(result_status(r), STATUS_SETUP);
	result_add(r, 1, &bad);
	assert_int_equal(result_status(r), STATUS_IO);
}

static void
wrong_data_goes_before_an_io_error(void **state)
{
	static const struct sample bad = { .error.code = EIO };
	static const struct sample wrong = { .flags = FLAG_WRONG };
	struct result *r = *state;

	result_add(r, 0, &bad);
	assert_int_equal(result_status(r), STATUS_IO);
	result_add(r, 1, &wrong);
	assert_int_equal(result_status(r), STATUS_WRONG_DATA);
}

static void
every_flag_has_one_row(void **state)
{
	unsigned seen = 0;
	char letters[32] = "";

	(void)state;
	for (const struct flag_row *f = flag_rows; f->letter != '\0'; f++) {
		assert_int_equal(seen & f->flag, 0);
		assert_null(strchr(letters, f->letter));
		letters[strlen(letters)] = f->letter;
		seen |= f->flag;
		assert_true(strlen(f->word) > 0);
		assert_true(strlen(f->meaning) > 0 &&
		    strlen(f->meaning) < 60);
	}
	assert_string_equal(letters, "cuznodstlbfxve");
	assert_int_equal(seen, 2 * FLAG_WRONG - 1);
}

static void
cache_checks_have_words(void **state)
{
	(void)state;
	assert_string_equal(cache_check_text(CHECK_NONE), "");
	assert_string_equal(cache_check_text(CHECK_COLD), "cold");
	assert_string_equal(cache_check_text(CHECK_RESIDENT), "resident");
	assert_string_equal(cache_check_text(CHECK_UNKNOWN), "unknown");
	assert_string_equal(cache_check_text(CHECK_MEMORY), "memory");
}

int
test_result(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
		    samples_stay_in_the_order_they_were_added,
		    setup, teardown),
		cmocka_unit_test(
		    a_plan_without_cells_is_a_result_without_cells),
		cmocka_unit_test_setup_teardown(
		    a_fall_is_news_of_what_is_read_or_goes_past_the_cache,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(jobs_are_the_samples_own,
		    setup, teardown),
		cmocka_unit_test(only_writes_count_the_flush),
		cmocka_unit_test_setup_teardown(
		    sums_are_over_samples_without_errors, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    one_unknown_number_makes_the_sum_unknown,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(
		    an_io_error_goes_before_a_refused_cell, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    wrong_data_goes_before_an_io_error, setup, teardown),
		cmocka_unit_test(every_flag_has_one_row),
		cmocka_unit_test(cache_checks_have_words),
	};

	return cmocka_run_group_tests_name("result", tests, NULL, NULL);
}
