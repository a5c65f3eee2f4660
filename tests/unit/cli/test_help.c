/* test_help -- what is printed about the options. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "seqbench/options.h"

int	test_help(void);

static void
help(FILE *f)
{
	options_help(f, &sweep_options);
}

static void
help_of_zones(FILE *f)
{
	options_help(f, &zones_options);
}

static char *
printed(void (*print)(FILE *))
{
	char *text;
	size_t size;
	FILE *f;

	f = open_memstream(&text, &size);
	assert_non_null(f);
	print(f);
	assert_int_equal(fclose(f), 0);
	return text;
}

static void
help_fits_80_columns(void **state)
{
	void (*const helps[])(FILE *) = { help, help_of_zones };

	(void)state;
	for (size_t i = 0; i < sizeof helps / sizeof helps[0]; i++) {
		char *text = printed(helps[i]), *line, *rest = text;

		while ((line = strsep(&rest, "\n")) != NULL)
			assert_in_range(strlen(line), 0, 80);
		free(text);
	}
}

static void
a_letter_is_what_its_command_makes_it(void **state)
{
	char *text = printed(help_of_zones);

	(void)state;
	assert_non_null(strstr(text, "usage: seqbench zones "));
	assert_non_null(strstr(text, "\n  -n, --points N "));
	assert_non_null(strstr(text, "\n  -r, --runs N|A..B "));
	assert_null(strstr(text, "--overwrite"));
	free(text);
}

static void
help_names_visible_options_and_no_alias(void **state)
{
	char *text = printed(help);

	(void)state;
	assert_non_null(strstr(text, "\n  -b, --block-size LIST "));
	assert_non_null(strstr(text, "\n  -n, -r, --runs N|A..B "));
	assert_non_null(strstr(text, "\n      --json=F "));
	assert_non_null(strstr(text, "\n      --dry-run "));
	assert_null(strstr(text, "--bs"));
	assert_null(strstr(text, "--rw"));
	assert_null(strstr(text, "--runtime"));
	free(text);
}

static void
a_long_help_text_goes_on_below_itself(void **state)
{
	char *text = printed(help);

	(void)state;
	assert_non_null(strstr(text,
	    "  -n, -r, --runs N|A..B   passes per cell (3); a range repeats "
	    "until --precision\n"
	    "                          is reached\n"));
	free(text);
}

static void
usage_is_short(void **state)
{
	char *text = printed(options_usage);
	size_t lines = 0;

	(void)state;
	for (const char *p = text; *p != '\0'; p++)
		lines += *p == '\n';
	assert_in_range(lines, 3, 6);
	assert_true(strncmp(text, "usage: seqbench ", 16) == 0);
	free(text);
}

int
test_help(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(help_fits_80_columns),
		cmocka_unit_test(help_names_visible_options_and_no_alias),
		cmocka_unit_test(a_long_help_text_goes_on_below_itself),
		cmocka_unit_test(a_letter_is_what_its_command_makes_it),
		cmocka_unit_test(usage_is_short),
	};

	return cmocka_run_group_tests_name("cli/help", tests, NULL, NULL);
}
