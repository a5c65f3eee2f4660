/* test_refusal -- who could open what we can't. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../../src/target/refusal.h"

int	test_refusal(void);

static void
the_sentence_names_whom_the_mode_lets_in(void **state)
{
	static const struct {
		struct stat	 st;
		unsigned	 need;
		const char	*who;
	} rows[] = {
		{ { .st_mode = S_IFBLK | 0660, .st_gid = 6 }, 4,
		    "run as root or as a member of group group6" },
		{ { .st_mode = S_IFBLK | 0660, .st_uid = 7, .st_gid = 6 }, 6,
		    "run as root or as a member of group group6" },
		{ { .st_mode = S_IFBLK | 0640, .st_uid = 7, .st_gid = 6 }, 2,
		    "run as root or as its owner, user7" },
		{ { .st_mode = S_IFDIR | 0750, .st_uid = 7, .st_gid = 6 }, 3,
		    "run as root or as its owner, user7" },
		{ { .st_mode = S_IFDIR | 0770, .st_uid = 7, .st_gid = 6 }, 3,
		    "run as root or as a member of group group6" },
		{ { .st_mode = S_IFREG | 0644 }, 2,
		    "run as root or as a user who may" },
		{ { .st_mode = S_IFBLK | 0660 }, 4,
		    "run as root or as a user who may" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char who[REFUSAL_WHO];

		refusal_who(&rows[i].st, rows[i].need, who);
		assert_string_equal(who, rows[i].who);
	}
}

int
test_refusal(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_sentence_names_whom_the_mode_lets_in),
	};

	return cmocka_run_group_tests_name("refusal", tests, NULL, NULL);
}
