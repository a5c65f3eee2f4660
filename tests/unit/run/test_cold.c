/* test_cold -- dropped, checked, and how long that is tried. */
#include "lab.h"

#include <errno.h>
#include <fcntl.h>

#include "seqbench/sys.h"

int	test_cold(void);

enum { LEN = 1 << 20 };

/* A megabyte of /fake/file is in the cache, its first 64 KiB dirty. */
static enum cache_check
make_cold(const char *text, bool stopped, uint64_t *cached, uint64_t *took)
{
	static char buffer[LEN];
	volatile sig_atomic_t stop = stopped;
	struct meter meter = METER_INIT;
	const struct control control = { &stop, &meter, 0 };
	struct fake_script script;
	enum cache_check check;
	uint64_t start;
	int fd;

	assert_int_equal(fake_script_parse(&script, text), 0);
	fake_reset(&script);
	fd = sys_open("/fake/file", O_RDWR, 0);
	assert_int_equal(sys_pread(fd, buffer, LEN, 0), LEN);
	assert_int_equal(sys_pwrite(fd, buffer, 65536, 0), 65536);
	start = sys_now();
	check = cold_make(fd, false, 0, LEN, &control, cached);
	*took = sys_now() - start;
	sys_close(fd);
	return check;
}

static void
what_was_dirty_is_written_and_dropped(void **state)
{
	uint64_t cached, took;

	(void)state;
	assert_int_equal(make_cold("", false, &cached, &took), CHECK_COLD);
	assert_int_equal(cached, 0);
	assert_int_equal(fake_file("/fake/file").cached_bytes, 0);
	assert_int_equal(fake_file("/fake/file").dirty_bytes, 0);
	assert_int_equal(fake_calls(FAKE_SLEEP), 0);
	assert_int_equal(fake_calls(FAKE_FDATASYNC), 1);
}

static void
what_stays_is_tried_for_a_second_and_told(void **state)
{
	uint64_t cached, took;

	(void)state;
	assert_int_equal(make_cold("drop=never", false, &cached, &took),
	    CHECK_RESIDENT);
	assert_int_equal(cached, LEN);
	assert_true(took > 1000 * MS && took < 1100 * MS);
	assert_int_equal(fake_calls(FAKE_SLEEP), 10);	/* 1 to 512 ms */
	assert_int_equal(fake_calls(FAKE_DROP), 11);
}

/* What one call misses, read-ahead that lands late, the next one gets. */
static void
it_is_dropped_again_and_checked_again(void **state)
{
	uint64_t cached, took;

	(void)state;
	assert_int_equal(make_cold("drop:1=EIO drop:2=EIO", false, &cached,
	    &took), CHECK_COLD);
	assert_int_equal(cached, 0);
	assert_int_equal(fake_calls(FAKE_SLEEP), 2);
}

static void
who_may_not_know_is_not_told_cold(void **state)
{
	uint64_t cached, took;

	(void)state;
	assert_int_equal(make_cold("owner=other", false, &cached, &took),
	    CHECK_UNKNOWN);
	assert_true(cached == NOT_KNOWN);
	assert_int_equal(fake_calls(FAKE_SLEEP), 0);
}

static void
a_stop_ends_the_trying(void **state)
{
	uint64_t cached, took;

	(void)state;
	assert_int_equal(make_cold("drop=never", true, &cached, &took),
	    CHECK_RESIDENT);
	assert_int_equal(fake_calls(FAKE_SLEEP), 0);
}

int
test_cold(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_dirty_is_written_and_dropped),
		cmocka_unit_test(what_stays_is_tried_for_a_second_and_told),
		cmocka_unit_test(it_is_dropped_again_and_checked_again),
		cmocka_unit_test(who_may_not_know_is_not_told_cold),
		cmocka_unit_test(a_stop_ends_the_trying),
	};

	return cmocka_run_group_tests_name("cold", tests, NULL, NULL);
}
