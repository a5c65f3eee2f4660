/* test_site -- setting a target up: size, rate, files, and what is refused. */
#include "lab.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

int	test_site(void);

static void
a_directory_gets_one_file_that_all_cells_read(void **state)
{
	struct site site;
	struct lab l;

	(void)state;
	lab_make(&l, "", "-s 16m -b 64k,1m -d zero /fake/dir");
	assert_int_equal(lab_site(&l, &site), 0);
	assert_true(site.layout_fd >= 0);
	assert_int_equal(fake_created_files(), 1);
	assert_int_equal(l.plan.target[0].size, 16 * MiB);
	assert_int_equal(l.plan.target[0].write_size, 16 * MiB);
	/* 1 ns for 20 bytes in memory, 2 ns a byte out, 1 ms at the end. */
	assert_true(l.result.record[0].durable_rate > 450e6 &&
	    l.result.record[0].durable_rate < 480e6);
	assert_int_equal(site.extents.count, 1);
	assert_int_equal(site_close(&site, true, &l.diag), 0);
	assert_int_equal(fake_created_files(), 0);
	lab_done(&l);
}

static void
only_written_it_is_asked_for_its_rate(void **state)
{
	struct site site;
	struct lab l;

	(void)state;
	lab_make(&l, "", "-s 200m -b 64k -o write -d zero -t 200ms "
	    "/fake/dir");
	assert_int_equal(lab_site(&l, &site), 0);
	assert_int_equal(site.layout_fd, -1);
	assert_int_equal(fake_created_files(), 0);
	assert_int_equal(l.plan.target[0].size, 200 * MiB);
	/* What 200 ms make durable at about 484 MB/s. */
	assert_true(l.plan.target[0].write_size > 91 * MiB &&
	    l.plan.target[0].write_size < 93 * MiB);
	assert_true(site.extents.count == NOT_KNOWN);
	site_close(&site, true, &l.diag);
	lab_done(&l);
}

static void
a_slow_lay_out_is_cut_short(void **state)
{
	struct site site;
	struct lab l;

	(void)state;
	lab_make(&l, "", "-b 1m -o read -d zero -t 10ms /fake/dir");
	assert_int_equal(lab_site(&l, &site), 0);
	assert_true(l.result.record[0].cut_short);
	assert_int_equal(l.plan.target[0].size, 64 * MiB);
	site_close(&site, true, &l.diag);
	lab_done(&l);
}

static void
what_is_there_is_probed(void **state)
{
	struct site site;
	struct lab l;

	(void)state;
	/* The first megabyte takes longer than the whole probe may. */
	lab_make(&l, "pread:1=delay:524288000", "-b 1m /fake/disk");
	assert_int_equal(lab_site(&l, &site), 0);
	assert_int_equal(fake_calls(FAKE_PREAD), 1);
	assert_true(l.result.record[0].read_rate > 1.9e6 &&
	    l.result.record[0].read_rate < 2e6);
	assert_int_equal(l.plan.target[0].size, GiB);
	assert_int_equal(site_close(&site, true, &l.diag), 0);
	lab_done(&l);

	/* Not larger than the least: nothing to find out. */
	lab_make(&l, "", "-b 1m /fake/file");
	assert_int_equal(lab_site(&l, &site), 0);
	assert_int_equal(fake_calls(FAKE_PREAD), 0);
	assert_int_equal(l.plan.target[0].size, GiB);
	site_close(&site, true, &l.diag);
	lab_done(&l);
}

static void
what_may_be_written_is_asked_how_fast(void **state)
{
	struct site site;
	struct lab l;

	(void)state;
	lab_make(&l, "", "-s 1m -b 64k -o write -d zero --offset 2m "
	    "--overwrite /fake/file");
	assert_int_equal(lab_site(&l, &site), 0);
	assert_true(l.result.record[0].durable_rate > 300e6);
	assert_int_equal(fake_file("/fake/file").written_bytes, MiB);
	assert_int_equal(fake_file("/fake/file").dirty_bytes, 0);
	site_close(&site, true, &l.diag);
	lab_done(&l);
}

