/* Depth, jobs and pages, and the issuer that each variant gets. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <errno.h>

#include "seqbench/diag.h"
#include "seqbench/plan.h"

int	test_variants(void);

#define MiB	(1ull << 20)

enum { ARGS_MAX = 16 };

/* A plan made from a command line for a file of 64 MiB. */
struct made {
	char		 text[256];
	struct options	 options;
	struct target	 target;
	struct plan	 plan;
	struct warnings	 warnings;
	struct diag	 diag;
	int		 rc;
};

/* A system that lacks the issuers named here, and counts questions. */
static struct {
	const char	*without;
	unsigned	 asked;
} here;

static int
usable(const struct issuer *is, char why[ISSUER_WHY])
{
	here.asked++;
	if (strstr(here.without, is->name) == NULL)
		return 0;
	snprintf(why, ISSUER_WHY, "no %s today", is->name);
	return -ENOSYS;
}

static void
make(struct made *m, const char *line, const char *without)
{
	const struct plan_world world = { 42, usable };
	char *argv[ARGS_MAX] = { NULL };
	char *save = NULL;
	int argc = 0;

	*m = (struct made){ .target = {
		.path = "f", .kind = TARGET_FILE, .bytes = 64 * MiB,
		.sector_bytes = 512,
	} };
	here.without = without;
	here.asked = 0;
	snprintf(m->text, sizeof m->text, "seqbench %s f", line);
	for (char *w = strtok_r(m->text, " ", &save); w != NULL;
	    w = strtok_r(NULL, " ", &save)) {
		assert_true(argc < ARGS_MAX - 1);
		argv[argc++] = w;
	}
	assert_int_equal(options_parse(&m->options, &sweep_options, argc, argv, 1,
	    &m->diag), 0);
	m->rc = plan_make(&m->plan, &m->options, &m->target, 1, &world,
	    &m->warnings, &m->diag);
	assert_int_equal(m->rc, 0);
}

static void
done(struct made *m)
{
	plan_release(&m->plan);
	options_release(&m->options);
	warnings_release(&m->warnings);
}

static void
pages_vary_first_then_jobs_then_depth(void **state)
{
	static const struct {
		const char	*engine, *issuer;
		unsigned	 depth, jobs;
		enum buffer_pages buffer;
	} row[] = {
		{ "buffered", "sync", 1, 1, BUFFER_HUGE },
		{ "buffered", "sync", 1, 1, BUFFER_PAGE },
		{ "buffered", "sync", 1, 2, BUFFER_HUGE },
		{ "buffered", "sync", 1, 2, BUFFER_PAGE },
		{ "direct", "uring", 8, 1, BUFFER_HUGE },
		{ "direct", "uring", 8, 1, BUFFER_PAGE },
		{ "direct", "uring", 8, 2, BUFFER_HUGE },
		{ "direct", "uring", 8, 2, BUFFER_PAGE },
		{ "direct", "sync", 1, 1, BUFFER_HUGE },
		{ "direct", "sync", 1, 1, BUFFER_PAGE },
		{ "direct", "sync", 1, 2, BUFFER_HUGE },
		{ "direct", "sync", 1, 2, BUFFER_PAGE },
	};
	const size_t rows = sizeof row / sizeof *row;
	struct made m;

	(void)state;
	make(&m, "-b 4k,64k -e buffered,direct -q 8,1 -j 1,2 "
	    "--buffer huge,page", "");
	assert_int_equal(m.plan.variants, rows);
	assert_int_equal(m.plan.cells, 2 * rows);
	for (size_t i = 0; i < 2 * rows; i++) {
		const struct plan_cell *c = &m.plan.cell[i];

		assert_string_equal(c->engine->name, row[i % rows].engine);
		assert_string_equal(c->issuer->name, row[i % rows].issuer);
		assert_int_equal(c->depth, row[i % rows].depth);
		assert_int_equal(c->jobs, row[i % rows].jobs);
		assert_int_equal(c->buffer, row[i % rows].buffer);
		assert_int_equal(c->variant, i % rows);
		assert_string_equal(c->refused, "");
	}
	assert_int_equal(m.warnings.n, 0);
	done(&m);
}

static void
what_is_not_asked_for_is_one(void **state)
{
	struct made m;

	(void)state;
	make(&m, "-e uring,direct", "");
	assert_int_equal(m.plan.variants, 2);
	assert_string_equal(m.plan.cell[0].issuer->name, "uring");
	assert_string_equal(m.plan.cell[1].issuer->name, "sync");
	assert_int_equal(m.plan.cell[0].depth, 1);
	assert_int_equal(m.plan.cell[0].jobs, 1);
	assert_int_equal(m.plan.interval_ns, PLAN_INTERVAL_NS);
	done(&m);
	make(&m, "--interval 20ms", "");
	assert_int_equal(m.plan.interval_ns, 20000000);
	done(&m);
}

