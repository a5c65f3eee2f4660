/*
 * conformance -- one contract for every issuer in the registry, on real
 * files and at several depths: what is written is read back, the end of a
 * file is a short transfer, an error is a negative errno and spoils no
 * other, the depth is kept to, and after close the buffer is ours.
 */

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "mover.h"
#include "scratch.h"
#include "seqbench/file.h"

int	test_conformance(void);

typedef void contract(struct scratch *, const struct issuer *, unsigned depth);

static const unsigned depths[] = { 1, 2, 8, 32 };

enum { BYTES = MOVER_BLOCK * MOVER_BLOCKS };

/* Hold every issuer that works here to it, at every depth it has. */
static void
hold(struct scratch *s, contract *f)
{
	char why[ISSUER_WHY];

	for (size_t i = 0; issuers[i] != NULL; i++) {
		const struct issuer *is = issuers[i];
		size_t n = issuer_is_async(is) ?
		    sizeof depths / sizeof *depths : 1;

		if (issuer_usable(is, why) < 0) {
			assert_true(strlen(why) > 0);
			print_message("           %s skipped: %s\n", is->name,
			    why);
			continue;
		}
		for (size_t k = 0; is->moves_data && k < n; k++)
			f(s, is, depths[k]);
	}
}

/* A stream has no offset: the file position stands in for it. */
static void
go_to(const struct issuer *is, int fd, off_t offset)
{
	if (!is->positioned)
		assert_int_equal(lseek(fd, offset, SEEK_SET), offset);
}

/* An unnamed file; direct: -1 where the file system refuses that. */
static int
file_make(struct scratch *s, size_t bytes, bool direct)
{
	int fd = scratch_file(s, "data", bytes), flags;

	assert_int_equal(unlink(s->path), 0);
	flags = fcntl(fd, F_GETFL);
	if (direct && fcntl(fd, F_SETFL, flags | O_DIRECT) < 0) {
		close(fd);
		return -1;
	}
	return fd;
}

/* Open, or say why the file system won't do (vec on tmpfs). */
static bool
opened(struct mover *m, const struct issuer *is, int fd,
    enum io_direction direction, unsigned depth)
{
	int rc = mover_open(m, is, fd, direction, depth);

	if (rc == -EOPNOTSUPP) {
		print_message("           skipped: %s\n", m->message);
		return false;
	}
	assert_int_equal(rc, 0);
	return true;
}

static void
write_all(struct mover *m, unsigned salt)
{
	for (unsigned i = 0; i < MOVER_BLOCKS; i++) {
		mover_fill(m, i, salt);
		mover_io(m, i);
	}
	mover_move(m, MOVER_BLOCKS);
	for (unsigned i = 0; i < MOVER_BLOCKS; i++)
		assert_int_equal(m->io[i].result, MOVER_BLOCK);
	if (m->c.issuer->flush != NULL)
		assert_int_equal(m->c.issuer->flush(&m->c), 0);
}

static void
read_all(struct mover *m, unsigned salt)
{
	for (unsigned i = 0; i < MOVER_BLOCKS; i++)
		mover_io(m, i);
	mover_move(m, MOVER_BLOCKS);
	for (unsigned i = 0; i < MOVER_BLOCKS; i++) {
		assert_int_equal(m->io[i].result, MOVER_BLOCK);
		mover_check(m, i, salt);
	}
}

static void
there_and_back(int fd, const struct issuer *is, unsigned depth)
{
	char text[ISSUER_TEXT] = "";
	struct mover m;

	if (!opened(&m, is, fd, IO_WRITE, depth))
		return;
	if (is->describe != NULL)
		is->describe(&m.c, text);
	print_message("           %s %u %s\n", is->name, depth, text);
	write_all(&m, depth);
	mover_close(&m);
	go_to(is, fd, 0);
	assert_true(opened(&m, is, fd, IO_READ, depth));
	read_all(&m, depth);
	mover_close(&m);
}

static void
move_both_ways(struct scratch *s, const struct issuer *is, unsigned depth)
{
	int fd = file_make(s, is->maps ? BYTES : 0, false);

	there_and_back(fd, is, depth);
	close(fd);
	fd = is->positioned && !is->maps ? file_make(s, 0, true) : -1;
	if (fd >= 0) {
		there_and_back(fd, is, depth);
		close(fd);
	}
}

