/* test_fake -- the fake behaves as fake.h says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake/fake.h"
#include "seqbench/counters.h"
#include "seqbench/file.h"
#include "seqbench/sys.h"

#define MIB	((uint64_t)1 << 20)

int	test_fake(void);

static int
fresh_world(void **state)
{
	fake_reset(NULL);
	return sys_map(2 * MIB, 1, state);
}

static int
nothing_left_open(void **state)
{
	sys_unmap(*state, 2 * MIB);
	return fake_open_descriptors() == 0 && fake_mappings() == 0 ? 0 : -1;
}

/* A new world that follows text; the buffer of the test is made anew. */
static void *
follow(void **state, const char *text)
{
	struct fake_script script;

	assert_int_equal(fake_script_parse(&script, text), 0);
	fake_reset(&script);
	assert_int_equal(sys_map(2 * MIB, 1, state), 0);
	return *state;
}

static struct device_counters
counted(const char *path)
{
	struct device_counters c;
	struct stat st;
	int fd = file_look(path, &st);

	assert_true(fd >= 0);
	counters_device(st.st_dev, &c);
	assert_int_equal(sys_close(fd), 0);
	return c;
}

static void
a_cold_read_takes_1_us_and_1_ns_a_byte_a_cached_one_less(void **state)
{
	int fd = sys_open("/fake/file", O_RDONLY, 0);
	uint64_t t0 = sys_now(), t1, t2;

	assert_int_equal(sys_pread(fd, *state, MIB, 0), MIB);
	t1 = sys_now();
	assert_int_equal(t1 - t0, 1000 + MIB);
	assert_int_equal(sys_pread(fd, *state, MIB, 0), MIB);
	t2 = sys_now();
	assert_int_equal(t2 - t1, 100 + MIB / 20);
	assert_int_equal(sys_close(fd), 0);
}

static void
a_clock_that_is_only_looked_at_goes_on(void **state)
{
	uint64_t t0 = sys_now();

	(void)state;
	assert_int_equal(sys_now() - t0, FAKE_LOOK_NS);
	assert_int_equal(sys_sleep(5000), 0);
	assert_int_equal(sys_now() - t0, FAKE_LOOK_NS + 5000);
	assert_int_equal(sys_wall(), FAKE_EPOCH_NS + t0 + FAKE_LOOK_NS + 5000);
}

static void
a_read_makes_resident_and_a_drop_undoes_it(void **state)
{
	int fd = sys_open("/fake/file", O_RDONLY, 0);
	struct device_counters before = counted("/fake/file"), after;
	uint64_t bytes;

	assert_int_equal(sys_pread(fd, *state, MIB, 3 * MIB), MIB);
	after = counted("/fake/file");
	assert_int_equal(after.read_bytes - before.read_bytes, MIB);
	assert_int_equal(file_resident(fd, 0, 8 * MIB, &bytes), 0);
	assert_int_equal(bytes, MIB);
	assert_int_equal(sys_pread(fd, *state, MIB, 3 * MIB), MIB);
	assert_int_equal(counted("/fake/file").read_bytes, after.read_bytes);
	assert_int_equal(sys_drop(fd, 3 * MIB, MIB / 4), 0);
	assert_int_equal(file_resident(fd, 0, 8 * MIB, &bytes), 0);
	assert_int_equal(bytes, 3 * MIB / 4);
	assert_int_equal(file_drop(fd, false), 0);
	assert_int_equal(file_resident(fd, 0, 8 * MIB, &bytes), 0);
	assert_int_equal(bytes, 0);
	assert_int_equal(sys_close(fd), 0);
}

static void
a_write_is_dirty_until_it_is_flushed(void **state)
{
	int fd = sys_open("/fake/file", O_RDWR, 0);
	struct device_counters before = counted("/fake/file");
	uint64_t t0, bytes;

	memset(*state, 1, MIB);
	t0 = sys_now();
	assert_int_equal(sys_pwrite(fd, *state, MIB, 0), MIB);
	assert_int_equal(sys_now() - t0, 100 + MIB / 20);
	assert_int_equal(fake_file("/fake/file").dirty_bytes, MIB);
	assert_int_equal(file_drop(fd, false), 0);
	assert_int_equal(file_resident(fd, 0, MIB, &bytes), 0);
	assert_int_equal(bytes, MIB);

	t0 = sys_now();
	assert_int_equal(sys_write_out(fd, 0, MIB / 4), 0);
	assert_int_equal(sys_now() - t0, 1000 + 2 * MIB / 4);
	t0 = sys_now();
	assert_int_equal(sys_fdatasync(fd), 0);
	assert_int_equal(sys_now() - t0, 1000000 + 2 * 3 * MIB / 4);
	assert_int_equal(counted("/fake/file").write_bytes -
	    before.write_bytes, MIB);
	assert_int_equal(fake_file("/fake/file").dirty_bytes, 0);
	assert_int_equal(sys_close(fd), 0);
}

