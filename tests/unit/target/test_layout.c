/* test_layout -- laying out and flushing on slow, full and failing disks. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "fake/fake.h"
#include "seqbench/diag.h"
#include "seqbench/sys.h"
#include "seqbench/target.h"

int	test_layout(void);

#define MIB	(1ull << 20)

static const struct pattern data = { .kind = PATTERN_ZERO };

/* One layout in /fake/dir on a system that follows the rule, if any. */
struct trial {
	struct fake_rule rule;
	struct layout_request request;
	sig_atomic_t	 stop;
	struct layout_outcome out;
	struct diag	 d;
	struct meter	 meter;
	uint64_t	 size;		/* of the file afterwards */
};

static int
lay_out(struct trial *t)
{
	const struct fake_script s = { .rules = t->rule.nth != 0,
	    .rule[0] = t->rule };
	volatile sig_atomic_t stop = t->stop;
	const struct control c = { .stop = &stop, .meter = &t->meter };
	struct layout_request *r = &t->request;
	struct target dir;
	struct stat st;
	int rc;

	fake_reset(&s);
	r->pattern = &data;
	r->unit_bytes = r->unit_bytes == 0 ? MIB : r->unit_bytes;
	r->pool_bytes = pattern_pool_bytes(MIB, 1);
	r->pool = calloc(1, r->pool_bytes);
	assert_int_equal(target_look(&dir, "/fake/dir", false, &t->d), 0);
	r->fd = target_temporary(&dir, false, 0, &t->d);
	assert_true(r->fd >= 0);
	rc = layout_write(r, &c, &t->out, &t->d);
	assert_int_equal(sys_fstat(r->fd, &st), 0);
	t->size = (uint64_t)st.st_size;
	sys_close(r->fd);
	target_release(&dir);
	free(r->pool);
	return rc;
}

static void
interruptions_and_short_writes_are_continued(void **state)
{
	static const struct fake_rule rules[] = {
		{ .call = FAKE_PWRITE, .nth = 2, .value = EINTR },
		{ .call = FAKE_PWRITE, .nth = 2, .action = FAKE_SHORT,
		    .value = 1000 },
		{ .call = FAKE_ALLOCATE, .nth = 1, .value = EINTR },
		{ .call = FAKE_ALLOCATE, .nth = 1, .value = EOPNOTSUPP },
		{ .call = FAKE_WRITE_OUT, .nth = 1, .value = EINTR },
		{ .call = FAKE_WRITE_OUT, .nth = 1, .from_then_on = true,
		    .value = ENOSYS },
		{ .call = FAKE_FDATASYNC, .nth = 1, .value = EINTR },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		struct trial t = { .rule = rules[i],
		    .request.bytes = 130 * MIB };

		assert_int_equal(lay_out(&t), 0);
		assert_string_equal(t.d.text, "");
		assert_true(t.out.bytes == 130 * MIB && t.out.ns > 0);
		assert_true(t.size == 130 * MIB);
		assert_true(t.meter.lane[0].bytes == 130 * MIB);
		assert_true(t.meter.lane[0].flushed == 130 * MIB);
	}
}