static void
what_is_written_is_read_back(void **state)
{
	hold(*state, move_both_ways);
}

static void
read_over_the_end(struct scratch *s, const struct issuer *is, unsigned depth)
{
	int fd = file_make(s, MOVER_BLOCK + 100, false);
	struct mover m;

	if (opened(&m, is, fd, IO_READ, depth)) {
		go_to(is, fd, MOVER_BLOCK);
		assert_int_equal(mover_one(&m, 0, MOVER_BLOCK), 100);
		go_to(is, fd, MOVER_BLOCK + 100);
		assert_int_equal(mover_one(&m, 0, MOVER_BLOCK + 100), 0);
		mover_close(&m);
	}
	close(fd);
}

static void
the_end_of_a_file_is_a_short_transfer(void **state)
{
	hold(*state, read_over_the_end);
}

/* Said by open, or by the first transfer. */
static int
code_of(const struct issuer *is, int fd, enum io_direction direction,
    unsigned depth)
{
	struct mover m;
	int rc = mover_open(&m, is, fd, direction, depth);

	if (rc < 0)
		return rc;
	rc = (int)mover_one(&m, 0, 0);
	mover_close(&m);
	return rc;
}

static void
use_bad_descriptors(struct scratch *s, const struct issuer *is, unsigned depth)
{
	int fd = scratch_file(s, "data", BYTES), other, rc;

	assert_int_equal(code_of(is, -1, IO_READ, depth), -EBADF);
	assert_int_equal(code_of(is, -1, IO_WRITE, depth), -EBADF);
	assert_int_equal(code_of(is, 1000, IO_READ, depth), -EBADF);
	other = file_reopen(fd, O_WRONLY);
	rc = code_of(is, other, IO_READ, depth);
	assert_true(rc == -EBADF || (is->maps && rc == -EACCES));
	close(other);
	other = file_reopen(fd, O_RDONLY);
	rc = code_of(is, other, IO_WRITE, depth);
	assert_true(rc == -EBADF || rc == -EOPNOTSUPP ||
	    (is->maps && rc == -EACCES));
	close(other);
	close(fd);
	unlink(s->path);
}

static void
an_error_is_a_negative_errno(void **state)
{
	hold(*state, use_bad_descriptors);
}

/* Direct I/O takes no odd offset. */
static void
ask_for_an_odd_one(struct scratch *s, const struct issuer *is, unsigned depth)
{
	int fd = is->positioned && !is->maps ? file_make(s, BYTES, true) : -1;
	unsigned odd = MOVER_BLOCKS / 2;
	struct mover m;

	if (fd < 0 || !opened(&m, is, fd, IO_READ, depth)) {
		close(fd);
		return;
	}
	for (unsigned i = 0; i < MOVER_BLOCKS; i++)
		mover_io(&m, i);
	m.io[odd].offset++;
	mover_move(&m, MOVER_BLOCKS);
	for (unsigned i = 0; i < MOVER_BLOCKS; i++)
		assert_int_equal(m.io[i].result,
		    i == odd ? -EINVAL : MOVER_BLOCK);
	mover_close(&m);
	close(fd);
}

static void
one_error_spoils_no_other(void **state)
{
	hold(*state, ask_for_an_odd_one);
}

static void
submit_too_many(struct scratch *s, const struct issuer *is, unsigned depth)
{
	int fd = issuer_is_async(is) ? file_make(s, BYTES, true) : -1, n;
	struct io *list[MOVER_BLOCKS], *done[MOVER_BLOCKS];
	unsigned sent = 0, back = 0;
	struct mover m;

	if (fd < 0)
		return;
	assert_int_equal(mover_open(&m, is, fd, IO_READ, depth), 0);
	assert_int_equal(is->reap(&m.c, done, 1, MOVER_BLOCKS), 0);
	for (unsigned i = 0; i < MOVER_BLOCKS; i++)
		list[i] = mover_io(&m, i);
	while ((n = is->submit(&m.c, list + sent, MOVER_BLOCKS - sent)) > 0)
		sent += (unsigned)n;
	assert_int_equal(n, 0);
	assert_int_equal(sent, depth);
	/* More than there are: all of them, and no waiting for the rest. */
	while (back < sent) {
		n = is->reap(&m.c, done, MOVER_BLOCKS, back == 0 ? 1 :
		    MOVER_BLOCKS);
		assert_true(n > 0 || n == -EINTR);
		back += n > 0 ? (unsigned)n : 0;
	}
	assert_int_equal(back, depth);
	assert_int_equal(is->reap(&m.c, done, 1, MOVER_BLOCKS), 0);
	mover_close(&m);
	close(fd);
}

