/* test_ahead -- blocks of the input in flight, by aio that is out of order. */
#include "lab.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "seqbench/sys.h"

#define AHEAD	"if=/fake/file of=/fake/dir/out bs=4k engine=direct depth=4 "
#define COPIED(n, bytes)						\
	n " records in\n" n " records out\n" bytes " bytes "

int	test_ahead(void);

/* The output is the input from skip on. */
static void
check_copied(size_t skip, size_t bytes)
{
	char in[4096], out[4096];
	int from = sys_open("/fake/file", O_RDONLY, 0);
	int to = sys_open("/fake/dir/out", O_RDONLY, 0);

	assert_true(fake_file("/fake/dir/out").bytes == bytes);
	for (size_t at = 0; at < bytes; at += 512) {
		size_t len = bytes - at < 512 ? bytes - at : 512;

		assert_true(sys_pread(from, in, len, (off_t)(skip + at)) ==
		    (ssize_t)len);
		assert_true(sys_pread(to, out, len, (off_t)at) ==
		    (ssize_t)len);
		assert_memory_equal(in, out, len);
	}
	sys_close(from);
	sys_close(to);
}

static void
blocks_come_in_order_whatever_comes_first(void **state)
{
	(void)state;
	dd_check(AHEAD "count=100", "aio=on store=on", 0,
	    "dd: warning: depth= goes through aio: ");
	check_copied(0, 409600);
	/* No more is read than is wanted, and none of it by read(2). */
	assert_int_equal(fake_calls(FAKE_PREAD) - 2 * 800, 100);
	assert_int_equal(fake_calls(FAKE_READ), 0);
	dd_check("if=/fake/file of=/fake/dir/out ibs=1k obs=12k count=100 "
	    "engine=aio depth=7 skip=5", "aio=on store=on", 0,
	    "100+0 records in\n8+1 records out\n102400 bytes ");
	check_copied(5 * 1024, 102400);
}

static void
one_in_flight_is_none_while_it_is_written(void **state)
{
	(void)state;
	dd_check("if=/fake/file of=/fake/dir/out bs=4k count=9 engine=aio",
	    "aio=on store=on", 0, COPIED("9+0", "36864"));
	check_copied(0, 36864);
	assert_int_equal(fake_calls(FAKE_SUBMIT), 9);
	assert_int_equal(fake_calls(FAKE_READ), 0);
}

static void
the_end_of_the_file_is_read_as_ever(void **state)
{
	static const char *const lines[] = {
		"if=/fake/small of=/dev/null bs=4k status=noxfer",
		"if=/fake/a_b of=/dev/null bs=300k status=noxfer",
		"if=/fake/file of=/dev/null bs=1M skip=1022 status=noxfer",
		"if=/fake/file of=/dev/null bs=3M skip=340 status=noxfer",
		"if=/fake/file of=/dev/null bs=3M skip=342 status=noxfer",
		"if=/fake/empty of=/dev/null bs=3M status=noxfer",
		"if=/fake/file of=/dev/null bs=4k count=0 status=noxfer",
		"if=/fake/file of=/dev/null bs=4k count=9000B status=noxfer",
		"if=/fake/file of=/dev/null bs=4k count=9728B status=noxfer",
		"if=/fake/disk4k of=/dev/null bs=3M skip=1364 status=noxfer",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		char line[128];
		struct outcome plain, ahead;

		snprintf(line, sizeof(line), "%s iflag=direct", lines[i]);
		plain = dd_run(line, "");
		snprintf(line, sizeof(line), "%s engine=aio depth=4", lines[i]);
		ahead = dd_run(line, "aio=on");
		assert_int_equal(ahead.status, plain.status);
		assert_string_equal(ahead.err, plain.err);
	}
}

static void
a_short_read_is_read_again_and_then_it_goes_on(void **state)
{
	(void)state;
	/* Once; and there again, when what is in flight is forgotten. */
	dd_check(AHEAD "count=50 status=none", "aio=on store=on "
	    "pread:7=short:512", 0, "");
	check_copied(0, 204800);
	/* 1 that was short, 4 one at a time until it goes on. */
	assert_int_equal(fake_calls(FAKE_READ), 4);
	dd_check("if=/fake/file of=/fake/dir/out bs=4k engine=aio depth=4 "
	    "count=50", "aio=on store=on pread:7=short:512 read:1=short:512",
	    0, "dd: warning: partial read (512 bytes); suggest "
	    "iflag=fullblock\n49+1 records in\n49+1 records out\n201216 ");
	check_copied(0, 201216);
	dd_check("if=/fake/file of=/fake/dir/out bs=4k engine=aio depth=4 "
	    "count=50 iflag=fullblock", "aio=on store=on pread:7=short:512 "
	    "read:1=short:512", 0, COPIED("50+0", "204800"));
	check_copied(0, 204800);
}