static void
direct_transfers_are_aligned_and_leave_the_cache_alone(void **state)
{
	static const struct {
		const char	*path;
		size_t		 len;
		off_t		 off;
		size_t		 shift;
		int		 result;
	} rows[] = {
		{ "/fake/file", 4096, 512, 0, 4096 },
		{ "/fake/file", 100, 0, 0, -EINVAL },
		{ "/fake/file", 512, 100, 0, -EINVAL },
		{ "/fake/file", 512, 0, 16, -EINVAL },
		{ "/fake/disk4k", 512, 0, 0, -EINVAL },
		{ "/fake/disk4k", 4096, 4096, 0, 4096 },
		{ "/fake/small", 4096, 0, 0, 3 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		int fd = sys_open(rows[i].path, O_RDONLY | O_DIRECT, 0);
		char *buf = *state;

		assert_true(fd >= 0);
		if (sys_pread(fd, buf + rows[i].shift, rows[i].len,
		    rows[i].off) != rows[i].result)
			fail_msg("row %zu: %s", i, rows[i].path);
		assert_int_equal(fake_file(rows[i].path).cached_bytes, 0);
		assert_int_equal(sys_close(fd), 0);
	}
	assert_int_equal(sys_open("/fake/ramfs/x", O_CREAT | O_RDWR | O_DIRECT,
	    0600), -EINVAL);
}

static void
opening_fails_as_the_kernel_would(void **state)
{
	static const struct {
		const char	*path;
		int		 flags, result;
	} rows[] = {
		{ "/nowhere", O_RDONLY, -ENOENT },
		{ "/dev/typo", O_RDONLY, -ENOENT },
		{ "/fake/mounted", O_RDWR | O_EXCL, -EBUSY },
		{ "/fake/root", O_RDONLY | O_EXCL, -EBUSY },
		{ "/fake/ro/new", O_WRONLY | O_CREAT, -EROFS },
		{ "/fake/file", O_CREAT | O_EXCL | O_RDWR, -EEXIST },
		{ "/fake/file/x", O_CREAT | O_RDWR, -ENOTDIR },
		{ "/fake/denied", O_RDONLY, -EACCES },
		{ "/fake/immutable", O_WRONLY, -EPERM },
		{ "/fake/dir", O_WRONLY, -EISDIR },
		{ "/fake/socket", O_RDONLY, -ENXIO },
	};
	int held, again;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (sys_open(rows[i].path, rows[i].flags, 0600) !=
		    rows[i].result)
			fail_msg("row %zu: %s", i, rows[i].path);
	}
	held = sys_open("/fake/disk", O_RDWR | O_EXCL, 0);
	assert_true(held >= FAKE_FIRST_FD);
	assert_int_equal(sys_open("/fake/disk", O_RDONLY | O_EXCL, 0), -EBUSY);
	again = file_reopen(held, O_RDONLY | O_DIRECT);
	assert_true(again >= 0);
	assert_int_equal(sys_close(again), 0);
	assert_int_equal(sys_close(held), 0);
}

static void
looking_is_not_opening(void **state)
{
	struct stat st;
	int fd = file_look("/fake/link", &st), open_fd;
	char path[PATH_MAX];

	assert_true(fd >= 0);
	assert_int_equal(st.st_size, 1024 * MIB);
	assert_int_equal(sys_pread(fd, *state, 1, 0), -EBADF);
	assert_int_equal(file_path(fd, path), 0);
	assert_string_equal(path, "/fake/file");
	open_fd = file_reopen(fd, O_RDONLY);
	assert_int_equal(sys_pwrite(open_fd, *state, 1, 0), -EBADF);
	assert_int_equal(sys_pread(open_fd, *state, 1, 0), 1);
	assert_int_equal(sys_close(open_fd), 0);
	assert_int_equal(sys_close(fd), 0);
	assert_int_equal(sys_close(fd), -EBADF);
}

