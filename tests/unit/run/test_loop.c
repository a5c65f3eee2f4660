/* The measuring loop, driven by an issuer that follows a script. */

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <errno.h>

#include "../../../src/run/loop.h"
#include "fake/fake.h"
#include "seqbench/sys.h"

int	test_loop(void);

enum {
	BLOCK	= 4096,
	POOL	= 3 * BLOCK + 100,
	LOG_MAX	= 16,
	MS	= 1000000,
};

/* What each call answers: 0 = all it was asked for. */
static const ssize_t *script;
static size_t script_len, calls;
static struct io seen[LOG_MAX];
static volatile sig_atomic_t stop;
static size_t stop_after;		/* calls; 0 never */
static uint64_t call_ns;		/* a call takes; 0 nothing */

static ssize_t
scripted(struct issuer_context *c, struct io *io)
{
	ssize_t answer = calls < script_len ? script[calls] : 0;

	(void)c;
	if (calls < LOG_MAX)
		seen[calls] = *io;
	calls++;
	if (call_ns != 0)
		sys_sleep(call_ns);
	if (stop_after != 0 && calls >= stop_after)
		stop = 2;
	io->result = answer == 0 ? (ssize_t)io->length : answer;
	if (io->result == -1000)
		io->result = 0;
	return io->result;
}

static const struct issuer issuer_scripted = {
	.name = "scripted",
	.transfer = scripted,
};

enum { END = -1000 };			/* a transfer of 0 bytes */

static int
run(struct loop *l, const ssize_t *answers, size_t n)
{
	static char buffer[POOL];
	static struct meter meter;
	static const struct control control = { &stop, &meter, 0 };
	static struct issuer_context usual = { .issuer = &issuer_scripted };

	script = answers;
	script_len = n;
	calls = 0;
	stop = 0;
	if (l->context == NULL)
		l->context = &usual;
	l->buffer = buffer;
	l->block = BLOCK;
	if (l->buffer_bytes == 0)
		l->buffer_bytes = BLOCK;
	if (l->limit_ns == 0)
		l->limit_ns = UINT64_MAX;
	l->control = &control;
	if (l->align == 0)
		l->align = 1;
	return loop_run(l);
}

static void
whole_blocks_then_the_tail(void **state)
{
	struct loop l = { .bytes = 2 * BLOCK + 100, .offset = 512 };

	(void)state;
	assert_int_equal(run(&l, NULL, 0), 0);
	assert_int_equal(calls, 3);
	assert_int_equal(l.done, 2 * BLOCK + 100);
	assert_int_equal(l.transfers, 3);
	assert_int_equal(l.short_transfers, 0);
	assert_int_equal(seen[1].offset, 512 + BLOCK);
	assert_int_equal(seen[2].length, 100);
	assert_false(l.limited);
}

static void
a_short_transfer_goes_on_where_it_ended(void **state)
{
	static const ssize_t answers[] = { 0, 1000, 96, 0 };
	struct loop l = { .bytes = 2 * BLOCK };

	(void)state;
	assert_int_equal(run(&l, answers, 4), 0);
	assert_int_equal(l.done, 2 * BLOCK);
	assert_int_equal(calls, 4);
	assert_int_equal(seen[2].offset, BLOCK + 1000);
	assert_int_equal(seen[2].length, BLOCK - 1000);
	assert_int_equal(seen[3].offset, BLOCK + 1096);
	assert_int_equal(l.transfers, 2);
	assert_int_equal(l.short_transfers, 2);
}

static void
an_interrupted_call_is_made_again(void **state)
{
	static const ssize_t answers[] = { -EINTR, -EAGAIN, 0 };
	struct loop l = { .bytes = BLOCK };

	(void)state;
	assert_int_equal(run(&l, answers, 3), 0);
	assert_int_equal(l.done, BLOCK);
	assert_int_equal(l.short_transfers, 0);
}

/* A pipe that is not to block, and a writer that does not write. */
static void
waiting_for_more_ends_with_the_time(void **state)
{
	static const ssize_t answers[] = { 0, 100, -EAGAIN, -EAGAIN, -EAGAIN,
	    -EAGAIN, -EAGAIN, -EAGAIN };
	struct loop l = { .bytes = 4 * BLOCK, .endless = true };

	(void)state;
	fake_reset(NULL);
	l.limit_ns = 3 * MS;
	assert_int_equal(run(&l, answers, 8), 0);
	assert_true(l.limited);
	assert_false(l.ended);
	assert_int_equal(l.done, BLOCK + 100);
	assert_true(calls < 8);
}

