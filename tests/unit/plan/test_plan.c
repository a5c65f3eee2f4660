/* From a command line and target facts to decisions. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <errno.h>

#include "fake/fake.h"
#include "seqbench/diag.h"
#include "seqbench/plan.h"
#include "seqbench/queue.h"

int	test_plan(void);

#define MiB	(1ull << 20)
#define GiB	(1ull << 30)

enum { ARGS_MAX = 16 };

/* One plan made from a command line; released by done(). */
struct made {
	char		 text[256];
	struct options	 options;
	struct plan	 plan;
	struct warnings	 warnings;
	struct diag	 diag;
	int		 rc;
};

static const struct target directory = {
	.path = "dir",
	.kind = TARGET_DIRECTORY,
	.bytes = NOT_KNOWN,
	.sector_bytes = 512,
	.fs = { .type = "ext4", .free_bytes = 100 * GiB },
	.device = { .known = true, .rotational = 0 },
};

static const struct target device = {
	.path = "/dev/sdb",
	.kind = TARGET_DEVICE,
	.bytes = 64 * GiB,
	.sector_bytes = 4096,
	.device = { .known = true },
};

static const struct target file = {
	.path = "big.img",
	.kind = TARGET_FILE,
	.bytes = 10 * MiB + 100,
	.sector_bytes = 512,
	.fs = { .type = "ext4", .free_bytes = 1 * GiB },
};

static const struct target fifo = {
	.path = "-",
	.kind = TARGET_STREAM,
	.bytes = NOT_KNOWN,
};

static void
make_in(struct made *m, const char *line, const struct target *t,
    const struct plan_world *world)
{
	static struct target copy;
	char *argv[ARGS_MAX] = { NULL };
	char *save = NULL;
	int argc = 0;

	*m = (struct made){ 0 };
	copy = *t;
	snprintf(m->text, sizeof m->text, "seqbench %s %s", line, t->path);
	for (char *w = strtok_r(m->text, " ", &save); w != NULL;
	    w = strtok_r(NULL, " ", &save)) {
		assert_true(argc < ARGS_MAX - 1);
		argv[argc++] = w;
	}
	m->rc = options_parse(&m->options, &sweep_options, argc, argv, 1,
	    &m->diag);
	assert_int_equal(m->rc, 0);
	m->rc = plan_make(&m->plan, &m->options, &copy, 1, world,
	    &m->warnings, &m->diag);
}

static void
make(struct made *m, const char *line, const struct target *t)
{
	make_in(m, line, t, &(struct plan_world){ 42, issuer_usable });
}

static void
done(struct made *m)
{
	plan_release(&m->plan);
	options_release(&m->options);
	warnings_release(&m->warnings);
}

static void
a_directory_is_read_and_written_at_five_blocks(void **state)
{
	struct made m;

	(void)state;
	make(&m, "", &directory);
	assert_int_equal(m.rc, 0);
	assert_int_equal(m.plan.cells, 10);
	assert_string_equal(m.plan.cell[0].block.text, "4k");
	assert_string_equal(m.plan.cell[9].block.text, "1m");
	assert_int_equal(m.plan.cell[0].op, OP_READ);
	assert_int_equal(m.plan.cell[1].op, OP_WRITE);
	assert_string_equal(m.plan.cell[0].engine->name, "buffered");
	assert_int_equal(m.plan.runs_min, 3);
	assert_int_equal(m.plan.runs_max, 3);
	assert_int_equal(m.plan.time_limit_ns, 10000000000ull);
	assert_int_equal(m.plan.cache, CACHE_COLD);
	assert_int_equal(m.plan.flush, FLUSH_END);
	assert_int_equal(m.plan.order, ORDER_MIRROR);
	assert_int_equal(m.plan.seed, 42);
	assert_true(m.plan.target[0].automatic);
	assert_true(m.plan.target[0].needs_layout);
	assert_int_equal(m.plan.target[0].layout, LAYOUT_CREATE);
	assert_int_equal(plan_passes(&m.plan, 0), 30);
	done(&m);
}

static void
a_device_is_only_read_and_by_the_raw_engine(void **state)
{
	struct made m;

	(void)state;
	make(&m, "-e direct,raw", &device);
	assert_int_equal(m.rc, 0);
	assert_int_equal(m.plan.cells, 5);
	assert_string_equal(m.plan.cell[0].engine->name, "raw");
	assert_int_equal(m.plan.cell[0].op, OP_READ);
	assert_int_equal(m.warnings.n, 1);
	assert_non_null(strstr(m.warnings.text[0], "one engine"));
	assert_false(m.plan.target[0].writes);
	done(&m);
}

