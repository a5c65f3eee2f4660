/* test_safety -- who may write what, and the line that is to be typed. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "fake/fake.h"
#include "seqbench/diag.h"
#include "seqbench/target.h"

int	test_safety(void);

static const struct {
	const char	*path;
	struct target_consent consent;
	int		 code;
	const char	*text;
} rows[] = {
	{ "/fake/dir",	{ 0 }, 0, "" },
	{ "/fake/dir/new", { 0 }, 0, "" },
	{ "/fake/ro",	{ 0 }, -EROFS, "/fake/ro: no file can be made there: "
	    "Read-only file system; mount it for writing, or name another" },
	{ "/fake/file",	{ 0 }, -EEXIST, "/fake/file: exists; to write over it "
	    "(never beyond its end): --overwrite" },
	{ "/fake/file",	{ .overwrite = true }, 0, "" },
	{ "/fake/swap",	{ .overwrite = true }, -EBUSY, "/fake/swap: active "
	    "swap: refusing to write; swapoff it first" },
	{ "/fake/immutable", { .overwrite = true }, -EPERM, "/fake/immutable: "
	    "marked immutable or append-only; chattr -ia takes that off" },
	{ "/fake/fifo",	{ .overwrite = true }, -ENOTSUP, "/fake/fifo: a "
	    "stream is only read" },
	{ "/dev/zero",	{ .overwrite = true }, -ENOTSUP, "/dev/zero: a source "
	    "is only read" },
	{ "/dev/null",	{ 0 }, 0, "" },
	{ "/fake/disk",	{ .overwrite = true }, -EPERM, "/fake/disk: to write "
	    "to this device: --destroy /fake/disk" },
	{ "/fake/disk",	{ .destroy = "/fake/disk4k" }, -EPERM, "/fake/disk: "
	    "to write to this device: --destroy /fake/disk" },
	{ "/fake/disk",	{ .destroy = "/fake/file" }, -EPERM, "/fake/disk: to "
	    "write to this device: --destroy /fake/disk" },
	{ "/fake/disk",	{ .destroy = "/fake/disk" }, 0, "" },
	{ "/fake/disk",	{ .destroy = "/fake/by-id" }, 0, "" },
	{ "/fake/by-id", { .destroy = "/fake/disk", .lose = "ext4" }, 0, "" },
	{ "/fake/ext4",	{ 0 }, -EPERM, "/fake/ext4: carries ext4; to "
	    "overwrite it: --destroy /fake/ext4 --lose ext4" },
	{ "/fake/ext4",	{ .destroy = "/fake/ext4" }, -EPERM, "/fake/ext4: "
	    "carries ext4; to overwrite it: --destroy /fake/ext4 --lose "
	    "ext4" },
	{ "/fake/ext4",	{ .destroy = "/fake/ext4", .lose = "xfs" }, -EPERM,
	    "/fake/ext4: carries ext4, not xfs; to overwrite it: --destroy "
	    "/fake/ext4 --lose ext4" },
	{ "/fake/ext4",	{ .destroy = "/fake/ext4", .lose = "EXT4" }, 0, "" },
	{ "/fake/mounted", { .destroy = "/fake/mounted", .lose = "ext4" },
	    -EBUSY, "/fake/mounted: mounted on /home: refusing to write; "
	    "unmount it first" },
};

static int
look_and_ask(size_t i, struct diag *d)
{
	struct target t;
	int rc;

	rc = target_look(&t, rows[i].path, true, d);
	if (rc == 0)
		rc = target_may_write(&t, &rows[i].consent, d);
	if (rc == 0 && t.kind == TARGET_DEVICE)
		assert_true(t.exclusive_fd >= 0);
	target_release(&t);
	assert_int_equal(fake_open_descriptors(), 0);
	assert_int_equal(fake_created_files(), 0);
	return rc;
}

static void
each_target_is_written_only_as_agreed(void **state)
{
	(void)state;
	fake_reset(NULL);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct diag d = { 0 };

		assert_int_equal(look_and_ask(i, &d), rows[i].code);
		assert_string_equal(d.text, rows[i].text);
	}
}

static void
a_file_that_backs_a_loop_is_refused(void **state)
{
	const struct target_consent yes = { .overwrite = true };
	struct diag d = { 0 };
	struct target t;

	(void)state;
	fake_reset(NULL);
	assert_int_equal(target_look(&t, "/fake/backing", false, &d), 0);
	assert_int_equal(target_may_write(&t, &yes, &d), -EBUSY);
	assert_non_null(strstr(d.text, "refusing to write; detach that"));
	target_release(&t);
}

/* No failing call may turn a refusal into consent. */
static void
every_failing_call_is_survived(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		for (uint64_t n = 1; n < 40; n++) {
			struct fake_script s = { .rules = 1, .rule[0] = {
			    .call = FAKE_ANY, .nth = n, .value = EIO } };
			struct diag d = { 0 };
			int rc;

			fake_reset(&s);
			rc = look_and_ask(i, &d);
			assert_int_equal(rc < 0, d.text[0] != '\0');
			assert_false(rc == 0 && rows[i].code != 0);
		}
}

static void
what_can_not_be_read_is_not_overwritten(void **state)
{
	const struct target_consent yes = { .destroy = "/fake/disk" };
	struct fake_script s = { .rules = 1, .rule[0] = {
	    .call = FAKE_PREAD, .nth = 1, .from_then_on = true,
	    .value = EIO } };
	struct diag d = { 0 };
	struct target t;

	(void)state;
	fake_reset(&s);
	assert_int_equal(target_look(&t, "/fake/disk", false, &d), 0);
	assert_int_equal(target_may_write(&t, &yes, &d), -EPERM);
	assert_non_null(strstr(d.text, "--lose unreadable"));
	target_release(&t);
}

static void
an_open_that_says_busy_is_believed(void **state)
{
	const struct target_consent yes = { .destroy = "/fake/disk" };
	struct fake_script s = { .rules = 1, .rule[0] = {
	    .call = FAKE_REOPEN, .nth = 2, .value = EBUSY } };
	struct diag d = { 0 };
	struct target t;

	(void)state;
	fake_reset(&s);
	assert_int_equal(target_look(&t, "/fake/disk", false, &d), 0);
	assert_int_equal(target_may_write(&t, &yes, &d), -EBUSY);
	assert_non_null(strstr(d.text, "in use by the kernel"));
	target_release(&t);
}

int
test_safety(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_target_is_written_only_as_agreed),
		cmocka_unit_test(a_file_that_backs_a_loop_is_refused),
		cmocka_unit_test(every_failing_call_is_survived),
		cmocka_unit_test(what_can_not_be_read_is_not_overwritten),
		cmocka_unit_test(an_open_that_says_busy_is_believed),
	};

	return cmocka_run_group_tests_name("safety", tests, NULL, NULL);
}
