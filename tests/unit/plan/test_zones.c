/* test_zones -- points: where they lie, in what order, and what fits. */

#include <math.h>
#include <string.h>

#include "seqbench/diag.h"
#include "seqbench/zones.h"
#include "unit/near.h"

int	test_zones(void);

enum { POINTS = 200, ARGS_MAX = 16 };

#define KIB	1024ull
#define MIB	(1024 * KIB)
#define TIB	(1024 * 1024 * MIB)

static void
points_go_from_the_start_to_the_end(void **state)
{
	/* points, size, sector, end; the second and the last offset */
	static const struct {
		struct zones	 z;
		uint64_t	 second, last;
	} rows[] = {
		{ { 2, 512, 512, 1024 }, 512, 512 },
		{ { 3, 100, 1, 1000 }, 450, 900 },
		{ { 33, 64 * MIB, 512, 2 * TIB },
		    68717379584, 2 * TIB - 64 * MIB },
		{ { 5, 4096, 4096, 40960 }, 8192, 36864 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const struct zones *z = &rows[i].z;

		assert_int_equal(zones_offset(z, 0), 0);
		assert_int_equal(zones_offset(z, 1), rows[i].second);
		assert_int_equal(zones_offset(z, z->points - 1),
		    rows[i].last);
		assert_int_equal(rows[i].last + z->size, z->end);
	}
}

static void
points_are_even_aligned_and_never_overlap(void **state)
{
	static const struct zones rows[] = {
		{ 33, 31 * 512, 512, 1 * MIB },
		{ 7, 4096, 4096, 13 * 4096 },
		{ 1000, 1 * MIB, 512, 3 * TIB },
		{ 1000, 1 * MIB, 4096, INT64_MAX / 4096 * 4096 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const struct zones *z = &rows[i];
		double step = (double)(z->end - z->size) /
		    (double)(z->points - 1);

		for (uint64_t k = 1; k < z->points; k++) {
			uint64_t at = zones_offset(z, k);

			assert_int_equal(at % z->sector, 0);
			assert_true(at >= zones_offset(z, k - 1) + z->size);
			/* A double has 53 bits. */
			assert_true(fabs((double)at - step * (double)k) <=
			    (double)z->sector + (double)at / 0x1p50);
		}
		assert_int_equal(zones_offset(z, z->points - 1) + z->size,
		    z->end);
	}
}

static void
the_order_is_bits_reversed(void **state)
{
	/* van der Corput's sequence, times 8 and times 16 */
	static const size_t nine[] = { 0, 8, 4, 2, 6, 1, 5, 3, 7 };
	static const size_t eight[] = { 0, 4, 2, 6, 1, 5, 3, 7 };
	size_t order[POINTS];

	(void)state;
	zones_order(order, 9);
	assert_memory_equal(order, nine, sizeof nine);
	zones_order(order, 8);
	assert_memory_equal(order, eight, sizeof eight);
}

static void
the_order_visits_each_point_once(void **state)
{
	(void)state;
	for (size_t n = 2; n <= POINTS; n++) {
		size_t order[POINTS];
		bool seen[POINTS] = { false };

		zones_order(order, n);
		for (size_t k = 0; k < n; k++) {
			assert_true(order[k] < n);
			assert_false(seen[order[k]]);
			seen[order[k]] = true;
		}
		assert_int_equal(order[0], 0);
	}
}

/* Correlation of place in time and place in the target. */
static double
correlation(const size_t *order, size_t n)
{
	double middle = (double)(n - 1) / 2, xy = 0, xx = 0;

	for (size_t k = 0; k < n; k++) {
		double x = (double)k - middle;

		xy += x * ((double)order[k] - middle);
		xx += x * x;
	}
	return xy / xx;
}

static void
drift_in_a_round_is_not_taken_for_geometry(void **state)
{
	static const struct {
		size_t		 points;
		double		 most;
	} rows[] = {
		{ 9, 0.25 }, { 20, 0.25 }, { 33, 0.15 }, { 50, 0.1 },
		{ 100, 0.1 }, { 200, 0.05 },
	};
	size_t order[POINTS];

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		zones_order(order, rows[i].points);
		assert_true(fabs(correlation(order, rows[i].points)) <
		    rows[i].most);
	}
}

/* What an interrupted round has, lies everywhere. */
static void
the_first_points_are_spread(void **state)
{
	size_t order[33];

	(void)state;
	zones_order(order, 33);
	for (size_t have = 3; have <= 33; have++) {
		bool seen[33] = { false };
		size_t gap = 0, widest = 0;

		for (size_t k = 0; k < have; k++)
			seen[order[k]] = true;
		for (size_t i = 0; i < 33; i++) {
			gap = seen[i] ? 0 : gap + 1;
			widest = gap > widest ? gap : widest;
		}
		/* Not more than twice the even gap. */
		assert_true(widest <= 2 * 32 / (have - 1));
	}
}

/* ---- what fits ---- */

static const struct target disk = {
	.path = "disk", .kind = TARGET_DEVICE, .bytes = 1024 * MIB,
	.sector_bytes = 512,
};
static const struct target odd = {
	.path = "odd", .kind = TARGET_FILE, .bytes = 1 * MIB + 1000,
	.sector_bytes = 4096, .fs = { .type = "ext4" },
};
static const struct target tiny = {
	.path = "tiny", .kind = TARGET_FILE, .bytes = 1500,
	.sector_bytes = 512,
};
static const struct target memory = {
	.path = "memory", .kind = TARGET_FILE, .bytes = 1 * MIB,
	.sector_bytes = 512, .fs = { .type = "tmpfs", .is_memory = true },
};
static const struct target cached = {
	.path = "cached", .kind = TARGET_FILE, .bytes = 1 * MIB,
	.fs = { .type = "fuse" },
};

struct made {
	char		 text[128];
	struct options	 options;
	struct target	 target;
	struct warnings	 warnings;
	struct diag	 diag;
	struct plan	 plan;
	int		 rc;
};

static void
make(struct made *m, const char *line, const struct target *t)
{
	const struct plan_world world = { 1, issuer_usable };
	char *argv[ARGS_MAX] = { NULL }, *save = NULL;
	int argc = 0;

	*m = (struct made){ .target = *t };
	snprintf(m->text, sizeof m->text, "seqbench zones %s %s", line,
	    t->path);
	for (char *w = strtok_r(m->text, " ", &save); w != NULL;
	    w = strtok_r(NULL, " ", &save))
		argv[argc++] = w;
	assert_int_equal(options_parse(&m->options, &zones_options, argc,
	    argv, 2, &m->diag), 0);
	m->rc = zones_plan(&m->plan, &m->options, &m->target, 1, &world,
	    &m->warnings, &m->diag);
}

static void
done(struct made *m)
{
	plan_release(&m->plan);
	options_release(&m->options);
	warnings_release(&m->warnings);
}

static void
what_was_not_asked_for_is_made_to_fit(void **state)
{
	static const struct {
		const struct target *target;
		const char	*line;
		size_t		 points;
		uint64_t	 size, block, last;
	} rows[] = {
		{ &disk, "", 33, 31 * MIB, 1 * MIB, 993 * MIB },
		{ &disk, "-n 2", 2, 64 * MIB, 1 * MIB, 960 * MIB },
		{ &disk, "-s 512m", 2, 512 * MIB, 1 * MIB, 512 * MIB },
		{ &disk, "-s 100k", 33, 64 * KIB, 64 * KIB,
		    1024 * MIB - 64 * KIB },
		{ &disk, "-b 4k -n 1000", 1000, 1048 * KIB, 4 * KIB,
		    1024 * MIB - 1048 * KIB },
		{ &disk, "-b 96k", 33, 31680 * KIB, 96 * KIB,
		    1024 * MIB - 31680 * KIB },
		{ &odd, "", 33, 16 * KIB, 16 * KIB, 1 * MIB - 16 * KIB },
		{ &odd, "-n 256", 256, 4 * KIB, 4 * KIB, 1 * MIB - 4 * KIB },
		{ &tiny, "", 2, 512, 512, 512 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const struct plan_cell *last;
		struct made m;

		make(&m, rows[i].line, rows[i].target);
		assert_int_equal(m.rc, 0);
		assert_int_equal(m.plan.cells, rows[i].points);
		assert_true(plan_is_profile(&m.plan, 0));
		assert_int_equal(m.plan.cell[0].offset, 0);
		assert_int_equal(m.plan.cell[0].point, 1);
		last = &m.plan.cell[1];
		for (size_t k = 0; k < m.plan.cells; k++)
			if (m.plan.cell[k].point == rows[i].points)
				last = &m.plan.cell[k];
		if (m.plan.target[0].size != rows[i].size ||
		    last->block.bytes != rows[i].block ||
		    last->offset != rows[i].last)
			fail_msg("%s %s: %zu of %zu by %zu, last at %zu",
			    rows[i].target->path, rows[i].line,
			    m.plan.cells, (size_t)m.plan.target[0].size,
			    (size_t)last->block.bytes, (size_t)last->offset);
		/* Closing the plan leaves it so. */
		plan_close(&m.plan, 0, m.plan.target[0].size, 0, &m.warnings);
		assert_int_equal(m.plan.target[0].size, rows[i].size);
		assert_int_equal(m.warnings.n, 0);
		done(&m);
	}
}

static void
a_profile_reads_and_never_writes(void **state)
{
	struct made m;

	(void)state;
	make(&m, "", &disk);
	assert_true(m.plan.target[0].reads);
	assert_false(m.plan.target[0].writes);
	assert_false(m.plan.target[0].needs_layout);
	assert_int_equal(plan_write_bytes(&m.plan, 0), 0);
	for (size_t i = 0; i < m.plan.cells; i++) {
		assert_int_equal(m.plan.cell[i].op, OP_READ);
		assert_string_equal(m.plan.cell[i].engine->name, "raw");
	}
	done(&m);
	make(&m, "", &odd);
	assert_string_equal(m.plan.cell[0].engine->name, "direct");
	done(&m);
}

static void
what_has_no_zones_is_refused(void **state)
{
	static const struct {
		const struct target *target;
		const char	*line;
		enum status	 status;
		const char	*text;
	} rows[] = {
		{ &disk, "-n 1", STATUS_USAGE,
		    "--points 1: from 2 to 1000 of them" },
		{ &disk, "-n 1001", STATUS_USAGE,
		    "--points 1001: from 2 to 1000 of them" },
		{ &disk, "-n 17 -s 64m", STATUS_USAGE, "--points 17: only 16 "
		    "of 64m fit into disk; ask for fewer, or a smaller "
		    "--size" },
		{ &disk, "-s 600m", STATUS_SETUP, "disk: 1073741824 bytes: "
		    "too small for two points of 600m" },
		{ &disk, "-s 64k -b 128k", STATUS_USAGE,
		    "--size 64k: smaller than the block size 128k" },
		{ &disk, "-b 1000", STATUS_SETUP, "disk: block 1000 is not a "
		    "multiple of the sector size 512" },
		{ &disk, "-q 1,2", STATUS_USAGE, "--depth: points are read "
		    "in one way: give one value" },
		{ &tiny, "-b 4k", STATUS_SETUP,
		    "tiny: 1500 bytes: too small for two points of 4k" },
		{ &memory, "", STATUS_SETUP, "memory: in memory (tmpfs): it "
		    "has no zones; name a file on a disk, or a device" },
		{ &cached, "", STATUS_SETUP, "cached: direct I/O is refused "
		    "here by fuse, and a cache has no zones; name the "
		    "device below" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct made m;

		make(&m, rows[i].line, rows[i].target);
		assert_true(m.rc < 0);
		assert_string_equal(m.diag.text, rows[i].text);
		assert_int_equal(m.diag.status, rows[i].status);
		done(&m);
	}
}

int
test_zones(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(points_go_from_the_start_to_the_end),
		cmocka_unit_test(points_are_even_aligned_and_never_overlap),
		cmocka_unit_test(the_order_is_bits_reversed),
		cmocka_unit_test(the_order_visits_each_point_once),
		cmocka_unit_test(drift_in_a_round_is_not_taken_for_geometry),
		cmocka_unit_test(the_first_points_are_spread),
		cmocka_unit_test(what_was_not_asked_for_is_made_to_fit),
		cmocka_unit_test(a_profile_reads_and_never_writes),
		cmocka_unit_test(what_has_no_zones_is_refused),
	};

	return cmocka_run_group_tests_name("plan/zones", tests, NULL, NULL);
}