static void
below_a_file_system_raw_reads_and_never_writes(void **state)
{
	struct target dir = directory;
	struct made m;

	(void)state;
	dir.device.sector_bytes = 4096;
	make(&m, "-b 64k -e buffered,raw", &dir);
	assert_int_equal(m.rc, 0);
	assert_int_equal(m.plan.cells, 3);
	for (size_t i = 0; i < 3; i++) {
		const struct plan_cell *c = &m.plan.cell[i];

		assert_string_equal(c->refused, "");
		assert_int_equal(plan_reads_below(&m.plan, c),
		    strcmp(c->engine->name, "raw") == 0);
		assert_true(c->op == OP_READ || !plan_reads_below(&m.plan, c));
	}
	assert_int_equal(m.warnings.n, 1);
	assert_non_null(strstr(m.warnings.text[0], "WRITE raw left out"));
	done(&m);

	/* The file's sectors may be smaller than those of the device. */
	make(&m, "-b 512,4k -o read -e raw", &dir);
	assert_string_equal(m.plan.cell[0].refused, "block 512 is not a "
	    "multiple of the sector size 4096");
	assert_string_equal(m.plan.cell[1].refused, "");
	done(&m);

	/* Where direct I/O is refused, the device below may take it. */
	dir.sector_bytes = 0;
	make(&m, "-b 4k -o read -e direct,raw", &dir);
	assert_non_null(strstr(m.plan.cell[0].refused, "direct I/O"));
	assert_string_equal(m.plan.cell[1].refused, "");
	done(&m);

	strcpy(dir.no_raw, "no way");
	make(&m, "-b 4k -o read -e buffered,raw", &dir);
	assert_string_equal(m.plan.cell[0].refused, "");
	assert_string_equal(m.plan.cell[1].refused, "no way");
	done(&m);
}

static void
blocks_come_in_ascending_order(void **state)
{
	struct made m;

	(void)state;
	make(&m, "-b 1m,4k,64k -o read", &directory);
	assert_string_equal(m.plan.cell[0].block.text, "4k");
	assert_string_equal(m.plan.cell[1].block.text, "64k");
	assert_string_equal(m.plan.cell[2].block.text, "1m");
	assert_int_equal(m.plan.smallest_block, 4096);
	assert_int_equal(m.plan.largest_block, MiB);
	done(&m);
}

static void
a_block_the_sector_does_not_divide_is_a_refused_cell(void **state)
{
	struct made m;

	(void)state;
	make(&m, "-b 512,4k", &device);
	assert_int_equal(m.rc, 0);
	assert_string_equal(m.plan.cell[0].refused,
	    "block 512 is not a multiple of the sector size 4096");
	assert_string_equal(m.plan.cell[1].refused, "");
	assert_int_equal(plan_passes(&m.plan, 0), 3);
	done(&m);
}

static void
variants_are_engine_by_buffer(void **state)
{
	struct made m;

	(void)state;
	make(&m, "-b 64k -o read -e buffered,direct --buffer huge,page",
	    &directory);
	assert_int_equal(m.rc, 0);
	assert_int_equal(m.plan.variants, 4);
	assert_int_equal(m.plan.cells, 4);
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(m.plan.cell[i].variant, i);
		assert_int_equal(m.plan.cell[i].buffer,
		    i % 2 == 0 ? BUFFER_HUGE : BUFFER_PAGE);
		assert_string_equal(m.plan.cell[i].engine->name,
		    i < 2 ? "buffered" : "direct");
	}
	done(&m);
}

static void
engines_that_are_cached_alike_are_not_one(void **state)
{
	static const char *const names[] = { "buffered", "mmap", "dontcache" };
	struct made m;

	(void)state;
	make(&m, "-b 64k -o read -e buffered,mmap,buffered,dontcache",
	    &directory);
	assert_int_equal(m.rc, 0);
	assert_int_equal(m.plan.cells, 3);
	for (size_t i = 0; i < 3; i++)
		assert_string_equal(m.plan.cell[i].engine->name, names[i]);
	assert_string_equal(m.plan.cell[2].issuer->name, "vec");
	done(&m);
}

static void
what_this_kernel_lacks_is_a_refused_cell(void **state)
{
	static const struct queue_facts old = { .major = 6, .minor = 1 };
	struct made m;

	(void)state;
	fake_queue_facts(&old);
	make(&m, "-b 64k -o read -e buffered,dontcache", &directory);
	fake_queue_facts(NULL);
	assert_int_equal(m.rc, 0);
	assert_string_equal(m.plan.cell[0].refused, "");
	assert_string_equal(m.plan.cell[1].refused, "this kernel, Linux 6.1, "
	    "is too old for RWF_DONTCACHE: it takes 6.14");
	done(&m);
}