static void
direct_falls_back_to_aio_and_says_why_once(void **state)
{
	struct made m;

	(void)state;
	make(&m, "-b 4k,64k -e direct -q 8,32", "uring");
	for (size_t i = 0; i < 4; i++) {
		assert_string_equal(m.plan.cell[i].issuer->name, "aio");
		assert_string_equal(m.plan.cell[i].refused, "");
	}
	assert_int_equal(m.warnings.n, 1);
	assert_string_equal(m.warnings.text[0], "above depth 1 direct and raw "
	    "go through aio: no uring today");
	/* Asking makes a queue: each is asked once. */
	assert_int_equal(here.asked, 2);
	done(&m);

	make(&m, "-b 4k -e direct -q 8", "uring aio");
	assert_string_equal(m.plan.cell[0].refused, "no uring today; no aio "
	    "today");
	assert_int_equal(m.warnings.n, 0);
	assert_int_equal(plan_passes(&m.plan, 0), 0);
	done(&m);
}

static void
a_named_queue_never_falls_back(void **state)
{
	struct made m;

	(void)state;
	make(&m, "-b 4k -e uring,aio,direct -q 1,4", "uring");
	assert_int_equal(m.plan.cells, 6);
	for (size_t i = 0; i < 6; i++)
		assert_string_equal(m.plan.cell[i].refused,
		    i < 2 ? "no uring today" : "");
	assert_string_equal(m.plan.cell[4].issuer->name, "sync");
	assert_string_equal(m.plan.cell[5].issuer->name, "aio");
	done(&m);

	/* Depth 1 of direct needs no queue, and nobody is warned. */
	make(&m, "-b 4k -e direct -q 1", "uring aio");
	assert_string_equal(m.plan.cell[0].issuer->name, "sync");
	assert_int_equal(m.warnings.n, 0);
	done(&m);
}

static void
each_job_needs_a_block(void **state)
{
	struct made m;

	(void)state;
	make(&m, "-b 64k,1m -s 8m -j 8,16", "");
	assert_string_equal(m.plan.cell[0].refused, "");
	assert_string_equal(m.plan.cell[1].refused, "");
	assert_string_equal(m.plan.cell[2].refused, "");
	assert_string_equal(m.plan.cell[3].refused, "16 jobs need a block "
	    "each, and a pass has only 8m");
	done(&m);

	/* Of an automatic size that is known only when set-up found it. */
	make(&m, "-b 1m -j 16", "");
	assert_string_equal(m.plan.cell[0].refused, "");
	plan_close(&m.plan, 0, 15 * MiB, 0, &m.warnings);
	assert_string_equal(m.plan.cell[0].refused, "16 jobs need a block "
	    "each, and a pass has only 15m");
	done(&m);
}

static void
memory_is_for_all_that_is_in_flight(void **state)
{
	static const struct {
		const char	*line;
		uint64_t	 job, cell;
	} row[] = {
		{ "-b 64k", 65536, 65536 },
		{ "-b 64k -e direct -q 32 -j 4", 2 * MiB, 8 * MiB },
		{ "-b 4k -o write --overwrite", 4 * MiB, 4 * MiB },
		{ "-b 1m -e uring -q 8 -j 2 -o write", 9 * MiB, 18 * MiB },
	};

	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct made m;

		make(&m, row[i].line, "");
		assert_int_equal(plan_job_memory(m.plan.cell), row[i].job);
		assert_int_equal(plan_cell_memory(m.plan.cell), row[i].cell);
		done(&m);
	}
}

static void
latency_is_taken_where_it_costs_nothing_or_was_asked_for(void **state)
{
	static const struct {
		const char	*line;
		bool		 small, large;
	} row[] = {
		{ "-e buffered",		false, true },
		{ "-e mmap",			false, true },
		{ "-e direct",			true, true },
		{ "-e uring",			true, true },
		{ "-e null",			false, false },
		{ "-e null --latency",	true, true },
		{ "-e buffered --latency",	true, true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct made m;
		char line[128];

		snprintf(line, sizeof line, "-b 65024,64k %s", row[i].line);
		make(&m, line, "");
		assert_int_equal(m.plan.cell[0].timed, row[i].small);
		assert_int_equal(m.plan.cell[1].timed, row[i].large);
		done(&m);
	}
}

int
test_variants(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pages_vary_first_then_jobs_then_depth),
		cmocka_unit_test(what_is_not_asked_for_is_one),
		cmocka_unit_test(direct_falls_back_to_aio_and_says_why_once),
		cmocka_unit_test(a_named_queue_never_falls_back),
		cmocka_unit_test(each_job_needs_a_block),
		cmocka_unit_test(memory_is_for_all_that_is_in_flight),
		cmocka_unit_test(
		    latency_is_taken_where_it_costs_nothing_or_was_asked_for),
	};

	return cmocka_run_group_tests_name("plan/variants", tests, NULL, NULL);
}
