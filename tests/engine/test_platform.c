/* test_platform -- calls and files, held against the real kernel. */
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "seqbench/file.h"
#include "seqbench/sys.h"

#include "../../src/platform/unnamed.h"
#include "scratch.h"

int	test_platform(void);

enum { KIB = 1024, MIB = 1024 * 1024 };

static void
a_failed_call_returns_the_negative_errno(void **state)
{
	char byte;
	struct stat st;

	(void)state;
	assert_int_equal(sys_open("/no/such/file", O_RDONLY, 0), -ENOENT);
	assert_int_equal(sys_close(-1), -EBADF);
	assert_int_equal(sys_fstat(-1, &st), -EBADF);
	assert_int_equal(sys_read(-1, &byte, 1), -EBADF);
	assert_int_equal(sys_write(-1, &byte, 1), -EBADF);
	assert_int_equal(sys_pread(-1, &byte, 1, 0), -EBADF);
	assert_int_equal(sys_pwrite(-1, &byte, 1, 0), -EBADF);
	assert_int_equal(sys_lseek(-1, 0, SEEK_SET), -EBADF);
	assert_int_equal(sys_ftruncate(-1, 0), -EBADF);
	assert_int_equal(sys_fsync(-1), -EBADF);
	assert_int_equal(sys_fdatasync(-1), -EBADF);
	assert_int_equal(sys_fcntl(-1, F_GETFL, 0), -EBADF);
	assert_int_equal(sys_allocate(-1, 0, 1), -EBADF);
	assert_int_equal(sys_write_out(-1, 0, 1), -EBADF);
	assert_int_equal(sys_drop(-1, 0, 1), -EBADF);
	assert_int_equal(sys_syncfs(-1), -EBADF);
}

static void
the_clock_goes_on_while_sleeping(void **state)
{
	(void)state;
	uint64_t before = sys_now();
	assert_int_equal(sys_sleep(2000000), 0);
	assert_true(sys_now() - before >= 2000000);
	/* 2020-01-01 */
	assert_true(sys_wall() > UINT64_C(1577836800) * 1000000000);
}

static void
a_mapping_is_aligned_and_says_its_pages(void **state)
{
	void *map = &map;

	(void)state;
	assert_int_equal(sys_map(0, 1, &map), -EINVAL);
	assert_null(map);
	assert_int_equal(sys_map(SIZE_MAX, 1, &map), -ENOMEM);
	assert_null(map);
	for (int huge = 0; huge < 2; huge++) {
		assert_int_equal(sys_map(3 * MIB, huge, &map), 0);
		assert_int_equal((uintptr_t)map % (2 * MIB), 0);
		memset(map, 1, 4 * MIB);
		uint64_t page = memory_page_bytes(map);
		if (huge)
			assert_true(page == 2 * MIB || page == 4 * KIB);
		else
			assert_int_equal(page, sysconf(_SC_PAGESIZE));
		sys_unmap(map, 3 * MIB);
	}
	assert_true(memory_page_bytes(NULL) == NOT_KNOWN);
}

static void
looking_at_a_fifo_opens_nothing(void **state)
{
	struct scratch *s = *state;
	struct stat st;

	const char *path = scratch_path(s, "fifo");
	assert_int_equal(mkfifo(path, 0600), 0);
	int fd = file_look(path, &st);
	assert_true(fd >= 0);
	assert_true(S_ISFIFO(st.st_mode));
	assert_int_equal(fcntl(fd, F_GETFD), FD_CLOEXEC);
	assert_int_equal(file_reopen(fd, O_WRONLY | O_NONBLOCK), -ENXIO);
	close(fd);
	unlink(path);
	assert_int_equal(file_look(path, &st), -ENOENT);
}

