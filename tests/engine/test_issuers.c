/* test_issuers -- what one issuer has to itself, and how it is kept away. */
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "child.h"
#include "mover.h"
#include "scratch.h"
#include "seqbench/file.h"
#include "seqbench/queue.h"
#include "seqbench/sys.h"

int	test_issuers(void);

enum { BYTES = MOVER_BLOCK * MOVER_BLOCKS };

/* ---- mmap ---- */

static void
a_page_that_is_not_there_is_eio_at_its_offset(void **state)
{
	struct scratch *s = *state;
	int fd = scratch_file(s, "data", BYTES);
	struct mover m;

	assert_int_equal(mover_open(&m, issuer_find("mmap"), fd, IO_READ, 1),
	    0);
	assert_int_equal(ftruncate(fd, 4 * MOVER_BLOCK + 4096), 0);
	assert_int_equal(mover_one(&m, 0, 3 * MOVER_BLOCK + 100), MOVER_BLOCK);
	/* What there is, to the byte, and then the error. */
	assert_int_equal(mover_one(&m, 0, 4 * MOVER_BLOCK + 100), 4096 - 100);
	assert_int_equal(mover_one(&m, 0, 4 * MOVER_BLOCK + 4096), -EIO);
	assert_int_equal(mover_one(&m, 0, 9 * MOVER_BLOCK), -EIO);
	assert_int_equal(mover_one(&m, 0, 0), MOVER_BLOCK);
	mover_close(&m);
	close(fd);
	unlink(s->path);
}

static void
a_hole_without_space_is_eio_when_written(void **state)
{
	struct scratch *s = *state;
	int fd = scratch_file(s, "data", BYTES);
	struct mover m;

	assert_int_equal(mover_open(&m, issuer_find("mmap"), fd, IO_WRITE, 1),
	    0);
	assert_int_equal(ftruncate(fd, MOVER_BLOCK), 0);
	assert_int_equal(mover_one(&m, 0, 0), MOVER_BLOCK);
	assert_int_equal(mover_one(&m, 0, MOVER_BLOCK), -EIO);
	mover_close(&m);
	close(fd);
	unlink(s->path);
}

/* Not in a transfer: the process ends by it, as it would without us. */
static void
fault(const void *given, char *text, size_t size)
{
	struct mover m;
	int fd = *(const int *)given;

	(void)size;
	if (mover_open(&m, issuer_find("mmap"), fd, IO_READ, 1) < 0)
		return;
	(void)mover_one(&m, 0, 0);
	(void)raise(SIGBUS);
	(void)raise(SIGBUS);
	strcpy(text, "still there");
}

static void
another_sigbus_still_ends_the_process(void **state)
{
	struct scratch *s = *state;
	int fd = scratch_file(s, "data", BYTES), status;
	char text[64];

	status = child_run(fault, &fd, text, sizeof text);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGBUS);
	close(fd);
	unlink(s->path);
}

static void
a_range_in_the_middle_is_mapped_from_any_offset(void **state)
{
	struct scratch *s = *state;
	int fd = scratch_file(s, "data", BYTES);
	struct issuer_args args = {
		.fd = fd, .direction = IO_READ, .depth = 1,
		.offset = 5 * 512, .bytes = 3 * 512,
	};
	struct issuer_context c;
	char block[1024];
	struct io io = { IO_READ, block, sizeof block, 5 * 512, 0 };

	assert_int_equal(pwrite(fd, "here", 4, 5 * 512), 4);
	assert_int_equal(issuer_open(&c, issuer_find("mmap"), &args, NULL), 0);
	assert_int_equal(c.issuer->transfer(&c, &io), 1024);
	assert_memory_equal(block, "here", 4);
	io.offset += 1024;		/* the range ends before the file */
	assert_int_equal(c.issuer->transfer(&c, &io), 512);
	io.offset += 512;
	assert_int_equal(c.issuer->transfer(&c, &io), 0);
	issuer_close(&c);
	close(fd);
	unlink(s->path);
}

/* ---- vec ---- */

static void
what_vec_moved_does_not_stay_in_the_cache(void **state)
{
	struct scratch *s = *state;
	int fd = scratch_file(s, "data", BYTES), rc;
	uint64_t bytes;
	struct mover m;

	assert_int_equal(fdatasync(fd), 0);
	assert_int_equal(file_drop(fd, false), 0);
	rc = mover_open(&m, issuer_find("vec"), fd, IO_READ, 1);
	if (rc == -EOPNOTSUPP)
		print_message("skipped: %s\n", m.message);
	for (unsigned i = 0; rc == 0 && i < MOVER_BLOCKS; i++)
		assert_int_equal(mover_one(&m, i, (off_t)i * MOVER_BLOCK),
		    MOVER_BLOCK);
	if (rc == 0 && file_resident(fd, 0, BYTES, &bytes) == 0)
		assert_true(bytes <= BYTES / 4);
	if (rc == 0)
		mover_close(&m);
	close(fd);
	unlink(s->path);
}

