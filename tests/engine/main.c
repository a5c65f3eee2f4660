/* main -- runs every group of tests on the real system. */

#include <stddef.h>

int	test_cache(void);
int	test_conformance(void);
int	test_devices(void);
int	test_faults(void);
int	test_host(void);
int	test_issuers(void);
int	test_layers(void);
int	test_layout(void);
int	test_map(void);
int	test_platform(void);
int	test_target(void);
int	test_target_write(void);
int	test_unnamed(void);
int	test_users(void);

static int (*const groups[])(void) = {
	test_cache,
	test_conformance,
	test_devices,
	test_faults,
	test_host,
	test_issuers,
	test_layers,
	test_layout,
	test_map,
	test_platform,
	test_target,
	test_target_write,
	test_unnamed,
	test_users,
};

int
main(void)
{
	int failed = 0;

	for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
		failed |= groups[i]();
	return failed != 0;
}
