/* The loop with several transfers in flight, on an issuer with a script. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <errno.h>

#include "../../../src/run/loop.h"

enum { BLOCK = 4096, DEPTH = 4, SEEN_MAX = 64 };

int	test_queue(void);

/* What a transfer answers: by its number, in the order of submission. */
struct answer {
	size_t		 number;
	ssize_t		 result;
};

/* The transfers in flight come back newest first, to be out of order. */
static struct {
	const struct answer *answer;
	size_t		 answers;
	struct io	*held[DEPTH];
	size_t		 number[DEPTH];
	unsigned	 in_flight, most;
	size_t		 submitted;
	struct io	 seen[SEEN_MAX];
	uint64_t	 stamp[SEEN_MAX];	/* at its start, then */
	int		 refuse;	/* what submit() answers, once */
	int		 reap_fails;	/* -errno, once */
	size_t		 stop_after;	/* reaps; 0 never */
	size_t		 reaps;
} fake;
static volatile sig_atomic_t stop;

/* Little-endian, at the start of a block (pattern.h). */
static uint64_t
stamp_of(const unsigned char *block)
{
	uint64_t v = 0;

	for (int i = 7; i >= 0; i--)
		v = v << 8 | block[i];
	return v;
}

static int
fake_submit(struct issuer_context *c, struct io *const *list, unsigned n)
{
	unsigned i;

	(void)c;
	if (fake.refuse != 0) {
		int rc = fake.refuse;

		fake.refuse = 0;
		return rc;
	}
	for (i = 0; i < n && fake.in_flight < DEPTH; i++) {
		if (fake.submitted < SEEN_MAX) {
			fake.seen[fake.submitted] = *list[i];
			fake.stamp[fake.submitted] =
			    stamp_of(list[i]->buffer);
		}
		fake.number[fake.in_flight] = fake.submitted++;
		fake.held[fake.in_flight++] = list[i];
	}
	if (fake.in_flight > fake.most)
		fake.most = fake.in_flight;
	return (int)i;
}

static ssize_t
answer_to(size_t number, const struct io *io)
{
	for (size_t i = 0; i < fake.answers; i++)
		if (fake.answer[i].number == number)
			return fake.answer[i].result;
	return (ssize_t)io->length;
}

static int
fake_reap(struct issuer_context *c, struct io **done, unsigned min,
    unsigned max)
{
	unsigned n = 0;

	(void)c;
	if (fake.reap_fails != 0) {
		int rc = fake.reap_fails;

		fake.reap_fails = 0;
		return rc;
	}
	if (fake.stop_after != 0 && ++fake.reaps >= fake.stop_after)
		stop = SIGINT;
	while (n < min + 1 && n < max && fake.in_flight > 0) {
		fake.in_flight--;
		done[n] = fake.held[fake.in_flight];
		done[n]->result = answer_to(fake.number[fake.in_flight],
		    done[n]);
		n++;
	}
	return (int)n;
}

static const struct issuer issuer_fake = {
	.name	    = "fake",
	.moves_data = true,
	.positioned = true,
	.submit	    = fake_submit,
	.reap	    = fake_reap,
};

static int
run(struct loop *l, const struct answer *answer, size_t answers)
{
	static char buffer[2 * DEPTH * BLOCK];
	static struct meter meter;
	static const struct control control = { &stop, &meter, 0 };
	static struct issuer_context context;

	stop = 0;
	fake.answer = answer;
	fake.answers = answers;
	fake.in_flight = fake.most = 0;
	fake.submitted = fake.reaps = 0;
	context = (struct issuer_context){
		.issuer = &issuer_fake,
		.args = { .fd = -1, .depth = DEPTH },
	};
	l->context = &context;
	l->buffer = buffer;
	l->buffer_bytes = l->direction == IO_READ ? DEPTH * BLOCK :
	    sizeof buffer;
	l->block = BLOCK;
	l->limit_ns = UINT64_MAX;
	l->control = &control;
	if (l->align == 0)
		l->align = 1;
	return loop_run(l);
}

static void
the_depth_is_kept_and_never_exceeded(void **state)
{
	struct hist hist;
	struct loop l = { .bytes = 20 * BLOCK + 100, .hist = &hist };

	(void)state;
	hist_init(&hist);
	assert_int_equal(run(&l, NULL, 0), 0);
	assert_int_equal(l.done, 20 * BLOCK + 100);
	assert_int_equal(l.transfers, 21);
	assert_int_equal(fake.most, DEPTH);
	assert_int_equal(fake.submitted, 21);
	assert_int_equal(hist.count, 21);
	assert_int_equal(l.short_transfers, 0);
}

