/* test_dd -- whole transfers on the fake system, faults and signals too. */
#include "lab.h"

#include <stdio.h>
#include <string.h>

int	test_dd(void);

static void
a_transfer_is_reported_in_dds_lines(void **state)
{
	(void)state;
	dd_check("if=/fake/file of=/fake/dir/out bs=1M count=4", "", 0,
	    "4+0 records in\n4+0 records out\n"
	    "4194304 bytes (4.2 MB, 4.0 MiB) copied, ");
	assert_true(fake_file("/fake/dir/out").written_bytes == 4194304);
	dd_check("if=/fake/small of=/dev/null", "", 0,
	    "0+1 records in\n0+1 records out\n3 bytes copied, ");
	dd_check("--style=bsd if=/fake/small of=/dev/null", "", 0,
	    "0+1 records in\n0+1 records out\n3 bytes transferred in ");
	dd_check("if=/fake/small of=/dev/null status=none", "", 0, "");
}

static void
help_and_version_answer_on_standard_output(void **state)
{
	struct outcome o = dd_run("--help", "");

	(void)state;
	assert_int_equal(o.status, 0);
	assert_non_null(strstr(o.out, "fullblock"));
	assert_string_equal(o.err, "");
	o = dd_run("--version", "");
	assert_string_equal(o.out, "dd (seqbench) " VERSION "\n");
}

static void
a_usage_error_points_at_help_and_opens_nothing(void **state)
{
	(void)state;
	dd_check("if=/fake/file foo", "", 1, "dd: unrecognized operand 'foo'\n"
	    "Try 'dd --help' for more information.\n");
	assert_true(fake_calls(FAKE_OPEN) == 0);
}

static void
nothing_is_created_under_dev(void **state)
{
	(void)state;
	dd_check("if=/dev/zero of=/dev/sdz count=1", "", 1,
	    "dd: failed to open '/dev/sdz': No such file or directory: "
	    "no file is created under /dev\n");
	assert_int_equal(fake_created_files(), 0);
	dd_check("if=/dev/zero of=/dev/null count=1", "", 0, "1+0 records in\n");
}

static void
a_device_in_use_is_not_written(void **state)
{
	(void)state;
	dd_check("if=/dev/zero of=/fake/mounted count=1", "", 1,
	    "dd: failed to open '/fake/mounted': Device or resource busy: "
	    "mounted on /home\n");
	assert_true(fake_file("/fake/mounted").writes == 0);
	dd_check("if=/dev/zero of=/fake/disk count=1", "", 0,
	    "1+0 records in\n1+0 records out\n");
}

static void
a_read_error_ends_it_or_is_stepped_over(void **state)
{
	(void)state;
	dd_check("if=/fake/file of=/dev/null bs=4k count=5", "read:3=EIO", 1,
	    "dd: error reading '/fake/file': Input/output error\n"
	    "2+0 records in\n2+0 records out\n8192 bytes ");
	dd_check("if=/fake/file of=/dev/null bs=4k count=5 conv=noerror",
	    "read:3=EIO", 0,
	    "dd: error reading '/fake/file': Input/output error\n"
	    "2+0 records in\n2+0 records out\n8192 bytes ");
	dd_check("if=/fake/file of=/dev/null bs=4k count=5 conv=noerror,sync "
	    "status=none", "read:3=EIO", 0, "");
}

static void
a_write_error_is_counted_and_still_flushed(void **state)
{
	(void)state;
	dd_check("if=/dev/zero of=/fake/dir/out bs=4k count=5 conv=fsync",
	    "write:3=ENOSPC", 1,
	    "dd: error writing '/fake/dir/out': No space left on device\n"
	    "3+0 records in\n2+0 records out\n8192 bytes ");
	assert_true(fake_file("/fake/dir/out").flushes == 1);
}