static void
what_makes_no_sense_is_a_usage_error(void **state)
{
	static const struct {
		const char *line;
		const struct target *target;
		const char *says;
	} row[] = {
		{ "-e turbo",	&directory,	"no such engine" },
		{ "-q 8",	&directory,	"the engine buffered has one "
		    "transfer in flight" },
		{ "-q 1,32 -e mmap,null", &file, "--depth 32: the engine mmap "
		    "has one transfer in flight" },
		{ "-q 2",	&fifo,		"--depth 2" },
		{ "-j 1,4",	&fifo,		"-: --jobs 4: a stream can't "
		    "be split" },
		{ "-e uring",	&fifo,		"only the buffered engine" },
		{ "-o write",	&fifo,		"can only be read" },
		{ "-e direct",	&fifo,		"only the buffered engine" },
		{ "-e mmap",	&fifo,		"only the buffered engine" },
		{ "-e dontcache", &fifo,	"only the buffered engine" },
		{ "-c cold",	&fifo,		"no cache state" },
		{ "-e raw -o write", &file,	"never writes" },
		{ "-l create -o write", &file,	"--layout create" },
		{ "--keep",	&directory,	"--keep" },
		{ "--destroy /dev/sdb", &device, "--destroy /dev/sdb" },
		{ "--lose ext4", &device,	"--destroy" },
		{ "--offset 1m", &directory,	"--offset 1m" },
		{ "--offset 1t", &device,	"beyond the end" },
		{ "--offset 512", &device,	"sector size 4096" },
		{ "-b 4k,1m -s 64k", &directory, "smaller than the block "
		    "size 1m" },
		{ "-p 1",	&directory,	"a range of runs" },
		{ "-n 3..3 -p 1", &directory,	"a range of runs" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct made m;

		make(&m, row[i].line, row[i].target);
		if (m.rc != -EINVAL || m.diag.status != STATUS_USAGE ||
		    strstr(m.diag.text, row[i].says) == NULL)
			fail_msg("%s: rc %d, status %d: %s", row[i].line,
			    m.rc, (int)m.diag.status, m.diag.text);
		done(&m);
	}
}

static void
what_only_a_default_asked_for_is_left_out(void **state)
{
	struct target sixteen = device, odd = device;
	struct made m;

	(void)state;
	make(&m, "-s 64k", &directory);
	assert_int_equal(m.rc, 0);
	assert_int_equal(m.plan.largest_block, 65536);
	assert_int_equal(m.plan.cells, 6);
	assert_int_equal(m.warnings.n, 2);
	assert_string_equal(m.warnings.text[0], "block 1m left out: larger "
	    "than --size 64k");
	done(&m);

	sixteen.sector_bytes = 16384;
	make(&m, "", &sixteen);
	assert_int_equal(m.rc, 0);
	assert_int_equal(m.plan.cells, 4);
	assert_string_equal(m.plan.cell[0].block.text, "16k");
	assert_string_equal(m.warnings.text[0], "/dev/sdb: block 4k left "
	    "out: the sector size is 16384");
	done(&m);
	make(&m, "-b 4k,64k", &sixteen);
	assert_int_equal(m.plan.cells, 2);
	assert_string_equal(m.plan.cell[0].refused, "block 4096 is not a "
	    "multiple of the sector size 16384");
	assert_int_equal(m.warnings.n, 0);
	done(&m);

	/* What set-up finds of the alignment counts as well. */
	odd.sector_bytes = 512;
	make(&m, "-b 4k,64k", &odd);
	assert_string_equal(m.plan.cell[0].refused, "");
	m.plan.target[0].target->sector_bytes = 8192;
	plan_close(&m.plan, 0, GiB, 0, &m.warnings);
	assert_string_not_equal(m.plan.cell[0].refused, "");
	assert_string_equal(m.plan.cell[1].refused, "");
	done(&m);
}

static void
an_empty_file_or_a_full_disk_is_refused_before_anything_starts(void **state)
{
	struct target empty = file, full = directory;
	struct made m;

	(void)state;
	empty.bytes = 0;
	make(&m, "", &empty);
	assert_int_equal(m.rc, -ENODATA);
	assert_int_equal(m.diag.status, STATUS_SETUP);
	done(&m);

	full.fs.free_bytes = 20 * MiB;
	make(&m, "", &full);
	assert_int_equal(m.rc, -ENOSPC);
	done(&m);
	/* The laid-out file and the file of a pass stand side by side. */
	full.fs.free_bytes = 300 * MiB;
	make(&m, "-s 200m", &full);
	assert_int_equal(m.rc, -ENOSPC);
	done(&m);
	make(&m, "-s 200m -o read", &full);
	assert_int_equal(m.rc, 0);
	done(&m);
}

static void
sizes_are_held_to_what_there_is_and_rounded_to_whole_blocks(void **state)
{
	struct made m;

	(void)state;
	make(&m, "-s 1g", &file);
	assert_int_equal(m.rc, 0);
	assert_int_equal(m.plan.target[0].size, 10 * MiB + 100);
	assert_int_equal(m.warnings.n, 1);
	plan_close(&m.plan, 0, m.plan.target[0].size, 0, &m.warnings);
	assert_int_equal(m.plan.target[0].size, 10 * MiB);
	done(&m);
}

static void
a_write_pass_is_what_becomes_durable_in_time(void **state)
{
	struct made m;

	(void)state;
	make(&m, "", &directory);
	plan_close(&m.plan, 0, 4 * GiB, 100e6, &m.warnings);
	assert_int_equal(m.plan.target[0].size, 4 * GiB);
	/* 1000 MB in 10 s, in whole blocks of 1m */
	assert_int_equal(m.plan.target[0].write_size, 953 * MiB);
	done(&m);

	make(&m, "", &directory);
	plan_close(&m.plan, 0, 1 * GiB, 1e6, &m.warnings);
	assert_int_equal(m.plan.target[0].write_size, 64 * MiB);
	done(&m);

	make(&m, "-y none", &directory);
	plan_close(&m.plan, 0, 4 * GiB, 100e6, &m.warnings);
	assert_int_equal(m.plan.target[0].write_size, 4 * GiB);
	done(&m);
}

static void
what_will_be_written_is_known_before_set_up(void **state)
{
	struct made m;

	(void)state;
	make(&m, "-s 1g -b 64k,1m -n 3", &directory);
	/* the file that is read, and six write passes */
	assert_int_equal(plan_write_bytes(&m.plan, 0), 7 * GiB);
	plan_close(&m.plan, 0, 1 * GiB, 50e6, &m.warnings);
	assert_int_equal(plan_write_bytes(&m.plan, 0),
	    1 * GiB + 6 * 476 * MiB);
	done(&m);
}

static void
what_can_not_be_verified_is_refused(void **state)
{
	static const struct {
		const char	*line;
		const struct target *t;
		const char	*says;		/* NULL: it can be */
	} rows[] = {
		{ "", &directory, NULL },
		{ "-d compress=30 -l overwrite", &directory, NULL },
		{ "-d zero", &directory, "--data zero is the same" },
		{ "-d file=x", &directory, "--data file is the same" },
		{ "-b 1000", &directory, "block 1000 is not a multiple" },
		{ "", &file, "add the --seed" },
		{ "--seed 1", &file, NULL },
		{ "--seed 1 --offset 512", &file, NULL },
		{ "-o write -e buffered", &file, NULL },
		{ "-e null -b 1m", &file, NULL },
		{ "", &fifo, "nothing can be read back" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct made m;
		char line[128];

		snprintf(line, sizeof line, "--verify %s", rows[i].line);
		make(&m, line, rows[i].t);
		assert_int_equal(m.rc, rows[i].says == NULL ? 0 : -EINVAL);
		if (rows[i].says != NULL)
			assert_non_null(strstr(m.diag.text, rows[i].says));
		else
			assert_true(m.plan.verify && m.plan.pattern.sealed);
		done(&m);
	}
}

int
test_plan(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    a_directory_is_read_and_written_at_five_blocks),
		cmocka_unit_test(a_device_is_only_read_and_by_the_raw_engine),
		cmocka_unit_test(
		    below_a_file_system_raw_reads_and_never_writes),
		cmocka_unit_test(blocks_come_in_ascending_order),
		cmocka_unit_test(
		    a_block_the_sector_does_not_divide_is_a_refused_cell),
		cmocka_unit_test(variants_are_engine_by_buffer),
		cmocka_unit_test(engines_that_are_cached_alike_are_not_one),
		cmocka_unit_test(what_this_kernel_lacks_is_a_refused_cell),
		cmocka_unit_test(what_makes_no_sense_is_a_usage_error),
		cmocka_unit_test(what_only_a_default_asked_for_is_left_out),
		cmocka_unit_test(
		an_empty_file_or_a_full_disk_is_refused_before_anything_starts),
		cmocka_unit_test(
		    sizes_are_held_to_what_there_is_and_rounded_to_whole_blocks),
		cmocka_unit_test(a_write_pass_is_what_becomes_durable_in_time),
		cmocka_unit_test(what_will_be_written_is_known_before_set_up),
		cmocka_unit_test(what_can_not_be_verified_is_refused),
	};

	return cmocka_run_group_tests_name("plan", tests, NULL, NULL);
}
