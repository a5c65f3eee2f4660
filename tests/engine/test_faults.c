/*
 * test_faults -- the measuring loop over every real issuer, at depth 1 and
 * 32, when transfers are cut short or fail, when calls are refused, and in a
 * storm of signals: every byte is moved, once and to where it belongs, or the
 * error is named with its offset and nothing is in flight any more.
 */
#include <sys/time.h>
#include <sys/wait.h>

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../src/run/loop.h"
#include "faulty.h"
#include "scratch.h"
#include "seqbench/diag.h"
#include "seqbench/file.h"
#include "seqbench/sys.h"

int	test_faults(void);

/* More blocks than the depth, and a tail that is no block. */
enum { BLOCKS = 40, DEPTH = 32, STORM_US = 100 };

/* A way to move a range. */
struct way {
	const struct issuer *real;
	enum io_direction direction;
	unsigned	 depth;
	bool		 direct;
	size_t		 block, step;	/* a transfer, and what it may be
					   cut to multiples of */
	size_t		 stride;	/* not each one, but each of these */
	size_t		 bytes;
	int		 fd;
	void		*buffer;
	/* Open, for all passes: an end is slow. */
	struct issuer_context context;
};

typedef void held_to(struct way *w);

static volatile sig_atomic_t stop;
static unsigned long ways;

/* ---- a pass ---- */

/* What loop_run() gave; l is what it found. */
static int
run(struct way *w, const struct faulty_script *script, struct loop *l)
{
	static struct meter meter = METER_INIT;
	static const struct control control = {
		.stop = &stop, .meter = &meter
	};

	w->context.issuer = faulty_issuer(w->real, script, w->block);
	if (!w->real->positioned)
		assert_int_equal(lseek(w->fd, 0, SEEK_SET), 0);
	*l = (struct loop){
		.context = &w->context,
		.direction = w->direction,
		.buffer = w->buffer,
		.buffer_bytes = w->block * BLOCKS,
		.block = w->block,
		.bytes = w->bytes,
		.align = w->direct ? w->step : 1,
		.limit_ns = UINT64_MAX,
		.flush_every = l->flush_every,
		.control = &control,
	};
	ways++;
	return loop_run(l);
}

static void
check_file(const struct way *w)
{
	static unsigned char all[FAULTY_BYTES];
	int fd;

	if (w->direction == IO_READ)
		return;
	fd = file_reopen(w->fd, O_RDONLY);
	assert_int_equal(pread(fd, all, w->bytes, 0), w->bytes);
	close(fd);
	for (size_t i = 0; i < w->bytes; i++)
		if (all[i] != faulty_byte((off_t)i))
			fail_msg("%s: byte %zu of the file is wrong",
			    w->real->name, i);
}

/* It went well, all the same. */
static void
run_well(struct way *w, const struct faulty_script *script,
    size_t shorts)
{
	struct loop l = { .flush_every = 0 };

	assert_int_equal(run(w, script, &l), 0);
	assert_int_equal(l.done, w->bytes);
	assert_int_equal(l.transfers, BLOCKS);
	assert_int_equal(l.short_transfers, shorts);
	assert_int_equal(faulty_count().moved, w->bytes);
	assert_int_equal(faulty_count().in_flight, 0);
	faulty_check_moved(w->bytes);
	check_file(w);
}

/* ---- every way there is ---- */

/* The bytes of the range are in it; -1 where direct I/O is refused. */
static int
make_file(struct scratch *s, const struct way *w)
{
	static unsigned char all[FAULTY_BYTES];
	int fd = scratch_file(s, "data", 0);

	for (size_t i = 0; i < w->bytes; i++)
		all[i] = faulty_byte((off_t)i);
	assert_int_equal(pwrite(fd, all, w->bytes, 0), w->bytes);
	assert_int_equal(unlink(s->path), 0);
	if (w->direct && fcntl(fd, F_SETFL, O_DIRECT) < 0) {
		close(fd);
		return -1;
	}
	return fd;
}

/* False where the file system has no such call (vec), or no direct I/O. */
static bool
way_open(struct scratch *s, struct way *w)
{
	struct issuer_args args = {
		.fd = w->fd = make_file(s, w),
		.direction = w->direction,
		.depth = w->depth,
		.block = w->block,
		.buffer_bytes = w->block * BLOCKS,
		.bytes = w->bytes,
	};

	if (w->fd < 0)
		return false;
	assert_int_equal(sys_map(args.buffer_bytes, true, &w->buffer), 0);
	args.buffer = w->buffer;
	if (issuer_open(&w->context, w->real, &args, NULL) == 0)
		return true;
	sys_unmap(w->buffer, args.buffer_bytes);
	close(w->fd);
	return false;
}

