/* test_plan_total -- targets measured at once, and what stands for them. */
#include "../run/lab.h"

#include <string.h>

int	test_plan_total(void);

static void
the_total_has_the_cells_of_each_and_the_sum_of_their_sizes(void **state)
{
	const struct plan_target *total;
	struct lab l;

	(void)state;
	lab_make(&l, "", "--parallel -s 16m -b 64k,1m -o read -e buffered -j 2 "
	    "/fake/file /fake/disk /fake/dir");
	assert_int_equal(l.plan.together, 3);
	assert_int_equal(l.plan.targets, 4);
	total = &l.plan.target[3];
	assert_true(plan_is_total(&l.plan, 3));
	assert_false(plan_is_total(&l.plan, 2));
	assert_string_equal(total->target->path, "total");
	assert_int_equal(total->cells, 2);
	assert_int_equal(total->size, 48 * MiB);
	assert_true(total->reads && !total->writes);
	assert_int_equal(plan_passes(&l.plan, 3), 6);
	for (size_t k = 0; k < 2; k++) {
		const struct plan_cell *c =
		    &l.plan.cell[total->first_cell + k];

		assert_int_equal(c->target, 3);
		assert_int_equal(c->block.bytes, l.plan.cell[k].block.bytes);
		assert_int_equal(c->jobs, 2);
	}
	/* The lay-out of the directory. */
	assert_int_equal(plan_write_bytes(&l.plan, 3), 16 * MiB);
	plan_close(&l.plan, 1, 4 * MiB, 0, &l.result.warnings);
	assert_int_equal(total->size, 36 * MiB);
	lab_done(&l);
}

static void
a_size_that_is_not_known_of_one_is_not_known(void **state)
{
	struct lab l;

	(void)state;
	lab_make(&l, "", "--parallel -b 64k /fake/zeros /fake/file");
	assert_int_equal(l.plan.target[2].size, 0);
	plan_close(&l.plan, 0, MiB, 0, &l.result.warnings);
	assert_int_equal(l.plan.target[2].size, 0);
	plan_close(&l.plan, 1, 2 * MiB, 0, &l.result.warnings);
	assert_int_equal(l.plan.target[2].size, 3 * MiB);
	lab_done(&l);
}

static void
what_one_can_not_do_the_total_can_not_either(void **state)
{
	const struct plan_target *total;
	struct lab l;

	(void)state;
	lab_make(&l, "", "--parallel -s 1m -b 1000,4k -e direct -o read "
	    "/fake/file /fake/disk");
	total = &l.plan.target[2];
	assert_string_equal(l.plan.cell[total->first_cell].refused,
	    "/fake/file: block 1000 is not a multiple of the sector size 512");
	assert_string_equal(l.plan.cell[total->first_cell + 1].refused, "");
	/* Of several reasons the first one stays. */
	plan_refuse_total(&l.plan, 1, 1, "could not be set up");
	plan_refuse_total(&l.plan, 0, 1, "nor could this");
	assert_string_equal(l.plan.cell[total->first_cell + 1].refused,
	    "/fake/disk: could not be set up");
	lab_done(&l);
}

