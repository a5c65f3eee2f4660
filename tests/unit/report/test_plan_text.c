/* test_plan_text -- --dry-run, and the line before the first pass. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "sample_result.h"

int	test_plan_text(void);

static void
write_plan(FILE *f, const struct result *r, const struct report_look *look)
{
	report_plan(f, r->plan, &r->host, look);
}

static void
write_before(FILE *f, const struct result *r, const struct report_look *look)
{
	(void)look;
	report_before(f, r->plan, 0, 240, true);
}

static void
write_before_unknown(FILE *f, const struct result *r,
    const struct report_look *look)
{
	(void)look;
	report_before(f, r->plan, 0, 0, true);
}

static void
expect(const struct sample_result *s,
    void (*write)(FILE *, const struct result *, const struct report_look *),
    const char *part)
{
	const struct report_look look = { .utf8 = true };
	char *got = sample_result_text(s, &look, write);

	if (strstr(got, part) == NULL)
		print_message("%s is not in\n%s", part, got);
	assert_non_null(strstr(got, part));
	free(got);
}

static void
a_start_says_what_it_will_take(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	expect(&s, write_before, "12 passes, writes up to 7.0 GiB, about "
	    "4 min; Ctrl-C prints what there is\n");
	s.plan.cells = s.plan_target[0].cells = 1;
	s.plan.runs_min = s.plan.runs_max = 1;
	s.plan_target[0].needs_layout = false;
	expect(&s, write_before_unknown, "1 pass, writes up to 64 MiB; ");
	s.plan_target[0].writes = false;
	expect(&s, write_before_unknown,
	    "1 pass; Ctrl-C prints what there is\n");
	s.plan.targets = 2;
	expect(&s, write_before_unknown, "/mnt/t: 1 pass; ");
}

static void
a_directory_says_which_files_are_made(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	s.plan_target[0].automatic = true;
	s.plan_target[0].size = s.plan_target[0].write_size = 0;
	s.target.fs.free_bytes = 12ull << 30;
	expect(&s, write_plan, "seqbench 1.0: /mnt/t\n"
"  ext4 on /dev/sdb1, ST2000DM008, SATA, read-ahead 128 KiB\n"
"  READ buffered: 4k 128k\n"
"  WRITE buffered: 4k 128k\n"
"  size: found by a lay-out of about 2 s, 1.0 GiB to 16 GiB, at most a quarter "
"of\n    the free 12 GiB\n"
"  passes: 12, order mirror, seed 4711, each at most 10 s");
	expect(&s, write_plan,
"  cache cold, flush end, layout create\n"
"  makes: an unnamed file in /mnt/t, gone at the end\n"
"  makes: another for each write pass, gone after it\n"
"  changes no settings\n"
"\n"
"dry run: nothing was measured\n");
	s.options.keep = true;
	s.target.missing = true;
	s.target.kind = TARGET_FILE;
	expect(&s, write_plan, "  makes and keeps: /mnt/t\n");
}

static void
what_is_opened_and_how(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	s.plan_target[0].temporary = false;
	s.target.kind = TARGET_FILE;
	s.target.bytes = 1 << 20;
	expect(&s, write_plan,
	    "  opens: /mnt/t for writing within its size\n");
	s.target.kind = TARGET_DEVICE;
	expect(&s, write_plan, "  opens: /dev/sdb1 for writing, O_EXCL; "
	    "what it holds is lost\n");
	s.plan_target[0].writes = false;
	expect(&s, write_plan, "  opens: /dev/sdb1 read only\n");
	s.plan_target[0].needs_layout = false;
	s.plan_target[0].size = 0;
	expect(&s, write_plan, "  size: found by a short untimed read of "
	    "about 2 s, 1.0 GiB to 16 GiB, at most\n    its 1.0 MiB\n");
	s.target.kind = TARGET_STREAM;
	strcpy(s.target.resolved, "standard input");
	expect(&s, write_plan, "    series of 100 ms, memory 4.0 MiB\n"
	    "  opens: standard input read only\n");
}

static void
refused_cells_variants_and_result_files(void **state)
{
	char json[] = "a.json", csv[] = "b.csv", log[] = "c.csv";
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	sample_result_variant(&s);
	strcpy(s.plan_cell[4].refused, "not a multiple");
	s.plan_cell[2].timed = s.plan_cell[6].timed = true;
	s.plan_cell[6].depth = 8;
	s.plan_cell[6].issuer = &(struct issuer){ .name = "uring" };
	s.options.json = json;
	s.options.csv = csv;
	s.options.log = log;
	expect(&s, write_plan,
"  READ buffered: 4k 128k (latency from 128k)\n"
"  READ direct q8 (io_uring): 128k (latency)\n"
"  WRITE buffered: 4k 128k\n"
"  WRITE direct: 4k 128k\n"
"  refused: 4k READ direct: not a multiple\n"
"  size: 1.0 GiB a pass\n");
	expect(&s, write_plan,
"\nresult file: a.json, written beside and renamed\n"
"result file: b.csv, gains each pass as it ends\n"
"result file: c.csv, gains each pass as it ends\n");
}

int
test_plan_text(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_start_says_what_it_will_take),
		cmocka_unit_test(a_directory_says_which_files_are_made),
		cmocka_unit_test(what_is_opened_and_how),
		cmocka_unit_test(refused_cells_variants_and_result_files),
	};

	return cmocka_run_group_tests_name("report/plan", tests, NULL, NULL);
}