static void
an_error_keeps_what_was_done_and_names_the_call(void **state)
{
	static const ssize_t answers[] = { 0, 512, -EIO };
	struct loop l = { .bytes = 4 * BLOCK, .direction = IO_WRITE };

	(void)state;
	assert_int_equal(run(&l, answers, 3), -EIO);
	assert_int_equal(l.done, BLOCK + 512);
	assert_string_equal(l.failed_op, "write");
}

static void
a_file_that_ends_early_is_an_error_a_stream_is_not(void **state)
{
	static const ssize_t answers[] = { 0, 100, END };
	struct loop file = { .bytes = 4 * BLOCK };
	struct loop stream = { .bytes = 4 * BLOCK, .endless = true };

	(void)state;
	assert_int_equal(run(&file, answers, 3), -ENODATA);
	assert_int_equal(file.done, BLOCK + 100);
	assert_int_equal(run(&stream, answers, 3), 0);
	assert_int_equal(stream.done, BLOCK + 100);
	assert_true(stream.ended);
}

static void
a_full_target_is_no_space(void **state)
{
	static const ssize_t answers[] = { END };
	struct loop l = { .bytes = BLOCK, .direction = IO_WRITE };

	(void)state;
	assert_int_equal(run(&l, answers, 1), -ENOSPC);
	assert_int_equal(l.done, 0);
}

static void
a_direct_tail_asks_for_whole_sectors_and_counts_the_range(void **state)
{
	static const ssize_t answers[] = { 0, 100 };
	struct loop l = { .bytes = BLOCK + 100, .align = 512 };

	(void)state;
	assert_int_equal(run(&l, answers, 2), 0);
	assert_int_equal(seen[1].length, 512);
	assert_int_equal(l.done, BLOCK + 100);

	/* A range that ends inside a file: the sector holds more. */
	l = (struct loop){ .bytes = BLOCK + 100, .align = 512 };
	assert_int_equal(run(&l, NULL, 0), 0);
	assert_int_equal(l.done, BLOCK + 100);
}

static void
the_stop_flag_ends_it_between_transfers(void **state)
{
	struct loop l = { .bytes = 100 * BLOCK };

	(void)state;
	stop_after = 7;
	assert_int_equal(run(&l, NULL, 0), -EINTR);
	stop_after = 0;
	assert_int_equal(calls, 7);
	assert_int_equal(l.done, 7 * BLOCK);
}

static void
blocks_of_a_pool_are_taken_in_turn(void **state)
{
	struct loop l = { .bytes = 5 * BLOCK, .buffer_bytes = POOL };

	(void)state;
	assert_int_equal(run(&l, NULL, 0), 0);
	for (size_t i = 0; i < 5; i++)
		assert_ptr_equal(seen[i].buffer, l.buffer + i % 3 * BLOCK);
}

static void
the_rest_of_a_short_transfer_goes_where_it_belongs(void **state)
{
	static const ssize_t answers[] = { 0, 1000, 0, 0 };
	struct loop l = { .bytes = 3 * BLOCK, .buffer_bytes = POOL };

	(void)state;
	assert_int_equal(run(&l, answers, 4), 0);
	assert_ptr_equal(seen[2].buffer, l.buffer + BLOCK + 1000);
	assert_ptr_equal(seen[3].buffer, l.buffer + 2 * BLOCK);
	assert_int_equal(seen[3].offset, 2 * BLOCK);
	assert_int_equal(seen[3].length, BLOCK);
}

static void
the_deadline_is_looked_at_after_each_slow_transfer(void **state)
{
	struct loop l = { .bytes = 100 * BLOCK };

	(void)state;
	call_ns = 10 * MS;
	l.limit_ns = 35 * MS;
	assert_int_equal(run(&l, NULL, 0), 0);
	assert_int_equal(l.transfers, 4);
	assert_true(l.limited);

	/* What is complete is not limited, however late. */
	l = (struct loop){ .bytes = 4 * BLOCK };
	l.limit_ns = 35 * MS;
	assert_int_equal(run(&l, NULL, 0), 0);
	assert_int_equal(l.transfers, 4);
	assert_false(l.limited);
	call_ns = 0;
}

static void
quick_transfers_pass_the_deadline_by_a_few(void **state)
{
	struct loop l = { .bytes = 1000000ull * BLOCK };

	(void)state;
	call_ns = 1000;
	l.limit_ns = 100 * MS;
	assert_int_equal(run(&l, NULL, 0), 0);
	call_ns = 0;
	assert_true(l.limited);
	assert_in_range(l.transfers, 100000, 100256);
}

