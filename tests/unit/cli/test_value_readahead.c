/* test_value_readahead -- words and sizes of --readahead. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "unit/cli/line.h"

int	test_value_readahead(void);

static void
words_and_sizes_are_kept_in_order_and_once(void **state)
{
	static const struct {
		const char	*text;
		enum readahead_mode mode;
		uint64_t	 bytes;
	} want[] = {
		{ "off", READAHEAD_OFF, 0 },
		{ "0", READAHEAD_SIZE, 0 },
		{ "512K", READAHEAD_SIZE, 524288 },
		{ "default", READAHEAD_DEFAULT, 0 },
		{ "1m", READAHEAD_SIZE, 1048576 },
		{ "2m", READAHEAD_SIZE, 2097152 },
		{ "1g", READAHEAD_SIZE, 1073741824 },
	};
	const size_t n = sizeof(want) / sizeof(*want);
	struct line l;

	(void)state;
	assert_int_equal(line_parse(&l, "seqbench --readahead 1k --readahead "
	    "off,0,512K,default,off,1m-2m,524288,1g ."), 0);
	assert_int_equal(l.o.readahead.n, n);
	for (size_t i = 0; i < n; i++) {
		const struct readahead *r = &l.o.readahead.item[i];

		assert_int_equal(r->mode, want[i].mode);
		assert_int_equal(r->size.bytes, want[i].bytes);
		assert_string_equal(r->size.text, want[i].text);
	}
	line_release(&l);
}

static void
anything_else_is_refused(void **state)
{
#define WANTED	": off, default or a size of at most 1g; like off,128k,512k " \
	"or 128k-4m"
	static const struct line_refused rows[] = {
		{ "seqbench --readahead on .", "--readahead on" WANTED },
		{ "seqbench --readahead=128k,,1m .", "--readahead ''" WANTED },
		{ "seqbench --readahead 128k, .", "--readahead ''" WANTED },
		{ "seqbench --readahead -1 .", "--readahead -1" WANTED },
		{ "seqbench --readahead off,1025m .",
		    "--readahead 1025m" WANTED },
		{ "seqbench --readahead 4m-1m .", "--readahead 4m-1m" WANTED },
		{ "seqbench --readahead OFF .", "--readahead OFF" WANTED },
	};

	(void)state;
	assert_refused(rows, sizeof(rows) / sizeof(*rows));
}

int
test_value_readahead(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_and_sizes_are_kept_in_order_and_once),
		cmocka_unit_test(anything_else_is_refused),
	};

	return cmocka_run_group_tests_name("cli/value_readahead", tests, NULL,
	    NULL);
}
