/* test_list -- lists and ranges of sizes. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "seqbench/units.h"

int	test_list(void);

static const struct {
	const char	*text, *items;
} good[] = {
	{ "4k", "4k=4096" },
	{ "4096,64K,1MiB", "4096=4096 64K=65536 1MiB=1048576" },
	{ "1m,4k", "1m=1048576 4k=4096" },
	{ "4k,4096,8k,4k", "4k=4096 8k=8192" },
	{ "4k-32k", "4k=4096 8k=8192 16k=16384 32k=32768" },
	{ "4K..20K", "4K=4096 8k=8192 16k=16384" },
	{ "3k-12k", "3k=3072 6k=6144 12k=12288" },
	{ "4k-1m/16", "4k=4096 64k=65536 1m=1048576" },
	{ "4k..1m/1k", "4k=4096" },
	{ "1000-9000/3", "1000=1000 3000=3000 9000=9000" },
	{ "4k-4k", "4k=4096" },
	{ "2x512-4k,512", "2x512=1024 2k=2048 4k=4096 512=512" },
	{ "4E-7E", "4E=4611686018427387904" },
	{ "1x1x1x1x1x1x1x1x1x1x1x1x4k", "4k=4096" },
	{ "0", "0=0" },
};

static const struct {
	const char	*text;
	int		 rc;
	size_t		 bad;		/* where the offending item begins */
} wrong[] = {
	{ "", -EINVAL, 0 },
	{ ",", -EINVAL, 0 },
	{ "4k,", -EINVAL, 3 },
	{ "4k,,8k", -EINVAL, 3 },
	{ "4k,4z,8k", -EINVAL, 3 },
	{ "4k,8E", -ERANGE, 3 },
	{ "8k-4k", -EINVAL, 0 },
	{ "0-4k", -EINVAL, 0 },
	{ "-4k", -EINVAL, 0 },
	{ "4k-", -EINVAL, 0 },
	{ "4k..", -EINVAL, 0 },
	{ "4k...8k", -EINVAL, 0 },
	{ "4k-8k-16k", -EINVAL, 0 },
	{ "4k-8k/", -EINVAL, 0 },
	{ "4k-8k/1", -EINVAL, 0 },
	{ "4k-8k/0", -EINVAL, 0 },
	{ "4k-8k/2/2", -EINVAL, 0 },
	{ "4k/2", -EINVAL, 0 },
	{ "1k-8E", -ERANGE, 0 },
	{ "1k,1-7E,3-6E", -E2BIG, 8 },
};

static void
lists_and_ranges_become_items(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++) {
		struct size_list list;
		char text[512] = "";
		size_t at = 0;

		assert_int_equal(size_list_parse(good[i].text, &list, NULL),
		    0);
		for (size_t k = 0; k < list.n; k++)
			at += (size_t)snprintf(text + at, sizeof(text) - at,
			    "%s%s=%llu", k > 0 ? " " : "", list.item[k].text,
			    (unsigned long long)list.item[k].bytes);
		assert_string_equal(text, good[i].items);
	}
}

static void
a_wrong_list_points_at_its_item(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		struct size_list list = { .n = 77 };
		const char *bad = NULL;
		int rc;

		rc = size_list_parse(wrong[i].text, &list, &bad);
		if (rc != wrong[i].rc)
			print_error("\"%s\": %d\n", wrong[i].text, rc);
		assert_int_equal(rc, wrong[i].rc);
		assert_ptr_equal(bad, wrong[i].text + wrong[i].bad);
		assert_int_equal(list.n, 77);
	}
	assert_int_equal(size_list_parse("", &(struct size_list){ 0 }, NULL),
	    -EINVAL);
}

int
test_list(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_and_ranges_become_items),
		cmocka_unit_test(a_wrong_list_points_at_its_item),
	};

	return cmocka_run_group_tests_name("base/list", tests, NULL, NULL);
}
