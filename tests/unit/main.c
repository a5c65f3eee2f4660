/* main -- runs every group of unit tests. */

#include <stddef.h>

int	test_compare(void);
int	test_fake(void);
int	test_layout(void);
int	test_look(void);
int	test_loop(void);
int	test_plan(void);
int	test_rate(void);
int	test_result(void);
int	test_safety(void);
int	test_schedule(void);
int	test_signature(void);
int	test_star(void);
int	test_student(void);
int	test_summary(void);

static int (*const groups[])(void) = {
	test_compare,
	test_fake,
	test_layout,
	test_look,
	test_loop,
	test_plan,
	test_rate,
	test_result,
	test_safety,
	test_schedule,
	test_signature,
	test_star,
	test_student,
	test_summary,
};

int
main(void)
{
	int failed = 0;

	for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
		failed |= groups[i]();
	return failed != 0;
}
