/* test_consent -- each device that is named is a target, and no other. */
#include <errno.h>
#include <stdio.h>

#include "unit/run/lab.h"
#include "../../src/consent.h"

int	test_consent(void);

static const struct {
	const char	*words;		/* after -o write .. */
	int		 code;
	const char	*says;
} rows[] = {
	{ "--destroy /fake/disk --destroy /fake/disk4k /fake/disk "
	    "/fake/disk4k", 0, "" },
	{ "--destroy /fake/disk4k --destroy /fake/by-id /fake/disk "
	    "/fake/disk4k", 0, "" },
	{ "--destroy /fake/disk --destroy /fake/ext4 --lose ext4 /fake/disk "
	    "/fake/ext4", 0, "" },
	{ "--destroy /fake/ext4 --lose ext4 --destroy /fake/step "
	    "/fake/step /fake/ext4", 0, "" },
	{ "--destroy /fake/disk /fake/disk /fake/disk4k", -EPERM,
	    "/fake/disk4k: to write to this device: --destroy /fake/disk4k" },
	{ "--destroy /fake/disk --lose ext4 --destroy /fake/ext4 /fake/disk "
	    "/fake/ext4", -EPERM, "/fake/ext4: carries ext4; to overwrite "
	    "it: --destroy /fake/ext4 --lose ext4" },
	{ "--destroy /fake/disk --lose ext4 --destroy /fake/ext4 --lose xfs "
	    "/fake/disk /fake/ext4", -EPERM, "/fake/ext4: carries ext4, not "
	    "xfs; to overwrite it: --destroy /fake/ext4 --lose ext4" },
	{ "--destroy /fake/disk --destroy /fake/disk4k /fake/disk", -EINVAL,
	    "--destroy /fake/disk4k: not a TARGET that is written, or named "
	    "before" },
	{ "--destroy /fake/disk --destroy /fake/by-id /fake/disk", -EINVAL,
	    "--destroy /fake/by-id: not a TARGET that is written, or named "
	    "before" },
	{ "--destroy /fake/disk --destroy /fake/file /fake/disk", -EINVAL,
	    "--destroy /fake/file: not a TARGET that is written, or named "
	    "before" },
	{ "--destroy /fake/disk /fake/disk /fake/by-id", -EINVAL, "/fake/disk "
	    "and /fake/by-id: one device, or one on the other; write them in "
	    "separate sessions" },
	{ "--destroy /fake/typo --destroy /fake/disk /fake/disk", -ENOENT,
	    "--destroy /fake/typo: No such file or directory" },
	{ "--destroy /fake/disk --destroy /fake/mounted --lose ext4 "
	    "/fake/disk /fake/mounted", -EBUSY, "/fake/mounted: mounted on "
	    "/home: refusing to write; unmount it first" },
};

static void
ask(size_t i, const char *how)
{
	struct diag d = { 0 };
	struct lab l;
	char line[256];
	int rc;

	snprintf(line, sizeof(line), "-o write -s 16m %s%s", how,
	    rows[i].words);
	lab_make(&l, "", line);
	rc = consent_ask(&l.options, &l.plan, &d);
	assert_string_equal(d.text, rows[i].says);
	assert_int_equal(rc, rows[i].code);
	lab_done(&l);
}

static void
each_device_that_is_named_is_a_target(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		ask(i, "");
}

static void
a_total_needs_no_word(void **state)
{
	(void)state;
	ask(0, "--parallel ");
	ask(3, "--parallel ");
}

int
test_consent(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_device_that_is_named_is_a_target),
		cmocka_unit_test(a_total_needs_no_word),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