static void
a_looked_at_file_is_reopened_even_when_renamed(void **state)
{
	struct scratch *s = *state;
	struct stat st;
	char path[PATH_MAX], other[96], byte;

	close(scratch_file(s, "a", 10));
	int look = file_look(scratch_path(s, "a"), &st);
	assert_int_equal(st.st_size, 10);
	assert_int_equal(file_path(look, path), 0);
	assert_string_equal(path, s->path);
	strcpy(other, scratch_path(s, "b"));
	assert_int_equal(rename(path, other), 0);
	int fd = file_reopen(look, O_RDONLY);
	assert_true(fd >= 0);
	assert_int_equal(fcntl(fd, F_GETFD), FD_CLOEXEC);
	assert_int_equal(read(fd, &byte, 1), 1);
	assert_int_equal(byte, 'x');
	close(fd);
	close(look);
	unlink(other);
	assert_int_equal(file_path(-1, path), -ENOENT);
}

static void
only_harmless_character_devices_are_special(void **state)
{
	static const struct {
		unsigned	 maj, min;
		enum file_special special;
	} rows[] = {
		{ 1, 3, SPECIAL_SINK }, { 1, 5, SPECIAL_SOURCE },
		{ 1, 7, SPECIAL_SOURCE }, { 1, 8, SPECIAL_SOURCE },
		{ 1, 9, SPECIAL_SOURCE }, { 1, 1, SPECIAL_NONE },
		{ 1, 11, SPECIAL_NONE }, { 10, 130, SPECIAL_NONE },
		{ 5, 0, SPECIAL_NONE }, { 9, 0, SPECIAL_NONE },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct stat st = {
			.st_mode = S_IFCHR,
			.st_rdev = makedev(rows[i].maj, rows[i].min),
		};
		print_message("%u:%u\n", rows[i].maj, rows[i].min);
		assert_int_equal(file_special(&st), rows[i].special);
		st.st_mode = S_IFBLK;
		assert_int_equal(file_special(&st), SPECIAL_NONE);
	}
}

static int
look_at_dir(const struct scratch *s)
{
	struct stat st;
	int fd = file_look(s->dir, &st);

	assert_true(fd >= 0);
	return fd;
}

