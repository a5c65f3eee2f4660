/* test_zonesum -- what points add up to, and bars. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "seqbench/file.h"
#include "seqbench/report.h"
#include "unit/near.h"

#include "../../../src/report/bar.h"
#include "../../../src/report/zonesum.h"

int	test_zonesum(void);

enum { POINTS = 11, RUNS = 2 };

/* Points as they are visited: 11 first, then downwards; 1 GB in so many s. */
struct profile {
	struct target	 target;
	struct plan_target range;
	struct plan_cell plan_cell[POINTS];
	struct options	 options;
	struct plan	 plan;
	struct result	 result;
};

static void
make(struct profile *p, const double seconds[POINTS][RUNS])
{
	*p = (struct profile){
		.target = { .path = "d", .kind = TARGET_DEVICE,
		    .bytes = 1ull << 40, .device.rotational = -1 },
		.range = { .size = 1000000000, .reads = true,
		    .cells = POINTS },
	};
	p->range.target = &p->target;
	for (size_t i = 0; i < POINTS; i++)
		p->plan_cell[i] = (struct plan_cell){
			.engine = engine_find("raw"),
			.issuer = issuer_find("sync"),
			.block = { 1048576, "1m" }, .depth = 1, .jobs = 1,
			.variant = i, .point = (unsigned)(POINTS - i),
			.offset = (POINTS - 1 - i) << 33,
		};
	p->plan = (struct plan){
		.options = &p->options,
		.target = &p->range, .targets = 1, .cell = p->plan_cell,
		.cells = POINTS, .variants = POINTS, .runs_min = RUNS,
		.runs_max = RUNS, .time_limit_ns = 10000000000,
	};
	assert_int_equal(result_init(&p->result, &p->plan), 0);
	p->result.host.cgroup_memory_bytes = NOT_KNOWN;
	for (size_t i = 0; i < POINTS; i++)
		for (size_t k = 0; k < RUNS; k++) {
			double s = seconds[POINTS - 1 - i][k];
			struct sample one = {
				.run = k + 1, .bytes = 1000000000,
				.transfer_ns = (uint64_t)(s * 1e9),
				.device.read_bytes = NOT_KNOWN,
				.buffer_page_bytes = NOT_KNOWN,
				.cached_bytes = NOT_KNOWN,
			};

			if (s < 0)
				one.error = (struct io_error){ 5, "read",
				    4711, "read at offset 4711: broken" };
			if (s != 0)
				assert_int_equal(result_add(&p->result, i,
				    &one), 0);
		}
	assert_int_equal(result_summarize(&p->result), 0);
}

/* Points 1 and 2 are the first tenth, 10 and 11 the last. */
static const double falling[POINTS][RUNS] = {
	{ 4, 4 }, { 5, 5 }, { 5, 5 }, { 5, 5 }, { 5, 5 }, { 5, 5 }, { 5, 5 },
	{ 5, 5 }, { 5, 5 }, { 8, 10 }, { 10, 8 },
};

static void
the_tenths_are_compared_and_the_extremes_found(void **state)
{
	struct profile p;
	struct zone_sum z;

	(void)state;
	make(&p, falling);
	assert_int_equal(zone_sum(&z, &p.result, 0), 0);
	assert_int_equal(z.points, POINTS);
	assert_int_equal(z.measured, POINTS);
	assert_int_equal(z.fastest->plan->point, 1);
	assert_int_equal(z.slowest->plan->point, 10);
	/* 22 GB in 4*2 + 5*16 + 18*2 s */
	assert_near(z.all.bytes_per_second, 22e9 / 124, 1);
	assert_int_equal(z.first.points, 2);
	assert_int_equal(z.last.points, 2);
	/* 4 GB in 18 and in 36 s */
	assert_near(z.first.rate.bytes_per_second, 4e9 / 18, 1);
	assert_near(z.last.rate.bytes_per_second, 4e9 / 36, 1);
	assert_near(z.ends.ratio, 2, 1e-9);
	assert_int_equal(z.ends.verdict, VERDICT_FASTER);
	result_release(&p.result);
}

/* Of 4 4 5 5 and 8 10 10 8: t = 6.971370, df = 4.411765, integrated. */
static void
their_difference_has_welchs_p(void **state)
{
	struct profile p;
	struct zone_sum z;

	(void)state;
	make(&p, falling);
	assert_int_equal(zone_sum(&z, &p.result, 0), 0);
	assert_near(z.ends.p, 0.001535567, 1e-6);
	result_release(&p.result);
}