static void
every_block_is_asked_for_once(void **state)
{
	struct loop l = { .bytes = 30 * BLOCK, .offset = BLOCK };
	unsigned seen[30] = { 0 };

	(void)state;
	assert_int_equal(run(&l, NULL, 0), 0);
	for (size_t i = 0; i < fake.submitted; i++)
		seen[fake.seen[i].offset / BLOCK - 1]++;
	for (size_t i = 0; i < 30; i++)
		assert_int_equal(seen[i], 1);
}

static void
writes_go_through_the_whole_pool(void **state)
{
	struct loop l = { .bytes = 16 * BLOCK, .direction = IO_WRITE };
	bool used[2 * DEPTH] = { false };

	(void)state;
	assert_int_equal(run(&l, NULL, 0), 0);
	for (size_t i = 0; i < fake.submitted; i++)
		used[((char *)fake.seen[i].buffer - l.buffer) / BLOCK] = true;
	for (size_t i = 0; i < 2 * DEPTH; i++)
		assert_true(used[i]);
}

/* In whatever order they came back, and stopped by a flush or not. */
static void
every_block_bears_its_own_offset_when_it_goes(void **state)
{
	static const struct pattern pattern = { .seed = 1 };
	static const struct answer answer[] = {
		{ 3, -EINTR }, { 5, 0 + BLOCK / 2 }, { 7, -EAGAIN },
	};
	static const uint64_t tails[] = { 0, 512, BLOCK - 512 };

	(void)state;
	for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
		struct loop l = {
			.bytes = 40 * BLOCK + tails[i],
			.offset = 3 * BLOCK,
			.direction = IO_WRITE,
			.stamp = &pattern,
		};

		assert_int_equal(run(&l, answer, i == 0 ? 0 : 3), 0);
		assert_int_equal(l.done, l.bytes);
		assert_int_equal(fake.most, DEPTH);
		for (size_t k = 0; k < fake.submitted; k++)
			assert_int_equal(fake.stamp[k], fake.seen[k].offset);
	}
}

static void
short_and_interrupted_transfers_go_on(void **state)
{
	static const struct answer answer[] = {
		{ 1, 1000 }, { 2, -EINTR }, { 5, -EAGAIN }, { 7, 1 },
	};
	struct loop l = { .bytes = 12 * BLOCK };

	(void)state;
	assert_int_equal(run(&l, answer, 4), 0);
	assert_int_equal(l.done, 12 * BLOCK);
	assert_int_equal(l.transfers, 12);
	assert_int_equal(l.short_transfers, 2);
	assert_int_equal(fake.submitted, 16);
}

static void
one_error_among_many_is_named_and_the_others_are_drained(void **state)
{
	static const struct answer answer[] = { { 9, -EIO } };
	struct loop l = { .bytes = 40 * BLOCK, .offset = 7 * BLOCK };

	(void)state;
	assert_int_equal(run(&l, answer, 1), -EIO);
	assert_string_equal(l.failed_op, "read");
	assert_int_equal(l.failed_at, fake.seen[9].offset);
	assert_int_equal(fake.in_flight, 0);
	assert_int_equal(l.done, (fake.submitted - 1) * BLOCK);
	assert_true(fake.submitted < 20);
}

static void
the_end_of_a_file_and_a_full_target_are_errors(void **state)
{
	static const struct answer answer[] = { { 3, 0 } };
	struct loop in = { .bytes = 10 * BLOCK };
	struct loop out = { .bytes = 10 * BLOCK, .direction = IO_WRITE };

	(void)state;
	assert_int_equal(run(&in, answer, 1), -ENODATA);
	assert_int_equal(run(&out, answer, 1), -ENOSPC);
	assert_string_equal(out.failed_op, "write");
}

static void
a_queue_that_is_full_for_a_moment_is_asked_again(void **state)
{
	struct loop l = { .bytes = 6 * BLOCK };

	(void)state;
	fake.refuse = -EAGAIN;
	assert_int_equal(run(&l, NULL, 0), 0);
	assert_int_equal(l.done, 6 * BLOCK);
	fake.reap_fails = -EINTR;
	l = (struct loop){ .bytes = 6 * BLOCK };
	assert_int_equal(run(&l, NULL, 0), 0);
	assert_int_equal(l.done, 6 * BLOCK);
}

