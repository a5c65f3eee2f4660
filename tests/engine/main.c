/* main -- the tests that need the real system, a group of them a row. */
#include <stddef.h>

int	test_devices(void);
int	test_host(void);
int	test_platform(void);

static int (*const groups[])(void) = {
	test_devices,
	test_host,
	test_platform,
};

int
main(void)
{
	int failed = 0;

	for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
		failed += groups[i]() != 0;
	return failed != 0;
}
