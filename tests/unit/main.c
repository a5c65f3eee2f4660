/* main -- runs every group of unit tests. */
#include <stddef.h>

int	test_classic(void);
int	test_footer(void);
int	test_header(void);
int	test_markdown(void);
int	test_plan_text(void);
int	test_table(void);

static int (*const groups[])(void) = {
	test_classic,
	test_footer,
	test_header,
	test_markdown,
	test_plan_text,
	test_table,
};

int
main(void)
{
	int failed = 0;

	for (size_t i = 0; i < sizeof(groups) / sizeof(*groups); i++)
		failed |= groups[i]() != 0;
	return failed;
}