static void
data_is_made_from_the_offset(void **state)
{
	unsigned char *b = *state;
	int fd = sys_open("/fake/disk", O_RDONLY, 0);

	assert_int_equal(sys_pread(fd, b, 1024, 0x12345678 & ~511), 1024);
	assert_int_equal(b[1], 0x56);
	assert_int_equal(b[3], 0x12);
	assert_int_equal(b[8], FAKE_FILL);
	assert_int_equal(b[513], 0x58);
	/* Cut anywhere, the bytes are the same. */
	assert_int_equal(sys_pread(fd, b, 2, (0x12345678 & ~511) + 1), 2);
	assert_int_equal(b[0], 0x56);
	assert_int_equal(b[1], 0x34);
	assert_int_equal(sys_close(fd), 0);

	fd = sys_open("/fake/ext4", O_RDONLY, 0);
	assert_int_equal(sys_pread(fd, b, 4096, 0), 4096);
	assert_memory_equal(b + 1080, "\x53\xef", 2);
	assert_int_equal(sys_close(fd), 0);

	fd = sys_open("/fake/holes", O_RDONLY, 0);
	assert_int_equal(sys_pread(fd, b, 8192, 32 * MIB - 4096), 8192);
	assert_int_equal(b[4095], FAKE_FILL);
	assert_int_equal(b[4096], 0);
	assert_int_equal(b[8191], 0);
	assert_int_equal(sys_close(fd), 0);
}

static void
zeros_that_are_written_are_read(void **state)
{
	unsigned char *b = *state;
	int fd = sys_open("/fake/file", O_RDWR, 0);

	memset(b, 0, 8192);
	b[5000] = 1;
	assert_int_equal(sys_pwrite(fd, b, 8192, 0), 8192);
	assert_int_equal(sys_pread(fd, b, 8192, 0), 8192);
	assert_int_equal(b[600], 0);
	assert_int_equal(b[5000], FAKE_FILL);
	assert_int_equal(sys_close(fd), 0);
}

static void
an_unnamed_file_goes_with_its_last_descriptor(void **state)
{
	struct stat st;
	struct fs_facts fs;
	struct extents e;
	int dir = file_look("/fake/dir", &st);
	int fd = file_temporary(dir, false, 0);
	int again = file_reopen(fd, O_RDONLY);

	assert_int_equal(sys_allocate(fd, 0, (off_t)MIB), 0);
	assert_int_equal(sys_pwrite(fd, *state, MIB / 2, 0), MIB / 2);
	assert_int_equal(file_extents(fd, 0, MIB, &e), 0);
	assert_int_equal(e.unwritten_bytes, MIB / 2);
	file_system_facts(dir, &st, &fs);
	assert_int_equal(fs.free_bytes, 4096 * MIB - MIB);
	assert_int_equal(sys_close(fd), 0);
	assert_int_equal(fake_created_files(), 1);
	assert_int_equal(sys_close(again), 0);
	assert_int_equal(fake_created_files(), 0);
	file_system_facts(dir, &st, &fs);
	assert_int_equal(fs.free_bytes, 4096 * MIB);

	fd = file_temporary(dir, true, 0);
	assert_int_equal(file_link(fd, dir, "kept"), 0);
	assert_int_equal(file_link(fd, dir, "kept"), -EEXIST);
	assert_int_equal(sys_close(fd), 0);
	assert_int_equal(fake_created_files(), 1);
	fd = sys_open("/fake/dir/kept", O_RDONLY, 0);
	assert_true(fd >= 0);
	assert_int_equal(sys_close(fd), 0);
	assert_int_equal(sys_close(dir), 0);
}

static void
a_full_disk_takes_what_fits(void **state)
{
	const void *b = follow(state, "free=1000000");
	int fd = sys_open("/fake/dir/new", O_CREAT | O_WRONLY, 0600);

	assert_int_equal(sys_pwrite(fd, b, 600000, 0), 600000);
	assert_int_equal(sys_pwrite(fd, b, 600000, 600000), 400000);
	assert_int_equal(sys_pwrite(fd, b, 600000, 1000000), -ENOSPC);
	assert_int_equal(sys_allocate(fd, 0, 1000001), -ENOSPC);
	assert_int_equal(sys_close(fd), 0);

	fd = sys_open("/fake/disk", O_WRONLY, 0);
	assert_int_equal(sys_pwrite(fd, b, 8192, (off_t)(4096 * MIB) - 4096),
	    4096);
	assert_int_equal(sys_pwrite(fd, b, 1, (off_t)(4096 * MIB)), -ENOSPC);
	assert_int_equal(sys_close(fd), 0);
}

