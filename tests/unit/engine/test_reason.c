/* Why a queue is refused: each cause has its sentence. */

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../../src/engine/reason.h"
#include "fake/fake.h"
#include "seqbench/file.h"
#include "seqbench/queue.h"

int	test_reason(void);

static const struct feature ring = {
	.name = "io_uring", .major = 5, .minor = 6,
	.option = "CONFIG_IO_URING", .sysctl = true,
};
static const struct feature aio = {
	.name = "aio", .major = 2, .minor = 6, .option = "CONFIG_AIO",
};

static const struct {
	const struct feature *feature;
	int		 code;
	struct queue_facts facts;
	const char	*sentence;
} rows[] = {
	{ &ring, -ENOSYS, { .major = 4, .minor = 19 },
	    "this kernel, Linux 4.19, is too old for io_uring: it takes 5.6" },
	/* A filter or not, it would not be there. */
	{ &ring, -ENOSYS, { .major = 5, .minor = 5, .filtered = true },
	    "this kernel, Linux 5.5, is too old for io_uring: it takes 5.6" },
	{ &ring, -ENOSYS, { .major = 5, .minor = 10 },
	    "io_uring is not built into this kernel (CONFIG_IO_URING)" },
	{ &ring, -ENOSYS, { .major = 6, .minor = 1, .filtered = true },
	    "io_uring is forbidden by a seccomp filter (ENOSYS), as "
	    "containers have; its profile must allow it" },
	{ &ring, -EPERM, { .major = 6, .minor = 1, .filtered = true },
	    "io_uring is forbidden by a seccomp filter (EPERM), as "
	    "containers have; its profile must allow it" },
	{ &ring, -EPERM, { .major = 6, .minor = 6, .uring_disabled = 2,
	    .root = true },
	    "io_uring is forbidden by sysctl: kernel.io_uring_disabled is 2; "
	    "0 allows it" },
	{ &ring, -EPERM, { .major = 6, .minor = 6, .uring_disabled = 1 },
	    "io_uring is forbidden by sysctl: kernel.io_uring_disabled is 1; "
	    "0 allows it" },
	/* 1 does not keep root out. */
	{ &ring, -EPERM, { .major = 6, .minor = 6, .uring_disabled = 1,
	    .root = true, .filtered = true },
	    "io_uring is forbidden by a seccomp filter (EPERM), as "
	    "containers have; its profile must allow it" },
	{ &ring, -EPERM, { .major = 6, .minor = 6,
	    .uring_disabled = NOT_KNOWN },
	    "io_uring: Operation not permitted (by a security module?)" },
	{ &ring, -ENOMEM, { .major = 5, .minor = 10,
	    .memlock_bytes = 64 << 10 },
	    "io_uring: Cannot allocate memory; the locked memory limit "
	    "(ulimit -l) is 64 KiB" },
	{ &ring, -ENOMEM, { .major = 5, .minor = 10,
	    .memlock_bytes = NOT_KNOWN },
	    "io_uring: Cannot allocate memory" },
	{ &ring, -EMFILE, { .major = 6, .minor = 6 },
	    "io_uring: Too many open files" },
	/* That sysctl is io_uring's alone. */
	{ &aio, -EPERM, { .major = 6, .minor = 6, .uring_disabled = 2,
	    .filtered = true },
	    "aio is forbidden by a seccomp filter (EPERM), as containers "
	    "have; its profile must allow it" },
	{ &aio, -ENOSYS, { .major = 6, .minor = 6 },
	    "aio is not built into this kernel (CONFIG_AIO)" },
	{ &aio, -EAGAIN, { .major = 6, .minor = 6, .aio_in_use = 65000,
	    .aio_most = 65536 },
	    "fs.aio-nr is 65000 of fs.aio-max-nr 65536; sysctl "
	    "fs.aio-max-nr raises it" },
};

static void
each_cause_has_its_sentence(void **state)
{
	char why[ISSUER_WHY];

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		fake_queue_facts(&rows[i].facts);
		assert_int_equal(feature_why(rows[i].feature, rows[i].code,
		    why), rows[i].code);
		assert_string_equal(why, rows[i].sentence);
	}
	fake_queue_facts(NULL);
}

static void
a_probe_says_it_of_what_is_there(void **state)
{
	static const struct queue_facts before = { .major = 6, .minor = 13 };
	char why[ISSUER_WHY];

	(void)state;
	assert_int_equal(issuer_usable(issuer_find("vec"), why), 0);
	fake_queue_facts(&before);
	assert_int_equal(issuer_usable(issuer_find("vec"), why), -EOPNOTSUPP);
	assert_string_equal(why, "this kernel, Linux 6.13, is too old for "
	    "RWF_DONTCACHE: it takes 6.14");
	fake_queue_facts(NULL);
	assert_int_equal(issuer_usable(issuer_find("uring"), why), -ENOSYS);
	assert_string_equal(why,
	    "io_uring is not built into this kernel (CONFIG_IO_URING)");
}

int
test_reason(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_cause_has_its_sentence),
		cmocka_unit_test(a_probe_says_it_of_what_is_there),
	};

	return cmocka_run_group_tests_name("reasons", tests, NULL, NULL);
}
