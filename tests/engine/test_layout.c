/* test_layout -- laying out, flushing and looking at what was written. */
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/target_lab.h"

int	test_layout(void);

#define MIB	(1ull << 20)

static const struct pattern data = { .kind = PATTERN_RANDOM, .seed = 1 };

/* A request for a new file in the lab, with a pool; freed by put_back(). */
static struct layout_request
new_request(const struct lab *l)
{
	struct layout_request r = {
		.fd = open(lab_path(l, "layout"), O_RDWR | O_CREAT | O_TRUNC |
		    O_CLOEXEC, 0600),
		.unit_bytes = MIB,
		.pattern = &data,
		.pool_bytes = pattern_pool_bytes(MIB, 1),
	};

	assert_true(r.fd >= 0);
	r.pool = malloc(r.pool_bytes);
	assert_non_null(r.pool);
	pattern_fill(&data, r.pool, r.pool_bytes);
	return r;
}

static void
put_back(const struct layout_request *r)
{
	close(r->fd);
	free(r->pool);
}

static int
lay_out(const struct layout_request *r, sig_atomic_t stopped,
    struct layout_outcome *out, struct diag *d)
{
	volatile sig_atomic_t stop = stopped;
	struct meter meter = { 0 };
	const struct control c = { .stop = &stop, .meter = &meter };
	int rc;

	rc = layout_write(r, &c, out, d);
	if (rc == 0) {
		assert_true(meter.lane[0].bytes == out->bytes);
		assert_true(meter.lane[0].flushed == out->bytes);
	}
	return rc;
}

static void
a_file_of_known_size_is_written_whole(void **state)
{
	struct layout_request r = new_request(*state);
	struct layout_outcome out;
	struct diag d = { 0 };
	struct extents e;
	struct stat st;
	char buffer[4096];

	r.bytes = 3 * MIB + 512;
	assert_int_equal(lay_out(&r, 0, &out, &d), 0);
	assert_true(out.bytes == r.bytes && out.ns > 0 && !out.cut_short);
	assert_int_equal(fstat(r.fd, &st), 0);
	assert_true((uint64_t)st.st_size == r.bytes);
	assert_int_equal(file_extents(r.fd, 0, r.bytes, &e), 0);
	assert_true(e.unwritten_bytes == 0);
	assert_false(zeros_only(r.fd, 0, r.bytes, buffer));
	put_back(&r);
}

static void
by_the_clock_it_ends_when_enough_is_there(void **state)
{
	struct layout_request r = new_request(*state);
	struct layout_outcome out;
	struct diag d = { 0 };
	struct stat st;

	r.unit_bytes = 3 * MIB;
	r.min_bytes = 5 * MIB;
	r.max_bytes = 64 * MIB;		/* 63 is the next multiple below */
	assert_int_equal(lay_out(&r, 0, &out, &d), 0);
	assert_true(out.bytes == 63 * MIB);
	assert_int_equal(fstat(r.fd, &st), 0);
	assert_true((uint64_t)st.st_size == out.bytes);

	r.max_bytes = 2 * MIB;
	assert_int_equal(lay_out(&r, 0, &out, &d), -ENOSPC);
	assert_non_null(strstr(d.text, "no room for a block"));
	put_back(&r);
}

static void
the_limit_ends_it_and_gives_back_what_was_reserved(void **state)
{
	struct layout_request r = new_request(*state);
	struct layout_outcome out;
	struct diag d = { 0 };
	struct stat st;

	r.min_bytes = 100 * MIB;
	r.max_bytes = 200 * MIB;
	r.enough_ns = 1000000000;
	r.limit_ns = 1;
	r.floor_bytes = 16 * MIB;
	assert_int_equal(lay_out(&r, 0, &out, &d), 0);
	assert_true(out.cut_short && out.bytes == 64 * MIB);
	assert_int_equal(fstat(r.fd, &st), 0);
	assert_true((uint64_t)st.st_size == out.bytes);
	assert_true((uint64_t)st.st_blocks * 512 < 65 * MIB);
	put_back(&r);
}