static void
a_temporary_file_has_no_name_and_gets_none(void **state)
{
	struct scratch *s = *state;
	struct stat st;

	int dir = look_at_dir(s);
	int fd = file_temporary(dir, false, O_APPEND);
	assert_true(fd >= 0);
	fstat(fd, &st);
	assert_int_equal(st.st_nlink, 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	assert_int_equal(fcntl(fd, F_GETFL) & (O_APPEND | O_ACCMODE),
	    O_APPEND | O_RDWR);
	assert_int_equal(file_link(fd, dir, "name"), -ENOENT);
	int again = file_reopen(fd, O_RDONLY);
	assert_true(again >= 0);
	assert_int_equal(fcntl(again, F_GETFL) & O_ACCMODE, O_RDONLY);
	close(again);
	close(fd);
	close(dir);
}

static void
a_linkable_file_is_named_once(void **state)
{
	struct scratch *s = *state;

	int dir = look_at_dir(s);
	int fd = file_temporary(dir, true, 0);
	assert_true(fd >= 0);
	assert_int_equal(file_link(fd, dir, "kept"), 0);
	assert_int_equal(file_link(fd, dir, "kept"), -EEXIST);
	assert_int_equal(unlink(scratch_path(s, "kept")), 0);
	close(fd);
	close(dir);
}

static void
without_the_system_s_help_a_file_still_gets_no_name(void **state)
{
	struct scratch *s = *state;
	struct stat st;

	int dir = look_at_dir(s);
	int fd = unnamed_make(dir, 0);
	assert_true(fd >= 0);
	fstat(fd, &st);
	assert_int_equal(st.st_nlink, 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	assert_int_equal(write(fd, "x", 1), 1);
	close(fd);
	close(dir);
	assert_int_equal(unnamed_make(-1, 0), -EBADF);
}

static void
file_systems_are_known_by_their_mounts(void **state)
{
	static const struct {
		const char	*path, *type, *mount;
		bool		 is_memory, is_dev;
	} rows[] = {
		{ "/proc/self", "proc", "/proc", false, false },
		{ "/sys/kernel", "sysfs", "/sys", false, false },
		{ "/dev/null", "devtmpfs", "/dev", true, true },
		{ "/dev/shm", "tmpfs", "/dev/shm", true, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct fs_facts fs;
		struct stat st;
		print_message("%s\n", rows[i].path);
		int fd = file_look(rows[i].path, &st);
		if (fd < 0)
			continue;
		file_system_facts(fd, &st, &fs);
		/* A container's /dev is a tmpfs. */
		if (!rows[i].is_dev)
			assert_string_equal(fs.type, rows[i].type);
		assert_string_equal(fs.mount, rows[i].mount);
		assert_int_equal(fs.is_memory, rows[i].is_memory);
		assert_int_equal(fs.is_dev, rows[i].is_dev);
		assert_int_equal(file_system_device(fd, &st, &fs), 0);
		close(fd);
	}
}

static void
free_space_is_what_ordinary_users_get(void **state)
{
	struct scratch *s = *state;
	struct statvfs vfs;
	struct fs_facts fs;
	struct stat st;

	int fd = file_look(s->dir, &st);
	file_system_facts(fd, &st, &fs);
	statvfs(s->dir, &vfs);
	double expected = (double)vfs.f_bavail * (double)vfs.f_frsize;
	assert_true((double)fs.free_bytes > expected * 0.99);
	assert_true((double)fs.free_bytes < expected * 1.01);
	assert_int_equal(fs.block_bytes, vfs.f_bsize);
	assert_false(fs.is_read_only);
	assert_false(fs.is_dev);
	close(fd);
}

/* A thread's view: what the call gave, then fds up to and past the last. */
struct view {
	int		 rc, last, kept, left;
};

static void *
keep_and_look(void *arg)
{
	struct view *v = arg;

	v->rc = sys_keep_descriptors(v->last);
	v->kept = sys_fcntl(v->last, F_GETFD, 0);
	v->left = sys_fcntl(v->last + 1, F_GETFD, 0);
	return NULL;
}

static void
a_thread_leaves_descriptors_that_stay_open_elsewhere(void **state)
{
	struct view v = { .last = sys_open("/dev/null", O_RDONLY, 0) };
	pthread_t thread;

	(void)state;
	assert_int_equal(sys_fcntl(v.last, F_DUPFD, v.last + 1), v.last + 1);
	assert_int_equal(pthread_create(&thread, NULL, keep_and_look, &v), 0);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_true(sys_fcntl(v.last + 1, F_GETFD, 0) >= 0);
	sys_close(v.last + 1);
	sys_close(v.last);
	scratch_need(v.rc != -ENOSYS, "close_range(2)");
	assert_int_equal(v.rc, 0);
	assert_true(v.kept >= 0);
	assert_int_equal(v.left, -EBADF);
}

int
test_platform(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_failed_call_returns_the_negative_errno),
		cmocka_unit_test(the_clock_goes_on_while_sleeping),
		cmocka_unit_test(a_mapping_is_aligned_and_says_its_pages),
		cmocka_unit_test(looking_at_a_fifo_opens_nothing),
		cmocka_unit_test(
		    a_looked_at_file_is_reopened_even_when_renamed),
		cmocka_unit_test(only_harmless_character_devices_are_special),
		cmocka_unit_test(a_temporary_file_has_no_name_and_gets_none),
		cmocka_unit_test(a_linkable_file_is_named_once),
		cmocka_unit_test(
		    without_the_system_s_help_a_file_still_gets_no_name),
		cmocka_unit_test(file_systems_are_known_by_their_mounts),
		cmocka_unit_test(free_space_is_what_ordinary_users_get),
		cmocka_unit_test(
		    a_thread_leaves_descriptors_that_stay_open_elsewhere),
	};

	return cmocka_run_group_tests_name("platform", tests, scratch_setup,
	    scratch_teardown);
}
