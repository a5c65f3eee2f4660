/* test_cache -- the page cache and the extents of files, on the real kernel. */
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <linux/fs.h>

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

#include "seqbench/file.h"
#include "seqbench/sys.h"

#include "scratch.h"

int	test_cache(void);

enum { MIB = 1024 * 1024 };

static void
what_was_read_is_resident_until_dropped(void **state)
{
	struct scratch *s = *state;
	uint64_t bytes;

	int fd = scratch_file(s, "cached", MIB);
	assert_int_equal(fdatasync(fd), 0);
	assert_int_equal(file_resident(fd, 0, MIB, &bytes), 0);
	assert_int_equal(bytes, MIB);
	assert_int_equal(file_resident(fd, 1000, 5000, &bytes), 0);
	assert_int_equal(bytes, 5000);
	assert_int_equal(file_resident(fd, 0, 0, &bytes), 0);
	assert_int_equal(bytes, 0);
	assert_int_equal(file_resident(fd, 64 * MIB, MIB, &bytes), 0);
	assert_int_equal(bytes, 0);
	assert_int_equal(file_drop(fd, false), 0);
	assert_int_equal(file_resident(fd, 0, MIB, &bytes), 0);
	assert_true(bytes < MIB / 2);
	close(fd);
	unlink(s->path);
}

/* Run f as nobody in a child; true when it returned true. */
static bool
as_nobody(bool (*f)(int fd), int fd)
{
	int status;

	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0)
		_exit(setgid(65534) == 0 && setuid(65534) == 0 && f(fd) ?
		    0 : 1);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return status == 0;
}

static bool
is_refused(int fd)
{
	uint64_t bytes;

	return file_resident(fd, 0, MIB, &bytes) == -EPERM;
}

static void
a_stranger_gets_no_answer_about_the_cache(void **state)
{
	struct scratch *s = *state;

	scratch_need(geteuid() == 0, "becoming another user needs root");
	close(scratch_file(s, "own", MIB));
	int fd = open(s->path, O_RDONLY);
	assert_true(as_nobody(is_refused, fd));
	chmod(s->path, 0666);
	assert_false(as_nobody(is_refused, fd));
	close(fd);
	unlink(s->path);
}

static void
holes_and_preallocated_space_are_unwritten(void **state)
{
	struct scratch *s = *state;
	struct extents e;

	int fd = scratch_file(s, "sparse", MIB);
	assert_int_equal(file_extents(fd, 0, MIB, &e), 0);
	assert_int_equal(e.unwritten_bytes, 0);
	assert_true(e.count >= 1);
	assert_int_equal(ftruncate(fd, 4 * MIB), 0);
	assert_int_equal(file_extents(fd, 0, 4 * MIB, &e), 0);
	assert_int_equal(e.unwritten_bytes, 3 * MIB);
	assert_int_equal(file_extents(fd, MIB / 2, MIB, &e), 0);
	assert_int_equal(e.unwritten_bytes, MIB / 2);
	int rc = sys_allocate(fd, 2 * MIB, 6 * MIB);
	if (rc == 0) {
		/* 2 MiB beyond what is asked for don't count. */
		assert_int_equal(file_extents(fd, 0, 6 * MIB, &e), 0);
		assert_int_equal(e.unwritten_bytes, 5 * MIB);
	} else
		assert_int_equal(rc, -EOPNOTSUPP);
	assert_int_equal(file_extents(fd, 64 * MIB, MIB, &e), 0);
	assert_int_equal(e.count, 0);
	assert_int_equal(e.unwritten_bytes, 0);
	close(fd);
	unlink(s->path);
}

static void
where_no_extents_can_be_had_holes_still_count(void **state)
{
	struct extents e;
	struct stat st;

	(void)state;
	int dir = file_look("/dev/shm", &st);
	scratch_need(dir >= 0, "no /dev/shm");
	int fd = file_temporary(dir, false, 0);
	assert_true(fd >= 0);
	assert_int_equal(pwrite(fd, "x", 1, MIB), 1);
	assert_int_equal(lseek(fd, 7, SEEK_SET), 7);
	assert_int_equal(file_extents(fd, 0, 2 * MIB, &e), 0);
	assert_true(e.count == NOT_KNOWN && e.first_address == NOT_KNOWN);
	assert_int_equal(e.unwritten_bytes, MIB);
	/* The position is the caller's. */
	assert_int_equal(lseek(fd, 0, SEEK_CUR), 7);
	close(fd);
	close(dir);
	assert_int_equal(file_extents(-1, 0, 1, &e), -EBADF);
}

static void
an_immutable_file_is_seen_without_opening_it(void **state)
{
	struct scratch *s = *state;
	struct stat st;
	int was, flags;

	int fd = scratch_file(s, "fixed", 10);
	int look = file_look(s->path, &st);
	assert_false(file_is_immutable(look));
	bool can = ioctl(fd, FS_IOC_GETFLAGS, &was) == 0;
	flags = was | FS_IMMUTABLE_FL;
	can = can && ioctl(fd, FS_IOC_SETFLAGS, &flags) == 0;
	bool seen = file_is_immutable(look);
	if (can)
		ioctl(fd, FS_IOC_SETFLAGS, &was);
	close(look);
	close(fd);
	unlink(s->path);
	scratch_need(can, "no immutable flag here, or not root");
	assert_true(seen);
}

int
test_cache(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_read_is_resident_until_dropped),
		cmocka_unit_test(a_stranger_gets_no_answer_about_the_cache),
		cmocka_unit_test(holes_and_preallocated_space_are_unwritten),
		cmocka_unit_test(
		    where_no_extents_can_be_had_holes_still_count),
		cmocka_unit_test(an_immutable_file_is_seen_without_opening_it),
	};

	return cmocka_run_group_tests_name("cache", tests, scratch_setup,
	    scratch_teardown);
}
