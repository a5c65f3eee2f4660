/* main -- the tests that need the real system, a group of them a row. */
#include <stddef.h>

int	test_layout(void);
int	test_target(void);
int	test_target_write(void);

static int (*const groups[])(void) = {
	test_layout,
	test_target,
	test_target_write,
};

int
main(void)
{
	int failed = 0;

	for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
		failed += groups[i]() != 0;
	return failed != 0;
}
