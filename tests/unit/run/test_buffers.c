/* test_buffers -- memory that is kept from pass to pass, and what fills it. */
#include "lab.h"

#include <errno.h>
#include <string.h>

#include "../../../src/run/buffers.h"
#include "../../../src/run/ceiling.h"
#include "seqbench/sys.h"

int	test_buffers(void);

static void
what_is_large_enough_and_of_that_kind_is_kept(void **state)
{
	struct buffer b = { 0 };
	struct diag d = { 0 };
	bool fresh;

	(void)state;
	fake_reset(NULL);
	assert_int_equal(buffer_need(&b, MiB, BUFFER_HUGE, &fresh, &d), 0);
	assert_true(fresh);
	assert_int_equal((uintptr_t)b.addr % (2 * MiB), 0);
	assert_int_equal(memory_page_bytes(b.addr), 2 * MiB);
	assert_int_equal(buffer_need(&b, 4096, BUFFER_HUGE, &fresh, &d), 0);
	assert_false(fresh);
	assert_int_equal(b.bytes, MiB);
	assert_int_equal(buffer_need(&b, 4096, BUFFER_PAGE, &fresh, &d), 0);
	assert_true(fresh);
	assert_int_equal(memory_page_bytes(b.addr), 4096);
	assert_int_equal(buffer_need(&b, 8192, BUFFER_PAGE, NULL, &d), 0);
	assert_int_equal(b.bytes, 8192);
	assert_int_equal(fake_mappings(), 1);
	buffer_release(&b);
	assert_int_equal(fake_mappings(), 0);
}

static void
a_pool_is_filled_once(void **state)
{
	const struct pattern random = { .kind = PATTERN_RANDOM, .seed = 1 };
	struct buffer b = { 0 };
	struct diag d = { 0 };
	char was;

	(void)state;
	fake_reset(NULL);
	assert_int_equal(pool_need(&b, MiB, BUFFER_HUGE, &random, NULL, &d),
	    0);
	assert_int_not_equal(memcmp(b.addr, (char *)b.addr + 1, MiB - 1), 0);
	was = *(char *)b.addr;
	*(char *)b.addr = (char)~was;
	assert_int_equal(pool_need(&b, MiB, BUFFER_HUGE, &random, NULL, &d),
	    0);
	assert_int_equal(*(char *)b.addr, (char)~was);
	buffer_release(&b);
}

static void
a_file_is_repeated_until_the_pool_is_full(void **state)
{
	const struct pattern file = { .kind = PATTERN_FILE };
	struct fake_script script = { .rules = 0 };
	struct buffer b = { 0 };
	struct diag d = { 0 };
	const unsigned char *byte;

	(void)state;
	/* In pieces, and after interruptions. */
	assert_int_equal(fake_script_parse(&script,
	    "read:1=EINTR read:2=short:1"), 0);
	fake_reset(&script);
	assert_int_equal(pool_need(&b, 8, BUFFER_HUGE, &file, "/fake/small",
	    &d), 0);
	byte = b.addr;
	/* Its three bytes are the first of its offset. */
	for (size_t i = 0; i < 8; i++)
		assert_int_equal(byte[i], 0);
	assert_int_equal(fake_file("/fake/small").read_bytes, 8);
	buffer_release(&b);

	fake_reset(NULL);
	assert_int_equal(pool_need(&b, 8, BUFFER_HUGE, &file, "/fake/empty",
	    &d), -ENODATA);
	assert_string_equal(d.text, "--data file=/fake/empty: empty file");
	assert_null(b.addr);
	assert_int_equal(fake_mappings(), 0);
	assert_int_equal(fake_open_descriptors(), 0);
}

static void
no_memory_is_an_error(void **state)
{
	struct fake_script script = { .rules = 0 };
	struct buffer b = { 0 };
	struct diag d = { 0 };

	(void)state;
	assert_int_equal(fake_script_parse(&script, "map:1=ENOMEM"), 0);
	fake_reset(&script);
	assert_int_equal(buffer_need(&b, MiB, BUFFER_HUGE, NULL, &d),
	    -ENOMEM);
	assert_string_equal(d.text, "buffer of 1.0 MiB: Cannot allocate "
	    "memory");
	buffer_release(&b);
}

static void
the_ceiling_takes_no_longer_than_a_pass(void **state)
{
	volatile sig_atomic_t stop = 0;
	struct meter meter = METER_INIT;
	const struct control control = { &stop, &meter, 0 };
	uint64_t start;

	(void)state;
	fake_reset(NULL);
	start = sys_now();
	assert_true(ceiling_measure(4096, 2 * MS, &control) > 0);
	assert_true(sys_now() - start < 3 * MS);
	start = sys_now();
	assert_true(ceiling_measure(4096, 1000 * MS, &control) > 0);
	assert_true(sys_now() - start < 51 * MS);
	stop = 1;
	assert_true(ceiling_measure(4096, 2 * MS, &control) == 0);
}

int
test_buffers(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    what_is_large_enough_and_of_that_kind_is_kept),
		cmocka_unit_test(a_pool_is_filled_once),
		cmocka_unit_test(a_file_is_repeated_until_the_pool_is_full),
		cmocka_unit_test(no_memory_is_an_error),
		cmocka_unit_test(the_ceiling_takes_no_longer_than_a_pass),
	};

	return cmocka_run_group_tests_name("buffers", tests, NULL, NULL);
}
