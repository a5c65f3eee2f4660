/* test_value_list -- lists of block sizes, words and names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "unit/cli/line.h"

int	test_value_list(void);

static void
lists_are_stored_in_order_and_once(void **state)
{
	struct line l;

	(void)state;
	assert_int_equal(line_parse(&l, "seqbench -b 64k,4K,65536,2147479552 "
	    "-o write,read,write --buffer page,page,huge "
	    "-e raw,buffered,raw ."), 0);
	assert_int_equal(l.o.block.n, 3);
	assert_string_equal(l.o.block.item[1].text, "4K");
	assert_int_equal(l.o.block.item[2].bytes, BLOCK_MAX);
	assert_int_equal(l.o.op.n, 2);
	assert_int_equal(l.o.op.item[0], OP_WRITE);
	assert_int_equal(l.o.op.item[1], OP_READ);
	assert_int_equal(l.o.buffer.n, 2);
	assert_int_equal(l.o.buffer.item[0], BUFFER_PAGE);
	assert_int_equal(l.o.buffer.item[1], BUFFER_HUGE);
	assert_int_equal(l.o.engine.n, 2);
	assert_string_equal(l.o.engine.item[0], "raw");
	assert_string_equal(l.o.engine.item[1], "buffered");
	line_release(&l);
}

static void
the_last_list_replaces_the_others(void **state)
{
	struct line l;

	(void)state;
	assert_int_equal(line_parse(&l, "seqbench -o read,write -e a,b,c -o "
	    "write -e d --rw=read --buffer huge --buffer page ."), 0);
	assert_int_equal(l.o.op.n, 1);
	assert_int_equal(l.o.op.item[0], OP_READ);
	assert_int_equal(l.o.engine.n, 1);
	assert_string_equal(l.o.engine.item[0], "d");
	assert_int_equal(l.o.buffer.n, 1);
	assert_int_equal(l.o.buffer.item[0], BUFFER_PAGE);
	line_release(&l);
}

static void
counts_are_numbers_without_a_unit(void **state)
{
	struct line l;

	(void)state;
	assert_int_equal(line_parse(&l, "seqbench -q 8,1-1024/4,8 -j64 ."),
	    0);
	assert_int_equal(l.o.depth.n, 7);
	assert_int_equal(l.o.depth.item[0].bytes, 8);
	assert_int_equal(l.o.depth.item[1].bytes, 1);
	assert_int_equal(l.o.depth.item[6].bytes, DEPTH_MAX);
	assert_int_equal(l.o.jobs.n, 1);
	assert_int_equal(l.o.jobs.item[0].bytes, JOBS_MAX);
	line_release(&l);

	assert_int_equal(line_parse(&l, "seqbench --iodepth=32 --numjobs 2 "
	    "."), 0);
	assert_int_equal(l.o.depth.item[0].bytes, 32);
	assert_int_equal(l.o.jobs.item[0].bytes, 2);
	line_release(&l);
}

#define NOT_A_DEPTH	": not from 1 to 1024; like 8, or 1,4,16, or 1-32"
#define NOT_JOBS	": not from 1 to 64; like 8, or 1,4,16, or 1-32"
#define NOT_A_SIZE	": not a size; like 4k, 128k, 1m, 4k-1m"
#define NOT_A_RANGE	": not a range from small to large; like 4k, 128k, "\
			"1m, 4k-1m"
#define EMPTY_ITEM	": an empty item; like 4k, 128k, 1m, 4k-1m"
#define TOO_LARGE	": too large: a transfer is at most 2147479552 bytes " \
			"on Linux"

static void
a_wrong_list_names_its_item(void **state)
{
	static const struct line_refused rows[] = {
		{ "seqbench -b 4x .", "-b 4x" NOT_A_SIZE },
		{ "seqbench -b4x .", "-b 4x" NOT_A_SIZE },
		{ "seqbench --bl=4k,4z,1m .", "--bl 4z" NOT_A_SIZE },
		{ "seqbench --bs=-4k .", "--bs -4k" NOT_A_SIZE },
		{ "seqbench -b 4k,64k-8k .", "-b 64k-8k" NOT_A_RANGE },
		{ "seqbench -b  .", "-b ''" EMPTY_ITEM },
		{ "seqbench -b 4k,,1m .", "-b 4k,,1m" EMPTY_ITEM },
		{ "seqbench -b 4k, .", "-b 4k," EMPTY_ITEM },
		{ "seqbench -b 4k,0 .", "-b 0: a block has at least one "
		    "byte" },
		{ "seqbench -b 3g .", "-b 3g" TOO_LARGE },
		{ "seqbench -b 1m,2147479553 .", "-b 2147479553" TOO_LARGE },
		{ "seqbench -b 1g-4g .", "-b 2g" TOO_LARGE },
		{ "seqbench -b 8E .", "-b 8E" TOO_LARGE },
		{ "seqbench -b 1-1g,3-1g,5,7,9,11,13 .", "-b 13: more than 64 "
		    "block sizes" },
		{ "seqbench -q 0 .", "-q 0" NOT_A_DEPTH },
		{ "seqbench -q 1025 .", "-q 1025" NOT_A_DEPTH },
		{ "seqbench -q 4k .", "-q 4k" NOT_A_DEPTH },
		{ "seqbench -q 2x4 .", "-q 2x4" NOT_A_DEPTH },
		{ "seqbench -q -1 .", "-q -1" NOT_A_DEPTH },
		{ "seqbench --depth=8,,9 .", "--depth 8,,9" NOT_A_DEPTH },
		{ "seqbench -q 32-8 .", "-q 32-8" NOT_A_DEPTH },
		{ "seqbench -q  .", "-q ''" NOT_A_DEPTH },
		{ "seqbench -q 99999999999999999999 .",
		    "-q 99999999999999999999" NOT_A_DEPTH },
		{ "seqbench -q 1-1024,3-768,5-640,7-896,9-1000,11-1000,13-999,"
		    "15-999,17-999 .", "-q 1-1024,3-768,5-640,7-896,9-1000,"
		    "11-1000,13-999,15-999,17-999: more than 64 numbers" },
		{ "seqbench --jobs 65 .", "--jobs 65" NOT_JOBS },
		{ "seqbench -j 1,0 .", "-j 1,0" NOT_JOBS },
		{ "seqbench -o reed .", "-o reed: read or write, with commas "
		    "between them" },
		{ "seqbench -o rewrite .", "-o rewrite: read or write, with "
		    "commas between them" },
		{ "seqbench -o read, .", "-o read,: read or write, with "
		    "commas between them" },
		{ "seqbench --buffer small .", "--buffer small: huge or page, "
		    "with commas between them" },
		{ "seqbench -e  .", "-e '': an empty name" },
		{ "seqbench -e raw,,null .", "-e raw,,null: an empty name" },
		{ "seqbench -e a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q .",
		    "-e a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q: more than 16 "
		    "names" },
	};

	(void)state;
	assert_refused(rows, sizeof(rows) / sizeof(*rows));
}

int
test_value_list(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_are_stored_in_order_and_once),
		cmocka_unit_test(the_last_list_replaces_the_others),
		cmocka_unit_test(counts_are_numbers_without_a_unit),
		cmocka_unit_test(a_wrong_list_names_its_item),
	};

	return cmocka_run_group_tests_name("cli/value_list", tests, NULL,
	    NULL);
}
