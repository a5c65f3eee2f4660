/*
 * conformance -- one contract for every issuer in the registry, on real
 * files: what is written is read back, the end of a file is a short
 * transfer, an error is a negative errno, nothing else is touched.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "seqbench/engine.h"

int	test_conformance(void);

enum { BLOCK = 8192, BLOCKS = 5 };

static int
scratch_file(void)
{
	char name[] = "/tmp/seqbench-conformance.XXXXXX";
	int fd = mkstemp(name);

	assert_true(fd >= 0);
	assert_int_equal(unlink(name), 0);
	return fd;
}

static void
fill(unsigned char *block, unsigned number)
{
	for (size_t i = 0; i < BLOCK; i++)
		block[i] = (unsigned char)(i * 7 + number * 31 + 1);
}

static ssize_t
move(const struct issuer *is, int fd, enum io_direction direction,
    void *buffer, off_t offset)
{
	struct io io = {
		.direction = direction,
		.buffer = buffer,
		.length = BLOCK,
		.offset = offset,
	};
	ssize_t n = is->transfer(fd, &io);

	assert_int_equal(n, io.result);
	assert_int_equal(io.length, BLOCK);
	assert_int_equal(io.offset, offset);
	return n;
}

/* A stream has no offset: the file position stands in for it. */
static void
go_to(const struct issuer *is, int fd, off_t offset)
{
	if (!is->positioned)
		assert_int_equal(lseek(fd, offset, SEEK_SET), offset);
}

static void
what_is_written_is_read_back(void **state)
{
	static unsigned char out[BLOCK], in[BLOCK];

	(void)state;
	for (size_t i = 0; issuers[i] != NULL; i++) {
		const struct issuer *is = issuers[i];
		int fd = scratch_file();

		print_message("           issuer %s\n", is->name);
		for (unsigned k = 0; k < BLOCKS; k++) {
			fill(out, k);
			assert_int_equal(move(is, fd, IO_WRITE, out,
			    (off_t)k * BLOCK), BLOCK);
		}
		assert_int_equal(lseek(fd, 0, SEEK_END),
		    is->moves_data ? BLOCKS * BLOCK : 0);
		go_to(is, fd, 0);
		for (unsigned k = 0; k < BLOCKS; k++) {
			fill(out, k);
			assert_int_equal(move(is, fd, IO_READ, in,
			    (off_t)k * BLOCK), BLOCK);
			if (is->moves_data)
				assert_memory_equal(in, out, BLOCK);
		}
		close(fd);
	}
}

static void
the_end_of_a_file_is_a_short_transfer(void **state)
{
	static unsigned char block[BLOCK];

	(void)state;
	for (size_t i = 0; issuers[i] != NULL; i++) {
		const struct issuer *is = issuers[i];
		int fd = scratch_file();

		if (is->moves_data) {
			assert_int_equal(ftruncate(fd, BLOCK + 100), 0);
			go_to(is, fd, BLOCK);
			assert_int_equal(move(is, fd, IO_READ, block, BLOCK),
			    100);
			go_to(is, fd, BLOCK + 100);
			assert_int_equal(move(is, fd, IO_READ, block,
			    BLOCK + 100), 0);
		}
		close(fd);
	}
}

static void
an_error_is_a_negative_errno(void **state)
{
	static unsigned char block[BLOCK];
	int full = open("/dev/full", O_WRONLY);

	(void)state;
	assert_true(full >= 0);
	for (size_t i = 0; issuers[i] != NULL; i++) {
		const struct issuer *is = issuers[i];

		if (!is->moves_data)
			continue;
		assert_int_equal(move(is, -1, IO_READ, block, 0), -EBADF);
		assert_int_equal(move(is, -1, IO_WRITE, block, 0), -EBADF);
		assert_int_equal(move(is, full, IO_WRITE, block, 0), -ENOSPC);
	}
	close(full);
}

static void
every_engine_names_an_issuer_that_there_is(void **state)
{
	(void)state;
	for (size_t i = 0; engines[i] != NULL; i++) {
		assert_non_null(issuer_find(engines[i]->issuer));
		assert_ptr_equal(engine_find(engines[i]->name), engines[i]);
	}
	assert_null(engine_find("turbo"));
	assert_null(issuer_find(""));
}

int
test_conformance(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_is_read_back),
		cmocka_unit_test(the_end_of_a_file_is_a_short_transfer),
		cmocka_unit_test(an_error_is_a_negative_errno),
		cmocka_unit_test(every_engine_names_an_issuer_that_there_is),
	};

	return cmocka_run_group_tests_name("issuers", tests, NULL, NULL);
}
