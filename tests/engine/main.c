/* main -- runs every group of tests on the real system. */

#include <stddef.h>

int	test_conformance(void);

static int (*const groups[])(void) = {
	test_conformance,
};

int
main(void)
{
	int failed = 0;

	for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
		failed |= groups[i]();
	return failed != 0;
}