static void
what_submit_refuses_is_an_error_at_its_offset(void **state)
{
	struct loop l = { .bytes = 6 * BLOCK, .offset = 3 * BLOCK,
		.direction = IO_WRITE };

	(void)state;
	fake.refuse = -EBADF;
	assert_int_equal(run(&l, NULL, 0), -EBADF);
	assert_string_equal(l.failed_op, "write");
	assert_int_equal(l.failed_at, 3 * BLOCK);
	assert_int_equal(l.done, 0);
}

static void
a_stop_drains_what_is_in_flight(void **state)
{
	struct loop l = { .bytes = 100 * BLOCK };

	(void)state;
	fake.stop_after = 5;
	assert_int_equal(run(&l, NULL, 0), -EINTR);
	fake.stop_after = 0;
	assert_int_equal(fake.in_flight, 0);
	assert_int_equal(l.done, fake.submitted * BLOCK);
	assert_true(l.done < 100 * BLOCK);
}

static void
a_flush_waits_for_all_before_it(void **state)
{
	struct loop l = { .bytes = 8 * BLOCK, .direction = IO_WRITE,
		.flush_every = 2 };

	(void)state;
	/* The descriptor is none, so the first flush fails. */
	assert_int_equal(run(&l, NULL, 0), -EBADF);
	assert_string_equal(l.failed_op, "flush");
	assert_int_equal(fake.submitted, 2);
	assert_int_equal(l.done, 2 * BLOCK);
}

static void
mapped_blocks_are_cut_where_segments_end(void **state)
{
	static struct segment pieces[] = {
		{ BLOCK, 90 * BLOCK, 2 * BLOCK + 512 },
		{ 3 * BLOCK + 512, 10 * BLOCK, 8 * BLOCK },
	};
	static const struct map map = { pieces, 2, 2 };
	static const struct {
		uint64_t	 offset;
		size_t		 length;
	} asked[] = {
		{ 90 * BLOCK, BLOCK }, { 91 * BLOCK, BLOCK },
		{ 92 * BLOCK, 512 }, { 10 * BLOCK, BLOCK },
		{ 11 * BLOCK, BLOCK - 512 },
	};
	/* The first answer comes late and is short: it goes on in place. */
	static const struct answer answers[] = { { 0, 1024 } };
	struct loop l = { .bytes = 4 * BLOCK, .offset = BLOCK, .map = &map };

	(void)state;
	assert_int_equal(run(&l, answers, 1), 0);
	assert_int_equal(l.done, 4 * BLOCK);
	assert_int_equal(l.transfers, 5);
	assert_int_equal(fake.submitted, 6);
	for (size_t i = 0, n = 0; i < fake.submitted; i++) {
		if (fake.seen[i].offset == 90 * BLOCK + 1024) {
			assert_int_equal(fake.seen[i].length, BLOCK - 1024);
			continue;
		}
		assert_int_equal(fake.seen[i].offset, asked[n].offset);
		assert_int_equal(fake.seen[i].length, asked[n].length);
		n++;
	}
}

static void
an_error_in_a_mapped_block_is_at_its_place_in_the_file(void **state)
{
	static struct segment piece[] = { { BLOCK, 90 * BLOCK, 9 * BLOCK } };
	static const struct map map = { piece, 1, 1 };
	static const struct answer answers[] = { { 2, -EIO } };
	struct loop l = { .bytes = 4 * BLOCK, .offset = BLOCK, .map = &map };

	(void)state;
	assert_int_equal(run(&l, answers, 1), -EIO);
	assert_int_equal(l.failed_at, 3 * BLOCK);
}

int
test_queue(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_depth_is_kept_and_never_exceeded),
		cmocka_unit_test(every_block_is_asked_for_once),
		cmocka_unit_test(writes_go_through_the_whole_pool),
		cmocka_unit_test(every_block_bears_its_own_offset_when_it_goes),
		cmocka_unit_test(short_and_interrupted_transfers_go_on),
		cmocka_unit_test(
		    one_error_among_many_is_named_and_the_others_are_drained),
		cmocka_unit_test(
		    the_end_of_a_file_and_a_full_target_are_errors),
		cmocka_unit_test(
		    a_queue_that_is_full_for_a_moment_is_asked_again),
		cmocka_unit_test(
		    what_submit_refuses_is_an_error_at_its_offset),
		cmocka_unit_test(a_stop_drains_what_is_in_flight),
		cmocka_unit_test(a_flush_waits_for_all_before_it),
		cmocka_unit_test(mapped_blocks_are_cut_where_segments_end),
		cmocka_unit_test(
		    an_error_in_a_mapped_block_is_at_its_place_in_the_file),
	};

	return cmocka_run_group_tests_name("queue", tests, NULL, NULL);
}
