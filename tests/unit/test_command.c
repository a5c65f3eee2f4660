/* test_command -- the first word decides. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "unit/cli/line.h"
#include "../../src/command.h"

int	test_command(void);

static const struct {
	const char	*text;
	enum command	 command;
	int		 first;
} found[] = {
	{ "seqbench", COMMAND_SWEEP, 1 },
	{ "seqbench .", COMMAND_SWEEP, 1 },
	{ "seqbench -b 4k engines", COMMAND_SWEEP, 1 },
	{ "seqbench --help", COMMAND_SWEEP, 1 },
	{ "seqbench ./info", COMMAND_SWEEP, 1 },
	{ "seqbench ./if=x", COMMAND_SWEEP, 1 },
	{ "seqbench name=x", COMMAND_SWEEP, 1 },
	{ "seqbench if", COMMAND_SWEEP, 1 },
	{ "seqbench =x", COMMAND_SWEEP, 1 },
	{ "seqbench msgfmt=x", COMMAND_SWEEP, 1 },
	{ "seqbench engines", COMMAND_ENGINES, 2 },
	{ "seqbench engines -h", COMMAND_ENGINES, 2 },
	{ "seqbench info .", COMMAND_INFO, 2 },
	{ "seqbench dd if=x", COMMAND_DD, 2 },
	{ "seqbench dd", COMMAND_DD, 2 },
	{ "seqbench if=x of=y", COMMAND_DD, 1 },
	{ "seqbench status=none", COMMAND_DD, 1 },
	{ "seqbench buffer=page", COMMAND_DD, 1 },
	{ "seqbench bs=", COMMAND_DD, 1 },
	{ "dd", COMMAND_DD, 1 },
	{ "dd --help", COMMAND_DD, 1 },
	{ "/usr/local/bin/dd if=x", COMMAND_DD, 1 },
	{ "/opt/dd/seqbench .", COMMAND_SWEEP, 1 },
	{ "ddx .", COMMAND_SWEEP, 1 },
};

static void
the_first_word_decides(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(found) / sizeof(*found); i++) {
		enum command command = COMMAND_ENGINES;
		struct line l;
		int first = -1;

		line_split(&l, found[i].text);
		assert_int_equal(command_find(l.argc, l.argv, &command, &first,
		    &l.d), 0);
		assert_int_equal(command, found[i].command);
		assert_int_equal(first, found[i].first);
	}
}

static void
no_words_at_all_are_a_sweep_of_nothing(void **state)
{
	char *argv[] = { NULL };
	enum command command = COMMAND_DD;
	struct diag d = { 0 };
	int first = -1;

	(void)state;
	assert_int_equal(command_find(0, argv, &command, &first, &d), 0);
	assert_int_equal(command, COMMAND_SWEEP);
	assert_int_equal(first, 1);
}

static void
a_command_of_a_later_version_is_refused(void **state)
{
	static const char *const names[] = {
		"bonnie", "completion", "merge",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		enum command command;
		char text[128];
		struct line l;
		int first;

		snprintf(text, sizeof(text), "seqbench %s", names[i]);
		line_split(&l, text);
		assert_int_equal(command_find(l.argc, l.argv, &command, &first,
		    &l.d), -EINVAL);
		assert_int_equal(l.d.status, STATUS_USAGE);
		snprintf(text, sizeof(text), "%s: not in this version; a file "
		    "of that name is ./%s", names[i], names[i]);
		assert_string_equal(l.d.text, text);
	}
}

static void
a_command_elsewhere_is_told_where_it_belongs(void **state)
{
	static const struct {
		const char	*word, *message;
	} rows[] = {
		{ "engines", "engines: a command must come first; a file of "
		    "that name is ./engines" },
		{ "info", "info: a command must come first; a file of that "
		    "name is ./info" },
		{ "if=x", "if=x: a dd operand must come first; a file of that "
		    "name is ./if=x" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct diag d = { 0 };

		assert_int_equal(command_misplaced(rows[i].word, &d), -EINVAL);
		assert_int_equal(d.status, STATUS_USAGE);
		assert_string_equal(d.text, rows[i].message);
	}
}

static void
a_file_named_like_an_operand_is_a_target(void **state)
{
	static const char name[] = "if=test_command";
	struct diag d = { 0 };
	FILE *f;

	(void)state;
	assert_int_equal(command_misplaced("./if=none", &d), 0);
	f = fopen(name, "w");
	assert_non_null(f);
	fclose(f);
	assert_int_equal(command_misplaced(name, &d), 0);
	assert_int_equal(remove(name), 0);
}

int
test_command(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_word_decides),
		cmocka_unit_test(no_words_at_all_are_a_sweep_of_nothing),
		cmocka_unit_test(a_command_of_a_later_version_is_refused),
		cmocka_unit_test(a_command_elsewhere_is_told_where_it_belongs),
		cmocka_unit_test(a_file_named_like_an_operand_is_a_target),
	};

	return cmocka_run_group_tests_name("command", tests, NULL, NULL);
}