static void
an_error_names_the_step_and_the_offset(void **state)
{
	static const struct {
		struct fake_rule rule;
		const char	*text;
	} rows[] = {
		{ { .call = FAKE_PWRITE, .nth = 3, .value = ENOSPC }, "laying "
		    "out the file: write at offset 2097152: No space left on "
		    "device" },
		{ { .call = FAKE_ALLOCATE, .nth = 1, .value = ENOSPC },
		    "laying out the file: reserve at offset 0: No space left "
		    "on device" },
		{ { .call = FAKE_WRITE_OUT, .nth = 2, .value = EIO }, "laying "
		    "out the file: flush at offset 1048576: Input/output "
		    "error" },
		{ { .call = FAKE_FDATASYNC, .nth = 1, .value = EIO }, "laying "
		    "out the file: flush at offset 4194304: Input/output "
		    "error" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct trial t = { .rule = rows[i].rule,
		    .request.bytes = 4 * MIB };

		assert_int_equal(lay_out(&t), -(int)rows[i].rule.value);
		assert_string_equal(t.d.text, rows[i].text);
		assert_true(t.out.bytes == 0);
	}
}

static void
the_stop_flag_ends_it(void **state)
{
	struct trial t = { .request.bytes = MIB, .stop = 1 };

	(void)state;
	assert_int_equal(lay_out(&t), -EINTR);
}

/* 2 ns a dirty byte: about 0.14 s for 64 MiB. */
static void
by_the_clock_the_limits_decide(void **state)
{
	static const struct {
		struct layout_request r;
		uint64_t	 bytes;
		bool		 cut_short;
	} rows[] = {
		/* the time is short, the least size counts */
		{ { .min_bytes = 256 * MIB, .max_bytes = 1024 * MIB },
		    256 * MIB, false },
		/* the least size is small, the time counts */
		{ { .min_bytes = MIB, .max_bytes = 1024 * MIB,
		    .enough_ns = 400000000 }, 192 * MIB, false },
		/* neither is met before the most there may be */
		{ { .min_bytes = MIB, .max_bytes = 100 * MIB + 5,
		    .enough_ns = 9000000000 }, 100 * MIB, false },
		/* a slow disk: the limit, but not below the floor */
		{ { .min_bytes = 1024 * MIB, .max_bytes = 1024 * MIB,
		    .enough_ns = 2000000000, .limit_ns = 100000000,
		    .floor_bytes = 65 * MIB }, 128 * MIB, true },
		/* a known size is cut as well */
		{ { .bytes = 1024 * MIB, .limit_ns = 100000000,
		    .floor_bytes = 64 * MIB }, 64 * MIB, true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct trial t = { .request = rows[i].r };

		assert_int_equal(lay_out(&t), 0);
		assert_true(t.out.bytes == rows[i].bytes);
		assert_int_equal(t.out.cut_short, rows[i].cut_short);
		assert_true(t.size == t.out.bytes);
	}
}

/* Flush 64 MiB of /fake/file, never written, each step taking step_ns. */
static int
flush(uint64_t step_ns, uint64_t deadline_ns, uint64_t floor,
    uint64_t *flushed)
{
	struct fake_script s = { .rules = 1, .rule[0] = {
	    .call = FAKE_WRITE_OUT, .nth = 1, .from_then_on = true,
	    .action = FAKE_DELAY, .value = step_ns } };
	volatile sig_atomic_t stop = 0;
	struct meter meter = { 0 };
	const struct control c = { .stop = &stop, .meter = &meter };
	struct diag d = { 0 };
	struct target t;
	int fd, rc;

	fake_reset(&s);
	assert_int_equal(target_look(&t, "/fake/file", false, &d), 0);
	fd = target_open(&t, O_RDWR, &d);
	assert_true(fd >= 0);
	rc = flush_steps(fd, 0, 64 * MIB, deadline_ns, floor, &c, flushed);
	assert_true(meter.lane[0].flushed == *flushed);
	sys_close(fd);
	target_release(&t);
	return rc;
}

static void
steps_grow_on_fast_disks_and_stay_small_on_slow_ones(void **state)
{
	uint64_t flushed;

	(void)state;
	assert_int_equal(flush(1000, 0, 0, &flushed), 0);
	assert_true(flushed == 64 * MIB);
	/* 1 + 2 + 4, then 8 at a time */
	assert_int_equal(fake_calls(FAKE_WRITE_OUT), 3 + 8);
	assert_int_equal(fake_calls(FAKE_FDATASYNC), 1);

	assert_int_equal(flush(300000000, 0, 0, &flushed), 0);
	assert_int_equal(fake_calls(FAKE_WRITE_OUT), 64);
}

static void
a_deadline_ends_a_flush_once_the_floor_is_there(void **state)
{
	uint64_t flushed;

	(void)state;
	assert_int_equal(flush(300000000, 1000000000, 0, &flushed), 0);
	assert_true(flushed == 4 * MIB);
	assert_int_equal(fake_calls(FAKE_FDATASYNC), 0);
	assert_int_equal(flush(300000000, 1000000000, 10 * MIB, &flushed), 0);
	assert_true(flushed == 10 * MIB);
}

/* Direct transfers, or a kernel that wrote out meanwhile. */
static void
a_deadline_does_not_leave_out_what_is_clean(void **state)
{
	uint64_t flushed;

	(void)state;
	assert_int_equal(flush(1000, 1, 0, &flushed), 0);
	assert_true(flushed == 64 * MIB);
	assert_int_equal(fake_calls(FAKE_FDATASYNC), 1);
}

int
test_layout(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(interruptions_and_short_writes_are_continued),
		cmocka_unit_test(an_error_names_the_step_and_the_offset),
		cmocka_unit_test(the_stop_flag_ends_it),
		cmocka_unit_test(by_the_clock_the_limits_decide),
		cmocka_unit_test(
		    steps_grow_on_fast_disks_and_stay_small_on_slow_ones),
		cmocka_unit_test(
		    a_deadline_ends_a_flush_once_the_floor_is_there),
		cmocka_unit_test(a_deadline_does_not_leave_out_what_is_clean),
	};

	return cmocka_run_group_tests_name("layout", tests, NULL, NULL);
}