static void
short_and_interrupted_calls_go_on(void **state)
{
	(void)state;
	dd_check("if=/fake/file of=/fake/dir/out bs=4k count=2",
	    "write:1=short:100 write:3=EINTR read:2=EINTR", 0,
	    "2+0 records in\n2+0 records out\n8192 bytes ");
	assert_true(fake_file("/fake/dir/out").written_bytes == 8192);
	dd_check("if=/fake/file of=/dev/null bs=4k count=2 iflag=fullblock",
	    "read:1=short:100", 0, "2+0 records in\n2+0 records out\n");
	dd_check("if=/fake/file of=/dev/null bs=4k count=3", "read:1=short:100",
	    0, "dd: warning: partial read (100 bytes); suggest "
	    "iflag=fullblock\n2+1 records in\n2+1 records out\n");
}

static void
the_tail_of_a_direct_write_keeps_its_sectors_direct(void **state)
{
	(void)state;
	dd_check("if=/fake/file of=/fake/dir/out bs=4k count=5000B "
	    "oflag=direct", "", 0, "1+1 records in\n1+1 records out\n"
	    "5000 bytes ");
	/* 4096, 512, and 392 through the cache, which is flushed. */
	assert_true(fake_file("/fake/dir/out").writes == 3);
	assert_true(fake_file("/fake/dir/out").flushes == 1);
	assert_true(fake_file("/fake/dir/out").written_bytes == 5000);
}

static void
signals_print_and_end(void **state)
{
	char script[64];

	(void)state;
	dd_catch_signals();
	snprintf(script, sizeof(script), "read:2=signal:%d", SIGUSR1);
	dd_check("if=/dev/zero of=/dev/null bs=4k count=3 status=noxfer",
	    script, 0, "2+0 records in\n1+0 records out\n"
	    "3+0 records in\n3+0 records out\n");
	snprintf(script, sizeof(script), "read:2=signal:%d", SIGINT);
	dd_check("if=/dev/zero of=/dev/null bs=4k count=3 status=noxfer",
	    script, 128 + SIGINT, "2+0 records in\n1+0 records out\n");
	snprintf(script, sizeof(script), "open:1=signal:%d", SIGINT);
	dd_check("if=/dev/zero of=/dev/null bs=4k count=3 status=noxfer",
	    script, 128 + SIGINT, "0+0 records in\n0+0 records out\n");
	dd_leave_signals();
}

static void
every_call_may_fail(void **state)
{
	static const char *const lines[] = {
		"if=/fake/file of=/fake/dir/out bs=4k count=9000B skip=1 "
		    "seek=1 conv=fdatasync iflag=nocache oflag=direct",
		"if=/fake/zeros of=/fake/dir/out ibs=3000 count=3 "
		    "conv=sparse,sync,noerror seek=1",
		"if=/fake/fifo of=/fake/disk skip=3 obs=4k count=9 "
		    "oflag=nocache",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++)
		for (uint64_t n = 1;; n++) {
			char script[32];
			struct outcome o;

			snprintf(script, sizeof(script), "any:%ju=EIO",
			    (uintmax_t)n);
			o = dd_run(lines[i], script);
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
test_dd(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_transfer_is_reported_in_dds_lines),
		cmocka_unit_test(help_and_version_answer_on_standard_output),
		cmocka_unit_test(
		    a_usage_error_points_at_help_and_opens_nothing),
		cmocka_unit_test(nothing_is_created_under_dev),
		cmocka_unit_test(a_device_in_use_is_not_written),
		cmocka_unit_test(a_read_error_ends_it_or_is_stepped_over),
		cmocka_unit_test(a_write_error_is_counted_and_still_flushed),
		cmocka_unit_test(short_and_interrupted_calls_go_on),
		cmocka_unit_test(
		    the_tail_of_a_direct_write_keeps_its_sectors_direct),
		cmocka_unit_test(signals_print_and_end),
		cmocka_unit_test(every_call_may_fail),
	};

	return cmocka_run_group_tests_name("dd", tests, NULL, NULL);
}