static void
vec_is_refused_where_the_file_system_has_it_not(void **state)
{
	int fd = memfd_create("seqbench-test", MFD_CLOEXEC);
	struct mover m;

	(void)state;
	assert_int_equal(ftruncate(fd, BYTES), 0);
	assert_int_equal(mover_open(&m, issuer_find("vec"), fd, IO_READ, 1),
	    -EOPNOTSUPP);
	assert_int_equal(mover_open(&m, issuer_find("vec"), fd, IO_WRITE, 1),
	    -EOPNOTSUPP);
	assert_non_null(strstr(m.message, "RWF_DONTCACHE: this "));
	assert_int_equal(lseek(fd, 0, SEEK_END), BYTES);
	close(fd);
}

/* ---- kept away ---- */

struct lock { const char *issuer; long number; int code; };

static void
probe_forbidden(const void *given, char *text, size_t size)
{
	const struct lock *lock = given;
	char why[ISSUER_WHY];
	int rc;

	child_forbid(lock->number, lock->code);
	rc = issuer_usable(issuer_find(lock->issuer), why);
	snprintf(text, size, "%d %s", rc, why);
}

static void
a_seccomp_filter_is_named_by_either_error(void **state)
{
	static const struct lock locks[] = {
		{ "uring", SYS_io_uring_setup, EPERM },
		{ "uring", SYS_io_uring_setup, ENOSYS },
		{ "aio", SYS_io_setup, EPERM },
		{ "aio", SYS_io_setup, ENOSYS },
	};
	char text[512], want[64];

	(void)state;
	for (size_t i = 0; i < sizeof locks / sizeof *locks; i++) {
		assert_int_equal(child_run(probe_forbidden, &locks[i], text,
		    sizeof text), 0);
		print_message("           %s\n", text);
		snprintf(want, sizeof want, "by a seccomp filter (%s)",
		    locks[i].code == EPERM ? "EPERM" : "ENOSYS");
		assert_non_null(strstr(text, want));
		assert_int_equal(strtol(text, NULL, 10), -locks[i].code);
	}
}

struct room { size_t soft, hard; int fd; };

static void
read_limited(const void *given, char *text, size_t size)
{
	const struct room *room = given;
	char used[ISSUER_TEXT];
	struct mover m;

	child_limit(room->soft, room->hard);
	if (mover_open(&m, issuer_find("uring"), room->fd, IO_READ, 8) < 0) {
		snprintf(text, size, "%s", m.message);
		return;
	}
	for (unsigned i = 0; i < MOVER_BLOCKS; i++)
		mover_io(&m, i);
	mover_move(&m, MOVER_BLOCKS);
	m.c.issuer->describe(&m.c, used);
	snprintf(text, size, "%zd %s", m.io[MOVER_BLOCKS - 1].result, used);
	mover_close(&m);
}

static void
locked_memory_is_raised_or_done_without(void **state)
{
	struct scratch *s = *state;
	struct room room = { 64 << 10, 64 << 10, -1 };
	char text[512], why[ISSUER_WHY];

	scratch_need(geteuid() == 0, "needs root, to be somebody else");
	scratch_need(issuer_usable(issuer_find("uring"), why) == 0, why);
	room.fd = scratch_file(s, "data", BYTES);
	assert_int_equal(child_run(read_limited, &room, text, sizeof text), 0);
	print_message("           %s\n", text);
	assert_non_null(strstr(text, "8192 registered file, buffer: locked "
	    "memory limit"));
	room.hard = 64 << 20;
	assert_int_equal(child_run(read_limited, &room, text, sizeof text), 0);
	assert_non_null(strstr(text, "8192 registered buffer and file"));
	close(room.fd);
	unlink(s->path);
}

static void
a_depth_above_what_aio_has_names_the_sysctl(void **state)
{
	char why[ISSUER_WHY];
	struct queue_facts q;
	struct mover m;

	(void)state;
	scratch_need(issuer_usable(issuer_find("aio"), why) == 0, why);
	queue_look(&q);
	assert_int_equal(mover_open(&m, issuer_find("aio"), -1, IO_READ,
	    (unsigned)q.aio_most + 1), -EAGAIN);
	print_message("           %s\n", m.message);
	assert_non_null(strstr(m.message, "sysctl fs.aio-max-nr"));
}

int
test_issuers(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    a_page_that_is_not_there_is_eio_at_its_offset),
		cmocka_unit_test(a_hole_without_space_is_eio_when_written),
		cmocka_unit_test(another_sigbus_still_ends_the_process),
		cmocka_unit_test(
		    a_range_in_the_middle_is_mapped_from_any_offset),
		cmocka_unit_test(what_vec_moved_does_not_stay_in_the_cache),
		cmocka_unit_test(
		    vec_is_refused_where_the_file_system_has_it_not),
		cmocka_unit_test(a_seccomp_filter_is_named_by_either_error),
		cmocka_unit_test(locked_memory_is_raised_or_done_without),
		cmocka_unit_test(a_depth_above_what_aio_has_names_the_sysctl),
	};

	return cmocka_run_group_tests_name("single issuers", tests,
	    scratch_setup, scratch_teardown);
}