static void
an_error_is_that_of_its_block(void **state)
{
	(void)state;
	dd_check(AHEAD "count=50 engine=aio", "aio=on store=on "
	    "pread:7=EIO read:1=EIO", 1, "dd: error reading '/fake/file': "
	    "Input/output error\n" COPIED("6+0", "24576"));
	check_copied(0, 24576);
	/* One that does not come again is none. */
	dd_check(AHEAD "count=50 engine=aio", "aio=on store=on pread:7=EIO",
	    0, COPIED("50+0", "204800"));
	check_copied(0, 204800);
	dd_check(AHEAD "count=50 engine=aio conv=noerror", "aio=on store=on "
	    "pread:7=EIO read:1=EIO", 0, "dd: error reading '/fake/file': "
	    "Input/output error\n" COPIED("6+0", "24576"));
	/* Stepped over it stays out of the count. */
	assert_true(fake_file("/fake/dir/out").bytes == 204800);
	dd_check(AHEAD "count=50 engine=aio conv=noerror,sync status=noxfer",
	    "aio=on pread:7=EIO read:1=EIO", 0,
	    "dd: error reading '/fake/file': Input/output error\n"
	    "6+0 records in\n6+0 records out\n"
	    "49+1 records in\n50+0 records out\n");
}

static void
a_queue_that_takes_or_gives_nothing_is_done_without(void **state)
{
	static const char *const scripts[] = {
		"submit:1+=EAGAIN", "submit:6+=EAGAIN", "submit:9=EIO",
		"reap:1=EIO", "reap:5+=EIO", "reap:3=EINTR", "reap:4=EAGAIN",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(scripts) / sizeof(*scripts); i++) {
		char script[64];

		snprintf(script, sizeof(script), "aio=on store=on %s",
		    scripts[i]);
		dd_check(AHEAD "count=50 engine=aio", script, 0,
		    COPIED("50+0", "204800"));
		check_copied(0, 204800);
	}
}

