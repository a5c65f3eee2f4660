/* main -- runs every group of unit tests. */
#include <stddef.h>

int	test_command(void);
int	test_diag(void);
int	test_help(void);
int	test_human(void);
int	test_list(void);
int	test_parse(void);
int	test_pattern(void);
int	test_text(void);
int	test_units(void);
int	test_value(void);
int	test_value_list(void);
int	test_value_number(void);
int	test_words(void);

static int (*const groups[])(void) = {
	test_diag,
	test_human,
	test_list,
	test_pattern,
	test_text,
	test_units,
	test_command,
	test_help,
	test_parse,
	test_value,
	test_value_list,
	test_value_number,
	test_words,
};

int
main(void)
{
	int failed = 0;

	for (size_t i = 0; i < sizeof(groups) / sizeof(*groups); i++)
		failed |= groups[i]() != 0;
	return failed;
}
