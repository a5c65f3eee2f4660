/* main -- runs every group of unit tests. */
#include <stddef.h>

int	test_csv(void);
int	test_ddform(void);
int	test_ddline(void);
int	test_json(void);
int	test_jsoncell(void);
int	test_jsonwriter(void);
int	test_outfile(void);
int	test_progress(void);
int	test_progressline(void);

static int (*const groups[])(void) = {
	test_csv,
	test_ddform,
	test_ddline,
	test_json,
	test_jsoncell,
	test_jsonwriter,
	test_outfile,
	test_progress,
	test_progressline,
};

int
main(void)
{
	int failed = 0;

	for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++)
		failed |= groups[i]() != 0;
	return failed;
}
