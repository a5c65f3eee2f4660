/* test_below -- a file, read through the device below it. */

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "fake/fake.h"
#include "seqbench/below.h"
#include "seqbench/diag.h"
#include "seqbench/sys.h"
#include "seqbench/target.h"

int	test_below(void);

enum { KIB = 1024, MIB = 1024 * 1024 };

static volatile sig_atomic_t stop;
static struct meter meter = METER_INIT;
static const struct control control = { &stop, &meter, 0 };

/* A target that was looked at, its file open, and what is below it. */
struct bench {
	struct target	 t;
	struct below	 below;
	int		 fd;
	struct diag	 d;
};

static void
bench_make(struct bench *b, const char *script, const char *path)
{
	struct fake_script s;

	*b = (struct bench){ .below.fd = -1 };
	stop = 0;
	assert_int_equal(fake_script_parse(&s, script), 0);
	fake_reset(&s);
	assert_int_equal(target_look(&b->t, path, false, &b->d), 0);
	target_look_below(&b->t);
	b->fd = target_open(&b->t, b->t.kind == TARGET_DIRECTORY ?
	    O_RDONLY | O_DIRECTORY : O_RDONLY, &b->d);
	assert_true(b->fd >= 0);
}

static void
bench_done(struct bench *b)
{
	below_close(&b->below);
	sys_close(b->fd);
	target_release(&b->t);
	assert_int_equal(fake_open_descriptors(), 0);
	assert_int_equal(fake_mappings(), 0);
}

static int
map(struct bench *b, uint64_t off, uint64_t len)
{
	b->d = (struct diag){ 0 };
	return below_map(&b->below, &b->t, b->fd, off, len, &control, &b->d);
}