static void
its_layers_are_the_disks_at_the_bottom_of_all_each_once(void **state)
{
	static const struct {
		const char	*targets;
		size_t		 bottoms;
	} rows[] = {
		{ "/fake/file /fake/dir", 1 },
		{ "/fake/raid /fake/disk", 3 },
		{ "/fake/raid /fake/file /fake/dir", 3 },
		/* One without them leaves no sum. */
		{ "/fake/file /fake/tmpfs", 0 },
		{ "/fake/tmpfs /fake/file", 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		char line[128];
		const struct target *total;
		struct lab l;

		snprintf(line, sizeof line, "--parallel -s 1m -b 64k -o read "
		    "-e buffered %s", rows[i].targets);
		lab_make(&l, "", line);
		total = l.plan.target[l.plan.together].target;
		if (layers_bottoms(&total->layers) != rows[i].bottoms)
			fail_msg("%s: %zu", line,
			    layers_bottoms(&total->layers));
		assert_int_equal(total->layers.n, rows[i].bottoms);
		lab_done(&l);
	}
}

/* It is no object: it has no setting, and no device below. */
static void
nothing_is_set_or_read_below_a_total(void **state)
{
	const struct plan_target *total;
	struct lab l;

	(void)state;
	lab_make(&l, "", "--parallel -s 1m -b 64k -o read --readahead 1m "
	    "/fake/file /fake/zeros");
	assert_true(plan_sets_readahead(&l.plan, 0));
	assert_true(plan_sets_readahead(&l.plan, 1));
	assert_false(plan_sets_readahead(&l.plan, 2));
	lab_done(&l);

	lab_make(&l, "", "--parallel -s 1m -b 64k -o read -e raw "
	    "/fake/file /fake/zeros");
	total = &l.plan.target[2];
	assert_true(plan_reads_below(&l.plan, &l.plan.cell[0]));
	assert_false(plan_reads_below(&l.plan,
	    &l.plan.cell[total->first_cell]));
	lab_done(&l);
}

/* Buffers of all are there at the same time. */
static void
memory_is_checked_for_all_at_once(void **state)
{
	struct lab l;

	(void)state;
	lab_make(&l, "memory=3145728", "--parallel -s 2m -b 1m,2m "
	    "/fake/file /fake/zeros");
	site_check_memory(&l.plan, 0, 2);
	assert_string_equal(l.plan.cell[0].refused, "");
	assert_string_equal(l.plan.cell[1].refused, "needs 4.0 MiB of memory "
	    "for buffers; 3.0 MiB is available");
	lab_done(&l);
}

static int
refused(const char *line, char text[256])
{
	const struct plan_world world = { 1, issuer_usable };
	struct target target[LAB_TARGETS];
	struct warnings warnings = { 0 };
	char words[256], *argv[16], *save = NULL;
	struct options options;
	struct diag d = { 0 };
	struct plan plan;
	int argc = 0, rc;

	fake_reset(NULL);
	snprintf(words, sizeof words, "seqbench --parallel %s", line);
	for (char *w = strtok_r(words, " ", &save); w != NULL;
	    w = strtok_r(NULL, " ", &save))
		argv[argc++] = w;
	assert_int_equal(options_parse(&options, &sweep_options, argc,
	    argv, 1, &d), 0);
	for (size_t i = 0; i < options.targets; i++)
		assert_int_equal(target_look(&target[i], options.target[i],
		    true, &d), 0);
	rc = plan_make(&plan, &options, target, options.targets, &world,
	    &warnings, &d);
	snprintf(text, 256, "%.255s", d.text);
	plan_release(&plan);
	for (size_t i = 0; i < options.targets; i++)
		target_release(&target[i]);
	options_release(&options);
	warnings_release(&warnings);
	return rc;
}

static void
what_can_not_be_measured_at_once_is_a_usage_error(void **state)
{
	static const struct {
		const char	*line, *why;
	} rows[] = {
		{ "/fake/file", "there is one" },
		{ "/fake/file /fake/file", "are the same" },
		{ "/fake/disk /fake/disk", "are the same" },
		{ "--create /fake/dir/x /fake/dir/x", "are the same" },
		{ "/fake/file /fake/dir", "-b, -o and -e" },
		{ "/fake/file /fake/disk", "-b, -o and -e" },
		{ "-j 33 /fake/file /fake/zeros", "more than 64 threads" },
	};
	char text[256];

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		assert_true(refused(rows[i].line, text) < 0);
		if (strstr(text, rows[i].why) == NULL)
			fail_msg("%s: %s", rows[i].line, text);
	}
	/* Each gets files of its own; direct and raw are one engine. */
	assert_int_equal(refused("/fake/dir /fake/dir", text), 0);
	assert_int_equal(refused("-j 32 /fake/file /fake/zeros", text), 0);
	assert_int_equal(refused("-e direct -o read /fake/file /fake/disk",
	    text), 0);
	assert_int_equal(refused("--create /fake/dir/x /fake/dir/y", text), 0);
}

int
test_plan_total(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    the_total_has_the_cells_of_each_and_the_sum_of_their_sizes),
		cmocka_unit_test(a_size_that_is_not_known_of_one_is_not_known),
		cmocka_unit_test(what_one_can_not_do_the_total_can_not_either),
		cmocka_unit_test(
		    its_layers_are_the_disks_at_the_bottom_of_all_each_once),
		cmocka_unit_test(nothing_is_set_or_read_below_a_total),
		cmocka_unit_test(memory_is_checked_for_all_at_once),
		cmocka_unit_test(
		    what_can_not_be_measured_at_once_is_a_usage_error),
	};

	return cmocka_run_group_tests_name("plan total", tests, NULL, NULL);
}