static void
the_stop_flag_ends_it(void **state)
{
	struct layout_request r = new_request(*state);
	struct layout_outcome out;
	struct diag d = { 0 };

	r.bytes = MIB;
	assert_int_equal(lay_out(&r, 1, &out, &d), -EINTR);
	assert_non_null(strstr(d.text, "laying out the file: "));
	put_back(&r);
}

static void
holes_are_refused_beyond_one_percent(void **state)
{
	const char *path = lab_path(*state, "holes");
	struct warnings w = { 0 };
	struct diag d = { 0 };
	struct target t;
	char buffer[4096];
	int fd;

	lab_file(path, 4 * MIB, true);
	assert_int_equal(target_look(&t, path, false, &d), 0);
	fd = target_open(&t, O_RDWR, &d);
	assert_int_equal(holes_check(&t, fd, 0, 4 * MIB, false, &w, &d),
	    -EINVAL);
	assert_non_null(strstr(d.text, "100 % of it is unwritten"));
	assert_non_null(strstr(d.text, "--allow-holes"));
	assert_int_equal(w.n, 0);
	assert_int_equal(holes_check(&t, fd, 0, 4 * MIB, true, &w, &d), 0);
	assert_int_equal(w.n, 1);
	assert_true(zeros_only(fd, 0, 4 * MIB, buffer));

	lab_file(path, 4 * MIB, false);
	assert_int_equal(holes_check(&t, fd, 0, 4 * MIB, false, &w, &d), 0);
	assert_int_equal(w.n, 1);
	assert_false(zeros_only(fd, 0, 4 * MIB, buffer));
	close(fd);
	target_release(&t);
	warnings_release(&w);
}

static void
ones_alone_are_like_zeros_alone(void **state)
{
	const char *path = lab_path(*state, "ones");
	char buffer[4096];
	int fd;

	fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	memset(buffer, 0xff, sizeof(buffer));
	for (int i = 0; i < 3; i++)
		assert_int_equal(write(fd, buffer, 4096), 4096);
	assert_true(zeros_only(fd, 0, 3 * 4096, buffer));
	assert_true(zeros_only(fd, 512, 1000, buffer));
	memset(buffer, 0, sizeof(buffer));
	assert_int_equal(pwrite(fd, buffer, 4096, 4096), 4096);
	assert_false(zeros_only(fd, 0, 3 * 4096, buffer));
	assert_false(zeros_only(fd, 1 << 20, 4096, buffer));
	close(fd);
}

static void
a_flush_is_counted_and_stops(void **state)
{
	const char *path = lab_path(*state, "flush");
	volatile sig_atomic_t stop = 0;
	struct meter meter = { 0 };
	const struct control c = { .stop = &stop, .meter = &meter };
	uint64_t flushed;
	int fd;

	lab_file(path, 20 * MIB, false);
	fd = open(path, O_RDWR | O_CLOEXEC);
	assert_int_equal(flush_steps(fd, 0, 20 * MIB, 1, 3 * MIB, &c,
	    &flushed), 0);
	assert_true(flushed >= 3 * MIB && flushed <= 20 * MIB);
	assert_true(meter.lane[0].flushed == flushed);
	assert_int_equal(flush_steps(fd, 0, 20 * MIB, 0, 0, &c, &flushed), 0);
	assert_true(flushed == 20 * MIB && meter.lane[0].flushed == 20 * MIB);
	stop = 1;
	assert_int_equal(flush_steps(fd, 0, 20 * MIB, 0, 0, &c, &flushed),
	    -EINTR);
	close(fd);
}

int
test_layout(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_of_known_size_is_written_whole),
		cmocka_unit_test(by_the_clock_it_ends_when_enough_is_there),
		cmocka_unit_test(
		    the_limit_ends_it_and_gives_back_what_was_reserved),
		cmocka_unit_test(the_stop_flag_ends_it),
		cmocka_unit_test(holes_are_refused_beyond_one_percent),
		cmocka_unit_test(ones_alone_are_like_zeros_alone),
		cmocka_unit_test(a_flush_is_counted_and_stops),
	};

	return cmocka_run_group_tests_name("target: layout", tests, lab_up,
	    lab_down);
}