static void
way_close(struct way *w)
{
	issuer_close(&w->context);
	sys_unmap(w->buffer, w->block * BLOCKS);
	close(w->fd);
}

static void
hold_one(struct scratch *s, struct way w, held_to *f)
{
	w.step = w.direct ? 4096 : 1;
	/* What goes to the disk is tried with fewer. */
	w.stride = w.direct || w.real == issuer_find("vec") ? 7 : 1;
	w.block = w.direct ? 4096 : 500;
	w.bytes = w.block * BLOCKS;
	if (!way_open(s, &w))
		return;
	f(&w);
	way_close(&w);
}

static void
hold(struct scratch *s, held_to *f)
{
	static const unsigned depths[] = { 1, DEPTH };
	char why[ISSUER_WHY];

	ways = 0;
	for (size_t i = 0; issuers[i] != NULL; i++) {
		const struct issuer *is = issuers[i];

		if (!is->moves_data || issuer_usable(is, why) < 0)
			continue;
		for (size_t k = 0; k < (issuer_is_async(is) ? 2 : 1); k++)
			for (int way = 0; way < 4; way++)
				if (way < 2 || (is->positioned && !is->maps))
					hold_one(s, (struct way){
						.real = is,
						.direction = way & 1,
						.depth = depths[k],
						.direct = way >= 2,
					}, f);
	}
	print_message("           %lu passes\n", ways);
}

/* ---- cut short ---- */

/* Direct I/O by larger blocks, so that there is something to cut. */
static struct way
in_sectors(const struct way *w)
{
	struct way v = *w;

	if (w->direct) {
		v.step = 512;
		v.stride = 1;
		v.bytes -= v.bytes % v.block;
	}
	return v;
}

static void
cut_to_every_length(struct way *w)
{
	struct way v = in_sectors(w);

	for (size_t len = v.step; len < v.block;
	    len += v.step * v.stride)
		run_well(&v, &(struct faulty_script){
			.cut = len / v.step % BLOCKS, .length = len }, 1);
}

static void
a_transfer_cut_to_any_length_goes_on_where_it_ended(void **state)
{
	hold(*state, cut_to_every_length);
}

static void
cut_all(struct way *w)
{
	struct way v = in_sectors(w);
	size_t parts[] = { 1, 2, 3, v.block / v.step / 2, v.block / v.step - 1 };

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		size_t most = parts[i] * v.step;
		size_t calls = (v.block + most - 1) / most;

		run_well(&v, &(struct faulty_script){ .most = most },
		    BLOCKS * (calls - 1));
	}
}

static void
all_transfers_may_be_cut_again_and_again(void **state)
{
	hold(*state, cut_all);
}

/* ---- refused ---- */

static void
refuse_each(struct way *w)
{
	static const int codes[] = { -EINTR, -EAGAIN };

	for (size_t k = 0; k < 2 * BLOCKS; k += w->stride)
		run_well(w, &(struct faulty_script){ .fail = k % BLOCKS,
			.code = codes[k / BLOCKS] }, 0);
}

static void
an_interrupted_transfer_is_made_again(void **state)
{
	hold(*state, refuse_each);
}

static void
refuse_calls(struct way *w)
{
	static const int codes[] = { -EINTR, -EAGAIN, -EBUSY };

	if (!issuer_is_async(w->real))
		return;
	for (unsigned k = 2; k < 8; k++)
		run_well(w, &(struct faulty_script){
			.busy_every = k, .busy = codes[k % 2],
			.broken_every = k + 1, .broken = codes[k % 3] }, 0);
}

static void
a_queue_that_is_full_is_asked_again(void **state)
{
	hold(*state, refuse_calls);
}

/* ---- failing ---- */

static void
fail_each(struct way *w)
{
	struct loop l = { .flush_every = 0 };

	for (size_t k = 0; k < BLOCKS; k += w->stride) {
		assert_int_equal(run(w, &(struct faulty_script){
			.fail = k, .code = -EIO }, &l), -EIO);
		assert_string_equal(l.failed_op,
		    w->direction == IO_READ ? "read" : "write");
		assert_int_equal(l.failed_at, faulty_count().failed_at);
		assert_int_equal(l.failed_at, k * w->block);
		assert_int_equal(faulty_count().in_flight, 0);
		assert_int_equal(l.done, faulty_count().moved);
		assert_int_equal(l.transfers * w->block, l.done);
	}
}

static void
one_error_of_many_is_named_and_the_others_are_counted(void **state)
{
	hold(*state, fail_each);
}