static void
a_point_that_failed_or_was_not_reached_counts_for_nothing(void **state)
{
	static const double broken[POINTS][RUNS] = {
		{ 4, 4 }, { -1, 0 }, { 0, 0 }, { 5, 5 }, { 5, 5 }, { 5, 5 },
		{ 5, 5 }, { 5, 5 }, { 5, 5 }, { 0, 0 }, { 0, 0 },
	};
	struct profile p;
	struct zone_sum z;

	(void)state;
	make(&p, broken);
	assert_int_equal(zone_sum(&z, &p.result, 0), 0);
	assert_int_equal(z.measured, 7);
	assert_int_equal(z.first.points, 1);
	assert_int_equal(z.last.points, 0);
	assert_int_equal(z.last.rate.n, 0);
	assert_int_equal(z.ends.verdict, VERDICT_NONE);
	assert_int_equal(zone_point(&p.result, 0, 2)->plan->offset,
	    1ull << 33);
	result_release(&p.result);
}

static void
a_profile_without_any_rate_has_no_extremes(void **state)
{
	static const double none[POINTS][RUNS] = { { -1, 0 } };
	struct profile p;
	struct zone_sum z;

	(void)state;
	make(&p, none);
	assert_int_equal(zone_sum(&z, &p.result, 0), 0);
	assert_null(z.slowest);
	assert_null(z.fastest);
	assert_int_equal(z.measured, 0);
	result_release(&p.result);
}

static char *
table(const struct result *r, bool utf8)
{
	const struct report_look look = { .utf8 = utf8, .style = STYLE_GNU };
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	assert_non_null(f);
	report_find(zones_reports, "table")->write(f, r, &look);
	assert_int_equal(fclose(f), 0);
	return text;
}

static void
the_table_marks_what_was_not_measured(void **state)
{
	static const double broken[POINTS][RUNS] = {
		{ 4, 4 }, { -1, 0 }, { 8, 8 },
	};
	struct profile p;
	char *text, *line, *rest;

	(void)state;
	make(&p, broken);
	p.result.signal = 2;
	rest = text = table(&p.result, false);
	assert_non_null(strstr(text, "\n      0.00    250.0     0.0        "
	    "        #####################################\n"));
	assert_non_null(strstr(text, "\n      8.00        -       -        "
	    "  e     read error at 4711\n"));
	assert_non_null(strstr(text, "\n     16.00    125.0     0.0        "
	    "        ###################\n"));
	assert_non_null(strstr(text, "\n     24.00        -       -        "
	    "        not measured\n"));
	assert_non_null(strstr(text, "\ninterrupted by SIGINT: 5 of "));
	assert_non_null(strstr(text, "\nfirst against last: too few runs to "
	    "tell\n"));
	while ((line = strsep(&rest, "\n")) != NULL)
		assert_in_range(strlen(line), 0, 80);
	free(text);
	result_release(&p.result);
}

static void
points_without_a_depth_are_counted_and_not_named(void **state)
{
	struct profile p;
	char *text;

	(void)state;
	make(&p, falling);
	p.result.cell[0].sample[0].kernel_workers = true;
	p.result.cell[0].sample[1].kernel_workers = true;
	p.result.cell[4].sample[1].kernel_workers = true;
	text = table(&p.result, false);
	assert_non_null(strstr(text, "\nvia kernel workers: depth is not "
	    "credited: 2 of 11 points\n"));
	free(text);
	result_release(&p.result);
}

static void
a_bar_is_a_share_of_its_columns(void **state)
{
	static const struct {
		double		 share;
		bool		 utf8;
		const char	*text;
	} rows[] = {
		{ 1, false, "##########" },
		{ 0.5, false, "#####" },
		{ 0.001, false, "#" },
		{ 0, false, "" },
		{ 1, true, "██████████" },
		{ 0.25, true, "██▌" },
		{ 0.2125, true, "██▏" },
		{ 0.001, true, "▏" },
		{ 0, true, "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		char *text;
		size_t size;
		FILE *f = open_memstream(&text, &size);

		assert_non_null(f);
		bar_write(f, rows[i].share, 10, rows[i].utf8);
		assert_int_equal(fclose(f), 0);
		assert_string_equal(text, rows[i].text);
		free(text);
	}
}

int
test_zonesum(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    the_tenths_are_compared_and_the_extremes_found),
		cmocka_unit_test(their_difference_has_welchs_p),
		cmocka_unit_test(
		    a_point_that_failed_or_was_not_reached_counts_for_nothing),
		cmocka_unit_test(a_profile_without_any_rate_has_no_extremes),
		cmocka_unit_test(the_table_marks_what_was_not_measured),
		cmocka_unit_test(
		    points_without_a_depth_are_counted_and_not_named),
		cmocka_unit_test(a_bar_is_a_share_of_its_columns),
	};

	return cmocka_run_group_tests_name("report/zonesum", tests, NULL,
	    NULL);
}