static void
the_descriptor_stays_behind_the_last_record(void **state)
{
	static const struct {
		const char	*operands, *script;
		uint64_t	 offset;
		int		 status;
	} rows[] = {
		{ "count=5", "", 20480, 0 },
		{ "count=5 skip=2", "", 28672, 0 },
		{ "count=5 of=/dev/full", "", 4096, 1 },
		{ "count=9", "pread:5=EIO read:1=EIO", 16384, 1 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		char line[128], script[64];
		struct outcome o;

		snprintf(line, sizeof(line), "of=/dev/null bs=4k engine=aio "
		    "depth=4 %s", rows[i].operands);
		snprintf(script, sizeof(script), "aio=on input=file %s",
		    rows[i].script);
		o = dd_run(line, script);
		assert_int_equal(o.status, rows[i].status);
		assert_true(fake_input_offset() == rows[i].offset);
	}
}

static void
signals_count_what_was_handed_on(void **state)
{
	char script[96];

	(void)state;
	dd_catch_signals();
	snprintf(script, sizeof(script), "aio=on reap:3=signal:%d "
	    "reap:3=EINTR", SIGUSR1);
	dd_check(AHEAD "count=9 engine=aio status=noxfer", script, 0,
	    "0+0 records in\n0+0 records out\n"
	    "9+0 records in\n9+0 records out\n");
	snprintf(script, sizeof(script), "aio=on write:3=signal:%d", SIGINT);
	dd_check(AHEAD "count=9 engine=aio status=noxfer", script,
	    128 + SIGINT, "3+0 records in\n3+0 records out\n");
	dd_leave_signals();
}

static void
what_can_not_be_read_so_is_refused_and_nothing_written(void **state)
{
	static const struct {
		const char	*operands, *script, *why;
	} rows[] = {
		{ "if=/fake/fifo engine=direct", "",
		    "failed to open '/fake/fifo': engine= and depth= are for "
		    "files and block devices\n" },
		{ "if=/dev/zero engine=dontcache", "",
		    "failed to open '/dev/zero': engine= and depth= are for "
		    "files and block devices\n" },
		{ "engine=aio", "aio=on", "failed to open 'standard input': "
		    "engine= and depth= are for files and block devices\n" },
		{ "if=/fake/ramfs/x engine=aio", "aio=on",
		    "failed to open '/fake/ramfs/x': " },
		{ "if=/fake/file engine=uring", "aio=on",
		    "failed to open '/fake/file': uring: depth 1: " },
		{ "if=/fake/file engine=aio depth=4", "",
		    "failed to open '/fake/file': aio: depth 4: " },
		{ "if=/fake/file engine=direct depth=4", "",
		    "failed to open '/fake/file': uring: depth 4: " },
		{ "if=/fake/file engine=aio depth=1024 bs=1M", "aio=on "
		    "memory=1000000000", "1024 blocks: memory exhausted by "
		    "input buffer of size 1048576 bytes (1.0 MiB)\n" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		char line[128], why[256];

		snprintf(line, sizeof(line), "%s of=/fake/dir/out",
		    rows[i].operands);
		snprintf(why, sizeof(why), "dd: %s", rows[i].why);
		dd_check(line, rows[i].script, 1, why);
		assert_int_equal(fake_created_files(), 0);
	}
}

static void
dontcache_leaves_nothing_in_the_cache(void **state)
{
	(void)state;
	dd_check("if=/fake/file of=/dev/null bs=8k count=7", "", 0,
	    COPIED("7+0", "57344"));
	assert_true(fake_file("/fake/file").cached_bytes > 0);
	dd_check("if=/fake/file of=/fake/dir/out bs=8k count=7 skip=1 "
	    "engine=dontcache", "store=on pread:4=short:4096", 0,
	    "dd: warning: partial read (4096 bytes); suggest "
	    "iflag=fullblock\n6+1 records in\n6+1 records out\n53248 ");
	assert_true(fake_file("/fake/file").cached_bytes == 0);
	check_copied(8192, 53248);
}

static void
every_call_may_fail_with_blocks_in_flight(void **state)
{
	static const char *const lines[] = {
		AHEAD "engine=aio count=33280B skip=1 seek=1 conv=fdatasync",
		AHEAD "engine=aio count=9 conv=noerror,sync",
		"if=/fake/file of=/dev/null bs=4k count=5 engine=dontcache",
	};
	static const char *const faults[] = { "EIO", "short:512" };

	(void)state;
	for (size_t i = 0; i < 2 * sizeof(lines) / sizeof(*lines); i++)
		for (uint64_t n = 1;; n++) {
			char script[64];
			struct outcome o;

			snprintf(script, sizeof(script), "aio=on any:%ju=%s",
			    (uintmax_t)n, faults[i % 2]);
			o = dd_run(lines[i / 2], script);
			if (fake_calls(FAKE_ANY) < n) {
				assert_int_equal(o.status, 0);
				break;
			}
			if (o.status != 0)
				assert_true(o.status == 1 &&
				    strncmp(o.err, "dd: ", 4) == 0);
		}
}

int
test_ahead(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blocks_come_in_order_whatever_comes_first),
		cmocka_unit_test(one_in_flight_is_none_while_it_is_written),
		cmocka_unit_test(the_end_of_the_file_is_read_as_ever),
		cmocka_unit_test(
		    a_short_read_is_read_again_and_then_it_goes_on),
		cmocka_unit_test(an_error_is_that_of_its_block),
		cmocka_unit_test(
		    a_queue_that_takes_or_gives_nothing_is_done_without),
		cmocka_unit_test(the_descriptor_stays_behind_the_last_record),
		cmocka_unit_test(signals_count_what_was_handed_on),
		cmocka_unit_test(
		    what_can_not_be_read_so_is_refused_and_nothing_written),
		cmocka_unit_test(dontcache_leaves_nothing_in_the_cache),
		cmocka_unit_test(every_call_may_fail_with_blocks_in_flight),
	};

	return cmocka_run_group_tests_name("ahead", tests, NULL, NULL);
}