/* The rest of what was cut: the offset is the byte, not the block. */
static void
fail_a_rest(struct way *w)
{
	struct way v = in_sectors(w);
	struct loop l = { .flush_every = 0 };

	for (size_t k = 0; k < BLOCKS; k += w->stride) {
		assert_int_equal(run(&v, &(struct faulty_script){ .cut = k,
			.length = 3 * v.step, .rest = -ENOSPC }, &l), -ENOSPC);
		assert_int_equal(l.failed_at, k * v.block + 3 * v.step);
		assert_int_equal(l.done, faulty_count().moved);
		assert_int_equal(faulty_count().in_flight, 0);
	}
}

static void
an_error_after_a_part_is_at_the_byte_where_that_ended(void **state)
{
	hold(*state, fail_a_rest);
}

/* It is closed then, for what is in flight; so this is once. */
static void
fail_reap(struct way *w)
{
	struct loop l = { .flush_every = 0 };

	if (!issuer_is_async(w->real))
		return;
	assert_int_equal(run(w, &(struct faulty_script){
		.broken_every = 2, .broken = -EINVAL }, &l), -EINVAL);
	assert_string_equal(l.failed_op,
	    w->direction == IO_READ ? "read" : "write");
	assert_true(l.done >= w->block && l.done % w->block == 0);
	assert_int_equal(l.failed_at, l.done);
}

static void
a_queue_that_breaks_is_an_error_of_the_transfers(void **state)
{
	hold(*state, fail_reap);
}

/* ---- a storm ---- */

static volatile sig_atomic_t alarms;

static void
on_alarm(int sig)
{
	(void)sig;
	alarms++;
}

/* Without SA_RESTART: every call that can be is interrupted. */
static void
storm(unsigned us)
{
	const struct itimerval every = {
		.it_interval.tv_usec = us, .it_value.tv_usec = us };
	const struct sigaction action = { .sa_handler = on_alarm };

	assert_int_equal(sigaction(SIGALRM, &action, NULL), 0);
	assert_int_equal(setitimer(ITIMER_REAL, &every, NULL), 0);
}

static void
move_in_a_storm(struct way *w)
{
	struct loop l = { .flush_every = w->direction == IO_WRITE ? 8 : 0 };
	sig_atomic_t before = alarms;

	storm(STORM_US);
	do {
		assert_int_equal(run(w, &(struct faulty_script){ .most = 0 },
		    &l), 0);
		faulty_check_moved(w->bytes);
		assert_int_equal(l.done, w->bytes);
		assert_int_equal(l.transfers, BLOCKS);
	} while (alarms - before < 20);
	storm(0);
	check_file(w);
}

static void
signals_every_100_us_change_nothing(void **state)
{
	hold(*state, move_in_a_storm);
}

/* A writer slower than the storm: each read is interrupted many times. */
static void
drip(int fd, size_t bytes)
{
	for (size_t i = 0; i < bytes; i += 100) {
		unsigned char some[100];

		for (size_t k = 0; k < sizeof some; k++)
			some[k] = faulty_byte((off_t)(i + k));
		if (write(fd, some, sizeof some) != (ssize_t)sizeof some)
			_exit(1);
		usleep(1000);
	}
	_exit(0);
}

static void
a_pipe_is_read_through_the_storm(void **state)
{
	struct way w = { .real = issuer_find("stream"), .depth = 1,
		.direction = IO_READ, .block = 500, .bytes = 500 * BLOCKS };
	struct issuer stream = *w.real;
	char buffer[500 * BLOCKS];
	struct loop l = { .flush_every = 0 };
	int ends[2], status;
	pid_t child;

	(void)state;
	assert_int_equal(pipe(ends), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0)
		drip(ends[1], w.bytes);
	close(ends[1]);
	w.fd = ends[0];
	stream.positioned = true;	/* no lseek(2) */
	w.real = &stream;
	w.context.args.fd = w.fd;
	w.buffer = buffer;
	storm(STORM_US);
	assert_int_equal(run(&w, &(struct faulty_script){ .most = 0 }, &l), 0);
	storm(0);
	faulty_check_moved(w.bytes);
	assert_int_equal(l.transfers, BLOCKS);
	close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

int
test_faults(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    a_transfer_cut_to_any_length_goes_on_where_it_ended),
		cmocka_unit_test(all_transfers_may_be_cut_again_and_again),
		cmocka_unit_test(an_interrupted_transfer_is_made_again),
		cmocka_unit_test(a_queue_that_is_full_is_asked_again),
		cmocka_unit_test(
		    one_error_of_many_is_named_and_the_others_are_counted),
		cmocka_unit_test(
		    an_error_after_a_part_is_at_the_byte_where_that_ended),
		cmocka_unit_test(
		    a_queue_that_breaks_is_an_error_of_the_transfers),
		cmocka_unit_test(signals_every_100_us_change_nothing),
		cmocka_unit_test(a_pipe_is_read_through_the_storm),
	};

	return cmocka_run_group_tests_name("faults", tests, scratch_setup,
	    scratch_teardown);
}