static void
the_depth_is_kept_to(void **state)
{
	hold(*state, submit_too_many);
}

/*
 * The first reap hands everything over; the rest is left to close.  What is
 * put into the buffer after that must not reach the file.
 */
static void
close_too_early(struct scratch *s, const struct issuer *is, unsigned depth)
{
	int fd = issuer_is_async(is) ? file_make(s, BYTES, true) : -1;
	struct io *list[MOVER_BLOCKS], *done;
	struct mover m;

	if (fd < 0)
		return;
	assert_int_equal(mover_open(&m, is, fd, IO_WRITE, depth), 0);
	for (unsigned i = 0; i < depth; i++) {
		mover_fill(&m, i, depth);
		list[i] = mover_io(&m, i);
	}
	assert_int_equal(is->submit(&m.c, list, depth), depth);
	assert_int_equal(is->reap(&m.c, &done, 1, 1), 1);
	issuer_close(&m.c);
	memset(m.buffer, 0, BYTES);
	assert_int_equal(pread(fd, m.buffer, (size_t)depth * MOVER_BLOCK, 0),
	    depth * MOVER_BLOCK);
	m.c.issuer = is;		/* for messages */
	for (unsigned i = 0; i < depth; i++)
		mover_check(&m, i, depth);
	m.c.issuer = NULL;

	/* What no call told the kernel of never happens. */
	mover_close(&m);
	assert_int_equal(mover_open(&m, is, fd, IO_READ, depth), 0);
	list[0] = mover_io(&m, 0);
	assert_int_equal(is->submit(&m.c, list, 1), 1);
	mover_close(&m);
	close(fd);
}

static void
close_waits_for_what_is_in_flight(void **state)
{
	hold(*state, close_too_early);
}

static void
every_engine_names_an_issuer_that_there_is(void **state)
{
	char why[ISSUER_WHY];

	(void)state;
	for (size_t i = 0; engines[i] != NULL; i++) {
		assert_non_null(issuer_find(engines[i]->issuer));
		assert_ptr_equal(engine_find(engines[i]->name), engines[i]);
	}
	assert_null(engine_find("turbo"));
	assert_null(issuer_find(""));
	for (size_t i = 0; issuers[i] != NULL; i++) {
		const struct issuer *is = issuers[i];

		assert_true((is->transfer != NULL) + (is->submit != NULL) +
		    (is->absent != NULL) == 1);
		assert_true((is->submit != NULL) == (is->reap != NULL));
		if (issuer_usable(is, why) < 0)
			assert_true(strlen(why) > 0);
	}
}

static void
what_is_absent_is_not_opened(void **state)
{
	const struct issuer absent = {
		.name = "warp", .absent = "not in this universe",
	};
	char why[ISSUER_WHY];
	struct mover m;

	(void)state;
	assert_int_equal(issuer_usable(&absent, why), -ENOSYS);
	assert_string_equal(why, "not in this universe");
	assert_int_equal(mover_open(&m, &absent, -1, IO_READ, 1), -ENOSYS);
	assert_string_equal(m.message, "warp: not in this universe");
}

int
test_conformance(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_is_read_back),
		cmocka_unit_test(the_end_of_a_file_is_a_short_transfer),
		cmocka_unit_test(an_error_is_a_negative_errno),
		cmocka_unit_test(one_error_spoils_no_other),
		cmocka_unit_test(the_depth_is_kept_to),
		cmocka_unit_test(close_waits_for_what_is_in_flight),
		cmocka_unit_test(every_engine_names_an_issuer_that_there_is),
		cmocka_unit_test(what_is_absent_is_not_opened),
	};

	return cmocka_run_group_tests_name("issuers", tests, scratch_setup,
	    scratch_teardown);
}
