/* test_words -- the words behind the enums. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "seqbench/options.h"

int	test_words(void);

static void
each_value_has_its_word(void **state)
{
	(void)state;
	assert_string_equal(op_names[OP_READ], "read");
	assert_string_equal(op_names[OP_WRITE], "write");
	assert_string_equal(cache_text(CACHE_DEFAULT), "default");
	assert_string_equal(cache_text(CACHE_COLD), "cold");
	assert_string_equal(cache_text(CACHE_AS_IS), "as-is");
	assert_string_equal(flush_text(FLUSH_DEFAULT), "default");
	assert_string_equal(flush_text(FLUSH_END), "end");
	assert_string_equal(flush_text(FLUSH_EVERY_N), "every");
	assert_string_equal(flush_text(FLUSH_SYNC), "sync");
	assert_string_equal(layout_text(LAYOUT_DEFAULT), "default");
	assert_string_equal(layout_text(LAYOUT_OVERWRITE), "overwrite");
	assert_string_equal(order_text(ORDER_DEFAULT), "default");
	assert_string_equal(order_text(ORDER_MIRROR), "mirror");
	assert_string_equal(data_text(DATA_DEFAULT), "default");
	assert_string_equal(data_text(DATA_COMPRESS), "compress");
	assert_string_equal(buffer_text(BUFFER_HUGE), "huge");
	assert_string_equal(buffer_text(BUFFER_PAGE), "page");
}

int
test_words(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_value_has_its_word),
	};

	return cmocka_run_group_tests_name("cli/words", tests, NULL, NULL);
}
