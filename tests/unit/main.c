/* main -- runs every group of unit tests. */
#include <stddef.h>

int	test_layout(void);
int	test_look(void);
int	test_safety(void);
int	test_signature(void);

static int (*const groups[])(void) = {
	test_layout,
	test_look,
	test_safety,
	test_signature,
};

int
main(void)
{
	int failed = 0;

	for (size_t i = 0; i < sizeof(groups) / sizeof(*groups); i++)
		failed |= groups[i]() != 0;
	return failed;
}
