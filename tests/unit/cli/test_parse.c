/* test_parse -- the habits of getopt_long. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "unit/cli/line.h"

int	test_parse(void);

static void
a_value_may_be_attached_or_apart(void **state)
{
	static const char *const lines[] = {
		"seqbench -b 4k .",
		"seqbench -b4k .",
		"seqbench --block-size=4k .",
		"seqbench --block-size 4k .",
		"seqbench --bl 4k .",
		"seqbench --bs=4k .",
		"seqbench . -b 4k",
		"seqbench -b 1m -b 64k,8k . --block-size 4k",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		struct line l;

		assert_int_equal(line_parse(&l, lines[i]), 0);
		assert_int_equal(l.o.block.n, 1);
		assert_string_equal(l.o.block.item[0].text, "4k");
		assert_int_equal(l.o.block.item[0].bytes, 4096);
		assert_int_equal(l.o.targets, 1);
		assert_string_equal(l.o.target[0], ".");
		line_release(&l);
	}
}

static void
options_and_targets_mix_and_argv_stays(void **state)
{
	static const char text[] = "seqbench a -n 5 b --dry-run - -- -c --x";
	static const char *const targets[] = { "a", "b", "-", "-c", "--x" };
	struct line l, before;

	(void)state;
	line_split(&before, text);
	assert_int_equal(line_parse(&l, text), 0);
	assert_int_equal(l.o.targets, 5);
	for (size_t i = 0; i < 5; i++)
		assert_string_equal(l.o.target[i], targets[i]);
	for (int i = 0; i < before.argc; i++)
		assert_string_equal(l.argv[i], before.argv[i]);
	assert_true(l.o.dry_run);
	assert_int_equal(l.o.runs_min.value, 5);
	assert_int_equal(l.o.cache, CACHE_DEFAULT);
	line_release(&l);
}

static void
help_and_version_need_no_target_and_end_the_line(void **state)
{
	struct line l;

	(void)state;
	assert_int_equal(line_parse(&l, "seqbench --help"), 0);
	assert_true(l.o.help);
	line_release(&l);
	assert_int_equal(line_parse(&l, "seqbench -V -b nonsense"), 0);
	assert_true(l.o.version);
	line_release(&l);
	assert_int_equal(line_parse(&l, "seqbench -hb 4k"), 0);
	assert_true(l.o.help);
	line_release(&l);
}

static void
what_was_not_given_is_zero(void **state)
{
	static const struct options nothing;
	struct line l;

	(void)state;
	assert_int_equal(line_parse(&l, "seqbench ."), 0);
	l.o.targets = 0;
	free(l.o.target);
	l.o.target = NULL;
	assert_memory_equal(&l.o, &nothing, sizeof(nothing));
}

static void
a_line_that_makes_no_sense_is_refused(void **state)
{
	static const struct line_refused rows[] = {
		{ "seqbench -b 4k", "nothing to measure: no TARGET given; "
		    "\"seqbench .\" measures here" },
		{ "seqbench --", "nothing to measure: no TARGET given; "
		    "\"seqbench .\" measures here" },
		{ "seqbench --colour=no .", "--colour: unknown option; --help "
		    "lists them" },
		{ "seqbench --block-sizes=4k .", "--block-sizes: unknown "
		    "option; --help lists them" },
		{ "seqbench --runt 4 .", "--runt: unknown option; --help "
		    "lists them" },
		{ "seqbench -w4 .", "-w: unknown option; --help lists them" },
		{ "seqbench --c cold .", "--c: ambiguous: --cache, --create, "
		    "--csv, --color" },
		{ "seqbench --b=4k .", "--b: ambiguous: --block-size, "
		    "--buffer" },
		{ "seqbench . -b", "-b: LIST is missing" },
		{ "seqbench . --runs", "--runs: N|A..B is missing" },
		{ "seqbench --dry-run=yes .", "--dry-run: takes no value" },
		{ "seqbench --json -q .", "--json: the file must be "
		    "attached; write --json=F" },
		{ "seqbench --json t.json .", "--json: the file must be "
		    "attached; write --json=t.json" },
		{ "seqbench . --csv", "--csv: the file must be attached; write "
		    "--csv=F" },
		{ "seqbench --mark x .", "--mark: the file must be attached; "
		    "write --markdown=x" },
		{ "seqbench --log t.csv .", "--log: the file must be "
		    "attached; write --log=t.csv" },
		{ "seqbench --latency=1 .", "--latency: takes no value" },
		{ "seqbench --la .", "--la: ambiguous: --latency, --layout, "
		    "--label" },
	};

	(void)state;
	assert_refused(rows, sizeof(rows) / sizeof(*rows));
}

static void
later_options_are_unknown(void **state)
{
	static const char *const names[] = {
		"html", "svg", "require",
		"equivalence", "strict", "start-at",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct line l;
		char text[64];

		snprintf(text, sizeof(text), "seqbench --%s=1 .", names[i]);
		assert_int_equal(line_parse(&l, text), -EINVAL);
		assert_non_null(strstr(l.d.text, "unknown option"));
		line_release(&l);
	}
}

int
test_parse(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_value_may_be_attached_or_apart),
		cmocka_unit_test(options_and_targets_mix_and_argv_stays),
		cmocka_unit_test(
		    help_and_version_need_no_target_and_end_the_line),
		cmocka_unit_test(what_was_not_given_is_zero),
		cmocka_unit_test(a_line_that_makes_no_sense_is_refused),
		cmocka_unit_test(later_options_are_unknown),
	};

	return cmocka_run_group_tests_name("cli/parse", tests, NULL, NULL);
}