static void
what_can_not_be_read_below_is_told_without_opening_it(void **state)
{
	static const struct {
		const char	*script, *path, *why;	/* NULL: it can */
	} rows[] = {
		{ "", "/fake/file", NULL },
		{ "", "/fake/dir", NULL },
		{ "", "/fake/disk", NULL },	/* is one itself */
		{ "", "/fake/tmpfs", "lies in memory" },
		{ "", "/fake/ramfs", "lies in memory" },
		{ "", "/fake/nfs", "no block device" },
		{ "node=other", "/fake/file", "/fake/root: is not the device" },
		{ "look:2=ENOENT", "/fake/file", "No such file" },
		{ "look:2=EACCES", "/fake/file", "run as root" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct bench b;
		uint64_t opened;

		bench_make(&b, rows[i].script, rows[i].path);
		opened = fake_calls(FAKE_REOPEN);
		target_look_below(&b.t);
		assert_int_equal(fake_calls(FAKE_REOPEN), opened);
		bench_done(&b);
		bench_make(&b, rows[i].script, rows[i].path);
		if (rows[i].why == NULL)
			assert_string_equal(b.t.no_raw, "");
		else
			assert_non_null(strstr(b.t.no_raw, rows[i].why));
		bench_done(&b);
	}
}

static void
both_ends_of_each_piece_are_compared_once(void **state)
{
	struct bench b;

	(void)state;
	bench_make(&b, "map=pieces", "/fake/file");
	assert_int_equal(below_open(&b.below, &b.t, &b.d), 0);
	assert_int_equal(map(&b, 0, MIB), 0);
	assert_int_equal(b.below.map.n, 16);
	assert_int_equal(b.below.compared, 32);
	assert_int_equal(fake_file("/fake/root").read_bytes, 32 * 4 * KIB);
	/* The device was only read. */
	assert_int_equal(fake_file("/fake/root").writes, 0);
	/* Nothing has moved: it is not compared again. */
	assert_int_equal(map(&b, 0, MIB), 0);
	assert_int_equal(fake_file("/fake/root").reads, 32);
	/* A piece of one block has one end. */
	assert_int_equal(map(&b, 60 * KIB, 8 * KIB), 0);
	assert_int_equal(b.below.map.n, 2);
	assert_int_equal(b.below.compared, 2);
	bench_done(&b);
}

static void
a_tail_within_a_sector_is_compared_as_far_as_it_goes(void **state)
{
	struct bench b;

	(void)state;
	bench_make(&b, "", "/fake/small");
	assert_int_equal(below_open(&b.below, &b.t, &b.d), 0);
	assert_int_equal(map(&b, 0, 3), 0);
	assert_int_equal(b.below.compared, 1);
	assert_int_equal(map_end(&b.below.map), 3);
	bench_done(&b);
}

static void
other_bytes_than_the_files_are_an_error(void **state)
{
	struct bench b;

	(void)state;
	bench_make(&b, "map=wrong", "/fake/file");
	assert_int_equal(below_open(&b.below, &b.t, &b.d), 0);
	assert_int_equal(map(&b, 0, MIB), -EILSEQ);
	assert_non_null(strstr(b.d.text, "what is at offset 0 is not at"));
	assert_int_equal(b.below.map.n, 0);
	bench_done(&b);
}

static void
what_fails_on_the_way_is_named(void **state)
{
	static const struct {
		const char	*script, *text;
		int		 code;
	} rows[] = {
		{ "fdatasync:1=EIO", "before it is mapped", -EIO },
		{ "fstat:1=EIO", "before it is mapped", -EIO },
		{ "extents:1=EOPNOTSUPP", "where it lies", -EOPNOTSUPP },
		{ "map:1=ENOMEM", "memory", -ENOMEM },
		{ "reopen:4=EMFILE", "can't be opened again", -EMFILE },
		{ "pread:1=EIO", "read at offset 0", -EIO },
		{ "pread:2=EIO", "/fake/root: read at byte", -EIO },
		{ "pread:2=short:512", "/fake/root: read at byte", -ENODATA },
		{ "pread:3=shrink:100", "read at offset 1044480", -ENODATA },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct bench b;

		bench_make(&b, rows[i].script, "/fake/file");
		assert_int_equal(below_open(&b.below, &b.t, &b.d), 0);
		assert_int_equal(map(&b, 0, MIB), rows[i].code);
		assert_non_null(strstr(b.d.text, rows[i].text));
		bench_done(&b);
	}
}

static void
a_stop_ends_the_comparison(void **state)
{
	struct bench b;

	(void)state;
	bench_make(&b, "map=pieces", "/fake/file");
	assert_int_equal(below_open(&b.below, &b.t, &b.d), 0);
	stop = SIGINT;
	assert_int_equal(map(&b, 0, MIB), -EINTR);
	bench_done(&b);
}

static void
a_file_without_direct_reads_is_read_through_the_cache(void **state)
{
	struct bench b;

	(void)state;
	bench_make(&b, "reopen:4=EINVAL", "/fake/file");
	assert_int_equal(below_open(&b.below, &b.t, &b.d), 0);
	assert_int_equal(map(&b, 0, MIB), 0);
	assert_int_equal(b.below.compared, 2);
	bench_done(&b);
}

static void
any_change_of_the_file_is_seen_afterwards(void **state)
{
	static const struct {
		const char	*script, *text;	/* NULL: nothing has changed */
	} rows[] = {
		{ "", NULL },
		{ "extents:2=shrink:4096", "can't be mapped" },
		{ "fstat:2=shrink:1048576", "written to, or renamed" },
		{ "extents:2=EIO", "can't be mapped" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct bench b;
		int rc;

		bench_make(&b, rows[i].script, "/fake/file");
		assert_int_equal(below_open(&b.below, &b.t, &b.d), 0);
		assert_int_equal(map(&b, 0, MIB), 0);
		sys_sleep(1000000);
		rc = below_unchanged(&b.below, b.fd, 0, MIB, &b.d);
		assert_int_equal(rc, rows[i].text == NULL ? 0 : -ESTALE);
		if (rows[i].text != NULL)
			assert_non_null(strstr(b.d.text, rows[i].text));
		bench_done(&b);
	}
}

static void
a_file_that_lies_elsewhere_has_changed(void **state)
{
	struct bench b;

	(void)state;
	bench_make(&b, "", "/fake/file");
	assert_int_equal(below_open(&b.below, &b.t, &b.d), 0);
	assert_int_equal(map(&b, 0, MIB), 0);
	b.below.map.segment[0].device += 4096;
	assert_int_equal(below_unchanged(&b.below, b.fd, 0, MIB, &b.d),
	    -ESTALE);
	assert_non_null(strstr(b.d.text, "elsewhere"));
	bench_done(&b);
}

static void
addresses_that_no_sector_has_are_refused(void **state)
{
	struct bench b;

	(void)state;
	bench_make(&b, "", "/fake/file");
	assert_int_equal(below_open(&b.below, &b.t, &b.d), 0);
	assert_int_equal(map(&b, 100, MIB), -EINVAL);
	assert_non_null(strstr(b.d.text, "not aligned"));
	b.t.device.bytes = MIB;
	assert_int_equal(map(&b, 0, MIB), -ERANGE);
	assert_non_null(strstr(b.d.text, "beyond the end"));
	assert_int_equal(fake_file("/fake/root").reads, 0);
	bench_done(&b);
}

int
test_below(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    what_can_not_be_read_below_is_told_without_opening_it),
		cmocka_unit_test(both_ends_of_each_piece_are_compared_once),
		cmocka_unit_test(
		    a_tail_within_a_sector_is_compared_as_far_as_it_goes),
		cmocka_unit_test(other_bytes_than_the_files_are_an_error),
		cmocka_unit_test(what_fails_on_the_way_is_named),
		cmocka_unit_test(a_stop_ends_the_comparison),
		cmocka_unit_test(a_file_without_direct_reads_is_read_through_the_cache),
		cmocka_unit_test(any_change_of_the_file_is_seen_afterwards),
		cmocka_unit_test(a_file_that_lies_elsewhere_has_changed),
		cmocka_unit_test(addresses_that_no_sector_has_are_refused),
	};

	return cmocka_run_group_tests_name("below", tests, NULL, NULL);
}