static void
buffers_add_up_and_the_rest_is_refused(void **state)
{
	struct site site;
	struct lab l;

	(void)state;
	lab_make(&l, "memory=4718592",
	    "-s 1m -b 64k,1m -o read,write -d zero /fake/dir");
	site_check_memory(&l.plan, 0, 1);
	assert_int_equal(lab_site(&l, &site), 0);
	assert_string_equal(l.plan.cell[0].refused, "");	/* 64 KiB */
	assert_string_equal(l.plan.cell[1].refused, "");	/* 4 MiB */
	assert_string_equal(l.plan.cell[2].refused, "needs 5.0 MiB of memory "
	    "for buffers; 4.5 MiB is available");
	assert_string_equal(l.plan.cell[3].refused, "");
	site_close(&site, true, &l.diag);
	lab_done(&l);
}

static void
direct_io_is_known_when_the_file_is_there(void **state)
{
	struct site site;
	struct lab l;

	(void)state;
	lab_make(&l, "", "-s 1m -b 64k -e direct,buffered -o read -d zero "
	    "/fake/ramfs");
	assert_string_equal(l.plan.cell[0].refused, "");
	assert_int_equal(lab_site(&l, &site), 0);
	assert_string_equal(l.plan.cell[0].refused, "direct I/O is refused "
	    "here by ramfs; use --engine buffered");
	assert_string_equal(l.plan.cell[1].refused, "");
	assert_int_equal(plan_passes(&l.plan, 0), 3);
	site_close(&site, true, &l.diag);
	lab_done(&l);
}

static void
holes_are_refused(void **state)
{
	struct site site;
	struct lab l;

	(void)state;
	lab_make(&l, "", "-s 64m -b 1m /fake/holes");
	assert_int_equal(lab_site(&l, &site), -EINVAL);
	assert_non_null(strstr(l.diag.text, "--allow-holes"));
	assert_string_equal(site_sentence(site.target, l.diag.text),
	    l.diag.text + strlen("/fake/holes: "));
	assert_string_equal(site_sentence(site.target, "/fake/holesome: x"),
	    "/fake/holesome: x");
	site_close(&site, false, &l.diag);
	lab_done(&l);
}

static void
a_stop_ends_a_lay_out(void **state)
{
	struct site site;
	struct lab l;

	(void)state;
	lab_make(&l, "", "-s 16m -b 64k -d zero /fake/dir");
	l.stop = SIGINT;
	assert_int_equal(lab_site(&l, &site), -EINTR);
	site_close(&site, false, &l.diag);
	assert_int_equal(fake_created_files(), 0);
	lab_done(&l);
}

static void
a_file_is_kept_when_all_is_done(void **state)
{
	static const char line[] = "-s 1m -b 64k --keep -d zero /fake/dir/new";
	struct site site;
	struct lab l;

	(void)state;
	lab_make(&l, "", line);
	assert_int_equal(lab_site(&l, &site), 0);
	assert_int_equal(site_close(&site, true, &l.diag), 0);
	assert_int_equal(fake_file("/fake/dir/new").bytes, MiB);
	lab_done(&l);

	lab_make(&l, "", line);
	assert_int_equal(lab_site(&l, &site), 0);
	assert_int_equal(site_close(&site, false, &l.diag), 0);
	assert_int_equal(fake_created_files(), 0);
	lab_done(&l);

	lab_make(&l, "link:1=ENOSPC", line);
	assert_int_equal(lab_site(&l, &site), 0);
	assert_int_equal(site_close(&site, true, &l.diag), -ENOSPC);
	assert_string_equal(l.diag.text, "can't be kept: No space left on "
	    "device");
	assert_int_equal(fake_created_files(), 0);
	lab_done(&l);
}

int
test_site(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    a_directory_gets_one_file_that_all_cells_read),
		cmocka_unit_test(only_written_it_is_asked_for_its_rate),
		cmocka_unit_test(a_slow_lay_out_is_cut_short),
		cmocka_unit_test(what_is_there_is_probed),
		cmocka_unit_test(what_may_be_written_is_asked_how_fast),
		cmocka_unit_test(buffers_add_up_and_the_rest_is_refused),
		cmocka_unit_test(direct_io_is_known_when_the_file_is_there),
		cmocka_unit_test(holes_are_refused),
		cmocka_unit_test(a_stop_ends_a_lay_out),
		cmocka_unit_test(a_file_is_kept_when_all_is_done),
	};

	return cmocka_run_group_tests_name("site", tests, NULL, NULL);
}
