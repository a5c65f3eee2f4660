/* main -- every group of unit tests, one after the other. */
#include <stdlib.h>

int	test_fake(void);

static int (*const groups[])(void) = {
	test_fake,
};

int
main(void)
{
	int failed = 0;

	for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++)
		failed += groups[i]() != 0;
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