static void
every_nth_block_is_flushed(void **state)
{
	struct issuer_context c = { .issuer = &issuer_scripted };
	struct loop l = {
		.context = &c, .bytes = 700 * BLOCK + 100, .flush_every = 3,
	};
	uint64_t before = fake_calls(FAKE_FDATASYNC);

	(void)state;
	c.args.fd = sys_open("/fake/file", O_WRONLY, 0);
	assert_true(c.args.fd >= 0);
	assert_int_equal(run(&l, NULL, 0), 0);
	assert_int_equal(fake_calls(FAKE_FDATASYNC) - before, 233);
	assert_int_equal(l.transfers, 701);
	sys_close(c.args.fd);

	c.args.fd = -1;
	l = (struct loop){ .context = &c, .bytes = 7 * BLOCK,
	    .flush_every = 3 };
	assert_int_equal(run(&l, NULL, 0), -EBADF);
	assert_string_equal(l.failed_op, "flush");
	assert_int_equal(l.done, 3 * BLOCK);
}

static int
flush_of_its_own(struct issuer_context *c)
{
	return ++c->args.fd == 2 ? -EIO : 0;
}

static void
an_issuer_may_flush_by_itself(void **state)
{
	struct issuer own = issuer_scripted;
	struct issuer_context c = { .issuer = &own };
	struct loop l = {
		.context = &c, .bytes = 7 * BLOCK, .flush_every = 3,
	};

	(void)state;
	own.flush = flush_of_its_own;
	assert_int_equal(run(&l, NULL, 0), -EIO);
	assert_string_equal(l.failed_op, "flush");
	assert_int_equal(l.done, 6 * BLOCK);
}

/* Two pieces, the second before the first on the device. */
static struct segment pieces[] = {
	{ 512, 60000, BLOCK + 1000 },
	{ 512 + BLOCK + 1000, 20000, 2 * BLOCK - 1000 + 100 },
};
static const struct map in_pieces = { pieces, 2, 2 };

static void
a_mapped_range_is_moved_within_its_segments(void **state)
{
	static const ssize_t answers[] = { 0, 600, 0, -EAGAIN };
	struct loop l = {
		.bytes = 3 * BLOCK + 100, .offset = 512, .map = &in_pieces,
	};

	(void)state;
	assert_int_equal(run(&l, answers, 4), 0);
	assert_int_equal(l.done, 3 * BLOCK + 100);
	assert_int_equal(calls, 6);
	assert_int_equal(l.transfers, 4);
	assert_int_equal(l.short_transfers, 1);
	assert_int_equal(seen[0].offset, 60000);
	assert_int_equal(seen[1].offset, 60000 + BLOCK);
	assert_int_equal(seen[1].length, 1000);
	assert_int_equal(seen[2].offset, 60000 + BLOCK + 600);
	assert_int_equal(seen[2].length, 400);
	assert_int_equal(seen[4].offset, 20000);
	assert_int_equal(seen[4].length, BLOCK);
	assert_int_equal(seen[5].offset, 20000 + BLOCK);
	assert_int_equal(seen[5].length, BLOCK - 1000 + 100);
	assert_int_equal(l.control->meter->lane[0].bytes, l.done);
}

static void
an_error_in_a_mapped_range_is_named_by_the_file(void **state)
{
	static const ssize_t answers[] = { 0, 0, 100, -EIO };
	struct loop l = {
		.bytes = 3 * BLOCK, .offset = 512, .map = &in_pieces,
	};

	(void)state;
	assert_int_equal(run(&l, answers, 4), -EIO);
	assert_int_equal(l.done, BLOCK + 1100);
	assert_int_equal(l.failed_at, 512 + BLOCK + 1100);
}

int
test_loop(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_blocks_then_the_tail),
		cmocka_unit_test(a_short_transfer_goes_on_where_it_ended),
		cmocka_unit_test(an_interrupted_call_is_made_again),
		cmocka_unit_test(waiting_for_more_ends_with_the_time),
		cmocka_unit_test(an_error_keeps_what_was_done_and_names_the_call),
		cmocka_unit_test(
		    a_file_that_ends_early_is_an_error_a_stream_is_not),
		cmocka_unit_test(a_full_target_is_no_space),
		cmocka_unit_test(
		    a_direct_tail_asks_for_whole_sectors_and_counts_the_range),
		cmocka_unit_test(the_stop_flag_ends_it_between_transfers),
		cmocka_unit_test(blocks_of_a_pool_are_taken_in_turn),
		cmocka_unit_test(
		    the_rest_of_a_short_transfer_goes_where_it_belongs),
		cmocka_unit_test(
		    the_deadline_is_looked_at_after_each_slow_transfer),
		cmocka_unit_test(quick_transfers_pass_the_deadline_by_a_few),
		cmocka_unit_test(every_nth_block_is_flushed),
		cmocka_unit_test(an_issuer_may_flush_by_itself),
		cmocka_unit_test(a_mapped_range_is_moved_within_its_segments),
		cmocka_unit_test(
		    an_error_in_a_mapped_range_is_named_by_the_file),
	};

	return cmocka_run_group_tests_name("loop", tests, NULL, NULL);
}
