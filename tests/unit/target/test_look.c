/* test_look -- what each kind of path is taken for, and what is refused. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "fake/fake.h"
#include "seqbench/diag.h"
#include "seqbench/target.h"

int	test_look(void);

#define MIB	(1ull << 20)

static const struct {
	const char	*path, *resolved;
	enum target_kind kind;
	uint64_t	 bytes, sector;
} taken[] = {
	{ "/fake/dir",	"/fake/dir",	TARGET_DIRECTORY, NOT_KNOWN, 512 },
	{ "/fake/tmpfs", "/fake/tmpfs",	TARGET_DIRECTORY, NOT_KNOWN, 1 },
	{ "/fake/file",	"/fake/file",	TARGET_FILE, 1024 * MIB, 512 },
	{ "/fake/link",	"/fake/file",	TARGET_FILE, 1024 * MIB, 512 },
	{ "/fake/empty", "/fake/empty",	TARGET_FILE, 0, 512 },
	{ "/fake/disk",	"/fake/disk",	TARGET_DEVICE, 4096 * MIB, 512 },
	{ "/fake/by-id", "/fake/disk",	TARGET_DEVICE, 4096 * MIB, 512 },
	{ "/fake/disk4k", "/fake/disk4k", TARGET_DEVICE, 4096 * MIB, 4096 },
	{ "/fake/fifo",	"/fake/fifo",	TARGET_STREAM, NOT_KNOWN, 0 },
	{ "-",		"standard input", TARGET_STREAM, NOT_KNOWN, 0 },
	{ "/dev/zero",	"/dev/zero",	TARGET_SOURCE, NOT_KNOWN, 0 },
	{ "/dev/null",	"/dev/null",	TARGET_SINK, NOT_KNOWN, 0 },
	{ "/fake/dir/new", "/fake/dir/new", TARGET_FILE, NOT_KNOWN, 512 },
};

static const struct {
	const char	*path;
	bool		 may_create;
	int		 code;
	const char	*text;
} refused[] = {
	{ "/dev/watchdog", true, -ENOTSUP, "/dev/watchdog: a character device "
	    "that seqbench does not open (only null, zero, full, random, "
	    "urandom)" },
	{ "/fake/socket", true, -ENOTSUP, "/fake/socket: a socket, which "
	    "can't be opened; pipe what it gives into \"seqbench -\"" },
	{ "/dev",	true, -EINVAL, "/dev: nothing is created on the file "
	    "system of /dev; name a device in it, or a directory on a disk" },
	{ "/dev/typo",	true, -ENOENT, "/dev/typo: no such device or "
	    "file, and nothing is created on the file system of /dev" },
	{ "/fake/dta",	false, -ENOENT, "/fake/dta: no such file or "
	    "directory; --create makes a file there for the run, --keep keeps "
	    "it" },
	{ "/fake/no/dta", true, -ENOENT, "/fake/no/dta: its directory "
	    "/fake/no: No such file or directory" },
	{ "/fake/dta/",	true, -ENOENT, "/fake/dta/: no such directory" },
	{ "",		true, -ENOENT, "'': no such directory" },
	{ "/fake/denied", false, -EACCES, "/fake/denied: can't be opened for "
	    "reading: Permission denied; run as root or as a user who may" },
};

static int
healthy(void **state)
{
	(void)state;
	fake_reset(NULL);
	return 0;
}

static void
each_kind_is_told_with_its_size(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++) {
		struct diag d = { 0 };
		struct target t;

		target_look(&t, taken[i].path, true, &d);
		assert_string_equal(d.text, "");
		assert_string_equal(t.resolved, taken[i].resolved);
		assert_int_equal(t.kind, taken[i].kind);
		assert_true(t.bytes == taken[i].bytes);
		assert_true(t.sector_bytes == taken[i].sector);
		assert_int_equal(t.missing, strstr(t.path, "new") != NULL);
		target_release(&t);
		assert_int_equal(fake_open_descriptors(), 0);
	}
}

static void
the_rest_is_refused_in_a_sentence(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		struct diag d = { 0 };
		struct target t;

		assert_int_equal(target_look(&t, refused[i].path,
		    refused[i].may_create, &d), refused[i].code);
		assert_string_equal(d.text, refused[i].text);
		assert_int_equal(d.status, STATUS_SETUP);
		target_release(&t);
		assert_int_equal(fake_open_descriptors(), 0);
	}
}

/* Whichever call fails, the error is told and nothing stays open. */
static void
every_failing_call_is_survived(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++)
		for (uint64_t n = 1; n < 30; n++) {
			struct fake_script s = { .rules = 1, .rule[0] = {
			    .call = FAKE_ANY, .nth = n, .value = EIO } };
			struct diag d = { 0 };
			struct target t;
			int rc;

			fake_reset(&s);
			rc = target_look(&t, taken[i].path, true, &d);
			assert_int_equal(rc < 0, d.text[0] != '\0');
			target_release(&t);
			assert_int_equal(fake_open_descriptors(), 0);
		}
}

static void
a_file_system_that_refuses_direct_is_named(void **state)
{
	struct diag d = { 0 };
	struct target t;
	int fd;

	(void)state;
	assert_int_equal(target_look(&t, "/fake/ramfs", false, &d), 0);
	fd = target_temporary(&t, false, O_DIRECT, &d);
	assert_int_equal(fd, -EINVAL);
	assert_string_equal(d.text, "/fake/ramfs: direct I/O is refused here "
	    "by ramfs; use --engine buffered");
	target_release(&t);
}

int
test_look(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(each_kind_is_told_with_its_size,
		    healthy),
		cmocka_unit_test_setup(the_rest_is_refused_in_a_sentence,
		    healthy),
		cmocka_unit_test_setup(every_failing_call_is_survived,
		    healthy),
		cmocka_unit_test_setup(
		    a_file_system_that_refuses_direct_is_named, healthy),
	};

	return cmocka_run_group_tests_name("look", tests, NULL, NULL);
}
