/* test_value -- flags, words and names of options. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "unit/cli/line.h"

int	test_value(void);

static void
words_and_strings_are_stored(void **state)
{
	struct line l;

	(void)state;
	assert_int_equal(line_parse(&l, "seqbench -c as-is -l preallocate "
	    "--order=random --style bsd --color never --progress=always "
	    "--allow-holes --create --keep --overwrite --quiet --verbose "
	    "--destroy /dev/sdx --lose ext4 --label  -f dd --json=j --csv=c "
	    "--markdown=m --latency --log=l --interval 0.25s t"), 0);
	assert_int_equal(l.o.cache, CACHE_AS_IS);
	assert_int_equal(l.o.layout, LAYOUT_PREALLOCATE);
	assert_int_equal(l.o.order, ORDER_RANDOM);
	assert_int_equal(l.o.style, STYLE_BSD);
	assert_int_equal(l.o.color, COLOR_NEVER);
	assert_int_equal(l.o.progress, COLOR_ALWAYS);
	assert_true(l.o.allow_holes && l.o.create && l.o.keep &&
	    l.o.overwrite && l.o.quiet && l.o.verbose);
	assert_string_equal(l.o.destroy.item[0].device, "/dev/sdx");
	assert_string_equal(l.o.destroy.item[0].lose, "ext4");
	assert_string_equal(l.o.label, "");
	assert_string_equal(l.o.format, "dd");
	assert_string_equal(l.o.json, "j");
	assert_string_equal(l.o.csv, "c");
	assert_string_equal(l.o.markdown, "m");
	assert_string_equal(l.o.log, "l");
	assert_true(l.o.latency);
	assert_int_equal(l.o.interval_ns.value, 250000000);
	line_release(&l);
}

static void
flush_is_a_word_or_a_number_of_blocks(void **state)
{
	static const struct {
		const char	*text;
		enum flush_mode	 mode;
		uint64_t	 every;
	} rows[] = {
		{ "seqbench -y end .", FLUSH_END, 0 },
		{ "seqbench -ynone .", FLUSH_NONE, 0 },
		{ "seqbench --flush=each .", FLUSH_EACH, 0 },
		{ "seqbench --flush dsync .", FLUSH_DSYNC, 0 },
		{ "seqbench -y sync .", FLUSH_SYNC, 0 },
		{ "seqbench -y 16 .", FLUSH_EVERY_N, 16 },
		{ "seqbench -y 16 -y end .", FLUSH_END, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct line l;

		assert_int_equal(line_parse(&l, rows[i].text), 0);
		assert_int_equal(l.o.flush, rows[i].mode);
		assert_int_equal(l.o.flush_every, rows[i].every);
		line_release(&l);
	}
}

static void
data_is_a_word_perhaps_with_a_value(void **state)
{
	static const struct {
		const char	*text;
		enum data_mode	 mode;
		unsigned	 percent;
		const char	*file;
	} rows[] = {
		{ "seqbench -d random .", DATA_RANDOM, 0, NULL },
		{ "seqbench -dzero .", DATA_ZERO, 0, NULL },
		{ "seqbench --data=compress=40 .", DATA_COMPRESS, 40, NULL },
		{ "seqbench -d compress=0 .", DATA_COMPRESS, 0, NULL },
		{ "seqbench -d compress=100 .", DATA_COMPRESS, 100, NULL },
		{ "seqbench -d file=a=b .", DATA_FILE, 0, "a=b" },
		{ "seqbench -d file=x -d compress=1 .", DATA_COMPRESS, 1,
		    NULL },
		{ "seqbench -d compress=1 -d zero .", DATA_ZERO, 0, NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct line l;

		assert_int_equal(line_parse(&l, rows[i].text), 0);
		assert_int_equal(l.o.data, rows[i].mode);
		assert_int_equal(l.o.data_percent, rows[i].percent);
		if (rows[i].file == NULL)
			assert_null(l.o.data_file);
		else
			assert_string_equal(l.o.data_file, rows[i].file);
		line_release(&l);
	}
}

static void
a_wrong_word_gets_the_right_ones(void **state)
{
	static const struct line_refused rows[] = {
		{ "seqbench --order sideways .", "--order sideways: mirror, "
		    "blocked or random" },
		{ "seqbench --ord=Mirror .", "--ord Mirror: mirror, blocked "
		    "or random" },
		{ "seqbench -c hot .", "-c hot: cold, warm or as-is" },
		{ "seqbench -c  .", "-c '': cold, warm or as-is" },
		{ "seqbench -l col .", "-l col: create, preallocate or "
		    "overwrite" },
		{ "seqbench --style=sysv .", "--style sysv: gnu or bsd" },
		{ "seqbench --progress=1 .", "--progress 1: auto, always or "
		    "never" },
		{ "seqbench -y never .", "-y never: end, none, each, dsync or "
		    "sync, or after how many blocks" },
		{ "seqbench -y 0 .", "-y 0: end, none, each, dsync or sync, "
		    "or after how many blocks" },
		{ "seqbench -d zeros .", "-d zeros: random, zero, "
		    "compress=PCT or file=F" },
		{ "seqbench -d file= .", "-d file=: random, zero, "
		    "compress=PCT or file=F" },
		{ "seqbench -d compress=101 .", "-d compress=101: PCT is a "
		    "whole number from 0 to 100" },
		{ "seqbench -d compress=-1 .", "-d compress=-1: PCT is a "
		    "whole number from 0 to 100" },
		{ "seqbench -f  .", "-f '': an empty F" },
		{ "seqbench --destroy= .", "--destroy '': an empty DEV" },
		{ "seqbench --json= .", "--json '': an empty F" },
	};

	(void)state;
	assert_refused(rows, sizeof(rows) / sizeof(*rows));
}

int
test_value(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_and_strings_are_stored),
		cmocka_unit_test(flush_is_a_word_or_a_number_of_blocks),
		cmocka_unit_test(data_is_a_word_perhaps_with_a_value),
		cmocka_unit_test(a_wrong_word_gets_the_right_ones),
	};

	return cmocka_run_group_tests_name("cli/value", tests, NULL, NULL);
}