static void
streams_give_64_kib_at_once_and_end(void **state)
{
	uint64_t total = 0;
	ssize_t n;
	int fd;

	assert_int_equal(sys_read(0, *state, MIB), 65536);
	assert_int_equal(sys_pread(0, *state, MIB, 0), -ESPIPE);
	assert_int_equal(sys_lseek(0, 0, SEEK_SET), -ESPIPE);
	fd = sys_open("/fake/fifo", O_RDONLY, 0);
	while ((n = sys_read(fd, *state, MIB)) > 0)
		total += (uint64_t)n;
	assert_int_equal(n, 0);
	assert_int_equal(total, 64 * MIB);
	assert_int_equal(sys_close(fd), 0);

	fd = sys_open("/dev/full", O_RDWR, 0);
	assert_int_equal(sys_read(fd, *state, 10), 10);
	assert_int_equal(sys_write(fd, *state, 10), -ENOSPC);
	assert_int_equal(sys_close(fd), 0);
	fd = sys_open("/dev/null", O_RDWR, 0);
	assert_int_equal(sys_read(fd, *state, 10), 0);
	assert_int_equal(sys_write(fd, *state, 10), 10);
	assert_int_equal(sys_close(fd), 0);
}

static void
the_script_decides_which_call_fails(void **state)
{
	void *b = follow(state, "pread:2=EIO, pread:3=short:100 pread:4=EINTR,"
	    "pread:5=delay:7000 pread:6=shrink:4096 pread:8+=ENXIO");
	int fd = sys_open("/fake/file", O_RDONLY, 0);
	uint64_t t0;

	assert_int_equal(sys_pread(fd, b, 512, 0), 512);
	assert_int_equal(sys_pread(fd, b, 512, 0), -EIO);
	assert_int_equal(sys_pread(fd, b, 512, 0), 100);
	assert_int_equal(sys_pread(fd, b, 512, 0), -EINTR);
	t0 = sys_now();
	assert_int_equal(sys_pread(fd, b, 400, 0), 400);
	assert_int_equal(sys_now() - t0, 7000 + 100 + 20);
	assert_int_equal(sys_pread(fd, b, 512, 8192), 0);
	assert_int_equal(sys_pread(fd, b, 512, 3840), 256);
	assert_int_equal(sys_pread(fd, b, 512, 0), -ENXIO);
	assert_int_equal(sys_pread(fd, b, 512, 0), -ENXIO);
	assert_int_equal(fake_calls(FAKE_PREAD), 9);
	assert_int_equal(sys_close(fd), 0);
}

static void
the_nth_of_all_calls_may_fail_and_a_close_still_closes(void **state)
{
	/* 1 is follow()'s own mapping. */
	const void *b = follow(state, "any:2=EIO any:4=EIO");
	struct stat st;
	int fd;

	assert_int_equal(sys_open("/fake/file", O_RDONLY, 0), -EIO);
	fd = sys_open("/fake/file", O_RDONLY, 0);
	assert_true(fd >= 0);
	assert_int_equal(fake_open_descriptors(), 1);
	assert_int_equal(sys_sleep(1), 0);	/* does not count */
	assert_int_equal(sys_close(fd), -EIO);
	assert_int_equal(fake_open_descriptors(), 0);
	assert_int_equal(sys_fstat(fd, &st), -EBADF);
	assert_int_equal(fake_calls(FAKE_ANY), 5);
	assert_non_null(b);
}

static volatile sig_atomic_t caught;

static void
catch_signal(int number)
{
	caught = number;
}

static void
a_signal_comes_in_the_middle_of_a_call(void **state)
{
	void *b = follow(state, "pread:2=signal:10");
	int fd = sys_open("/fake/file", O_RDONLY, 0);
	void (*before)(int) = signal(10, catch_signal);

	assert_int_equal(sys_pread(fd, b, 512, 0), 512);
	assert_int_equal(caught, 0);
	assert_int_equal(sys_pread(fd, b, 512, 0), 512);
	assert_int_equal(caught, 10);
	signal(10, before);
	assert_int_equal(sys_close(fd), 0);
}

