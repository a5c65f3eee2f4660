/* test_range -- which bytes are measured, and how many are written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "seqbench/diag.h"
#include "seqbench/plan.h"

int	test_range(void);

#define KiB	(1ull << 10)
#define MiB	(1ull << 20)
#define GiB	(1ull << 30)

enum { ARGS_MAX = 16 };

static const struct target directory = {
	.path = "dir", .kind = TARGET_DIRECTORY, .bytes = NOT_KNOWN,
	.sector_bytes = 512, .fs.free_bytes = 100 * GiB,
	.device = { .known = true, .rotational = 0 },
};
static const struct target spinning = {
	.path = "dir", .kind = TARGET_DIRECTORY, .bytes = NOT_KNOWN,
	.sector_bytes = 512, .fs.free_bytes = 100 * GiB,
	.device = { .known = true, .rotational = 1 },
};
static const struct target unknown = {
	.path = "dir", .kind = TARGET_DIRECTORY, .bytes = NOT_KNOWN,
	.sector_bytes = 512, .fs.free_bytes = NOT_KNOWN,
	.device.rotational = -1,
};
static const struct target missing = {
	.path = "new", .kind = TARGET_FILE, .missing = true,
	.bytes = NOT_KNOWN, .sector_bytes = 512,
	.fs.free_bytes = 100 * GiB, .device.rotational = 0,
};
static const struct target file = {
	.path = "big.img", .kind = TARGET_FILE, .bytes = 10 * MiB,
	.sector_bytes = 512, .device.rotational = 1,
};
static const struct target stream = {
	.path = "-", .kind = TARGET_STREAM, .bytes = NOT_KNOWN,
};
static const struct target source = {
	.path = "/dev/zero", .kind = TARGET_SOURCE, .bytes = NOT_KNOWN,
};
static const struct target sink = {
	.path = "/dev/null", .kind = TARGET_SINK, .bytes = NOT_KNOWN,
};

/* What a line makes of a target before set-up. */
static const struct row {
	const char	*line;
	const struct target *target;
	uint64_t	 size;
	bool		 automatic, temporary, needs_layout, reads, writes;
	enum layout_mode layout;
	uint64_t	 written;	/* at most, of what is known */
} rows[] = {
	{ "-s 10m -n 2 -b 1m", &directory, 10 * MiB, false, true, true, true,
	    true, LAYOUT_CREATE, 30 * MiB },
	{ "-s 10m -n 2 -b 64k,1m -o read", &directory, 10 * MiB, false, true,
	    true, true, false, LAYOUT_CREATE, 10 * MiB },
	/* 64 MiB are enough to find the rate. */
	{ "-s 100m -n 2 -b 1m -o write", &directory, 100 * MiB, false, true,
	    false, false, true, LAYOUT_CREATE, 264 * MiB },
	{ "-s 10m -n 1..4 -b 1m -o write", &directory, 10 * MiB, false, true,
	    false, false, true, LAYOUT_CREATE, 50 * MiB },
	{ "-b 1m", &directory, 0, true, true, true, true, true,
	    LAYOUT_CREATE, 0 },
	{ "-s 10m -n 1 -b 1m -o write", &spinning, 10 * MiB, false, true,
	    true, false, true, LAYOUT_OVERWRITE, 20 * MiB },
	{ "-s 10m -n 1 -b 1m -o write -l create", &spinning, 10 * MiB, false,
	    true, false, false, true, LAYOUT_CREATE, 20 * MiB },
	{ "-s 10m -n 1 -b 1m -o write", &unknown, 10 * MiB, false, true,
	    false, false, true, LAYOUT_CREATE, 20 * MiB },
	{ "-s 10m -n 1 -b 1m -o write -l preallocate", &directory, 10 * MiB,
	    false, true, false, false, true, LAYOUT_PREALLOCATE, 20 * MiB },
	/* What is kept has to be laid out. */
	{ "-s 10m -n 1 -b 1m -o write --keep", &missing, 10 * MiB, false,
	    true, true, false, true, LAYOUT_CREATE, 20 * MiB },
	{ "-s 4m -n 1 -b 1m -o write", &file, 4 * MiB, false, false, false,
	    false, true, LAYOUT_OVERWRITE, 8 * MiB },
	{ "-b 1m", &file, 0, true, false, false, true, false,
	    LAYOUT_OVERWRITE, 0 },
	{ "-s 10m -n 1 -b 1m -e null", &file, 10 * MiB, false, false, false,
	    false, false, LAYOUT_OVERWRITE, 0 },
	{ "-b 1m", &stream, GiB, true, false, false, true, false,
	    LAYOUT_OVERWRITE, 0 },
	{ "-b 1m", &source, 0, true, false, false, true, false,
	    LAYOUT_OVERWRITE, 0 },
	{ "-b 1m", &sink, 16 * GiB, true, false, false, false, true,
	    LAYOUT_OVERWRITE, 0 },
};

static void
a_range_is_what_its_target_and_the_options_make_it(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const struct row *r = &rows[i];
		struct target target = *r->target;
		struct warnings w = { 0 };
		struct options o;
		const struct plan_world world = { 1, issuer_usable };
		struct diag d = { 0 };
		struct plan p;
		const struct plan_target *pt;
		char *argv[ARGS_MAX] = { NULL }, *save = NULL, text[128];
		int argc = 0;

		snprintf(text, sizeof text, "seqbench %s -- %s", r->line,
		    target.path);
		for (char *s = strtok_r(text, " ", &save); s != NULL;
		    s = strtok_r(NULL, " ", &save))
			argv[argc++] = s;
		assert_int_equal(options_parse(&o, &sweep_options, argc, argv,
		    1, &d), 0);
		assert_int_equal(plan_make(&p, &o, &target, 1, &world,
		    &w, &d), 0);
		pt = &p.target[0];
		if (pt->size != r->size || pt->automatic != r->automatic ||
		    pt->temporary != r->temporary ||
		    pt->needs_layout != r->needs_layout ||
		    pt->reads != r->reads || pt->writes != r->writes ||
		    pt->layout != r->layout ||
		    plan_write_bytes(&p, 0) != r->written)
			fail_msg("%s %s: size %llu, written %llu, layout %d "
			    "%d%d%d%d%d", r->line, target.path,
			    (unsigned long long)pt->size,
			    (unsigned long long)plan_write_bytes(&p, 0),
			    (int)pt->layout, pt->automatic, pt->temporary,
			    pt->needs_layout, pt->reads, pt->writes);
		plan_release(&p);
		options_release(&o);
		warnings_release(&w);
	}
}

int
test_range(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    a_range_is_what_its_target_and_the_options_make_it),
	};

	return cmocka_run_group_tests_name("range", tests, NULL, NULL);
}