static void
facts_follow_the_script(void **state)
{
	void *b = follow(state, "owner=other drop=never memory=1048576 "
	    "counters=off");
	struct device_counters c = counted("/fake/file");
	int fd = sys_open("/fake/file", O_RDONLY, 0);
	uint64_t bytes = 77;

	assert_true(c.read_bytes == NOT_KNOWN && c.in_flight == NOT_KNOWN);
	assert_int_equal(sys_pread(fd, b, 4096, 0), 4096);
	assert_int_equal(file_drop(fd, false), 0);
	assert_int_equal(fake_file("/fake/file").cached_bytes, 4096);
	assert_int_equal(file_resident(fd, 0, 4096, &bytes), -EPERM);
	assert_int_equal(bytes, 77);
	assert_int_equal(memory_available(), MIB);
	assert_int_equal(memory_page_bytes(b), 2 * MIB);
	assert_true(memory_page_bytes(&fd) == NOT_KNOWN);
	assert_int_equal(sys_close(fd), 0);
}

static void
what_is_no_script_is_refused(void **state)
{
	static const char *const rows[] = {
		"pread", "pread:", "pread:0=EIO", "pread:1", "pread:1=EWHAT",
		"pread:1=short:", "pread:1=short:1x", "pread:-1=EIO",
		"what:1=EIO", "free=", "free=1k", "owner=me",
		"pread:1=EIO;pread:2=EIO",
	};
	struct fake_script s = { .rules = 99 };

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (fake_script_parse(&s, rows[i]) != -EINVAL || s.rules != 99)
			fail_msg("%s", rows[i]);
	}
	assert_int_equal(fake_script_parse(&s, ""), 0);
	assert_int_equal(s.rules, 0);
}

static void
the_disk_is_busy_while_it_transfers(void **state)
{
	int fd = sys_open("/fake/file", O_RDWR, 0);
	struct device_counters a = counted("/fake/file"), b;

	assert_int_equal(sys_pread(fd, *state, MIB, 0), MIB);
	assert_int_equal(sys_pread(fd, *state, MIB, 0), MIB);
	assert_int_equal(sys_sleep(5000), 0);
	b = counted("/fake/file");
	assert_int_equal(b.busy_ns - a.busy_ns, 1000 + MIB);
	assert_int_equal(b.queue_ns - a.queue_ns, 1000 + MIB);
	assert_int_equal(sys_pwrite(fd, *state, MIB, 0), MIB);
	assert_int_equal(sys_fdatasync(fd), 0);
	a = counted("/fake/file");
	assert_int_equal(a.busy_ns - b.busy_ns, 2 * MIB);
	assert_int_equal(sys_close(fd), 0);
}

#define ROW(test) \
	cmocka_unit_test_setup_teardown(test, fresh_world, nothing_left_open)

int
test_fake(void)
{
	const struct CMUnitTest tests[] = {
		ROW(a_cold_read_takes_1_us_and_1_ns_a_byte_a_cached_one_less),
		ROW(a_clock_that_is_only_looked_at_goes_on),
		ROW(a_read_makes_resident_and_a_drop_undoes_it),
		ROW(a_write_is_dirty_until_it_is_flushed),
		ROW(the_disk_is_busy_while_it_transfers),
		ROW(direct_transfers_are_aligned_and_leave_the_cache_alone),
		ROW(opening_fails_as_the_kernel_would),
		ROW(looking_is_not_opening),
		ROW(data_is_made_from_the_offset),
		ROW(zeros_that_are_written_are_read),
		ROW(an_unnamed_file_goes_with_its_last_descriptor),
		ROW(a_full_disk_takes_what_fits),
		ROW(streams_give_64_kib_at_once_and_end),
		ROW(the_script_decides_which_call_fails),
		ROW(the_nth_of_all_calls_may_fail_and_a_close_still_closes),
		ROW(a_signal_comes_in_the_middle_of_a_call),
		ROW(facts_follow_the_script),
		ROW(what_is_no_script_is_refused),
	};

	return cmocka_run_group_tests_name("fake", tests, NULL, NULL);
}
