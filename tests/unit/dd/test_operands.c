/* test_operands -- dd's command line, and how it is refused. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "seqbench/dd.h"
#include "seqbench/diag.h"

enum { WORDS = 8 };

int	test_operands(void);

/* Parse words parted by blanks. */
static int
parse(const char *line, enum style_mode style, struct dd_operands *o,
    struct warnings *w, struct diag *d)
{
	static char copy[256];
	char *argv[WORDS], *word;
	int argc = 0;

	snprintf(copy, sizeof(copy), "%s", line);
	for (word = strtok(copy, " "); word != NULL; word = strtok(NULL, " "))
		argv[argc++] = word;
	return dd_operands_parse(o, argc, argv, style, w, d);
}

static struct dd_operands
parsed(const char *line)
{
	struct dd_operands o;
	struct warnings w = { 0 };
	struct diag d = { 0 };
	int r = parse(line, STYLE_GNU, &o, &w, &d);

	if (r < 0 || w.n != 0)
		printf("%s: %s\n", line, r < 0 ? d.text : w.text[0]);
	assert_int_equal(r, 0);
	assert_int_equal(w.n, 0);
	return o;
}

static void
without_operands_everything_is_copied_by_512(void **state)
{
	struct dd_operands o = parsed("");

	(void)state;
	assert_null(o.in);
	assert_null(o.out);
	assert_int_equal(o.ibs, 512);
	assert_int_equal(o.obs, 512);
	assert_true(o.reblock);
	assert_true(o.count.blocks == UINT64_MAX);
	assert_true(o.skip.blocks == 0 && o.seek.blocks == 0);
	assert_int_equal(o.status, DD_STATUS_ALL);
	assert_int_equal(o.pages, BUFFER_HUGE);
}

static void
bs_wins_wherever_it_stands(void **state)
{
	struct dd_operands o = parsed("ibs=1 bs=4k obs=2");

	(void)state;
	assert_int_equal(o.ibs, 4096);
	assert_int_equal(o.obs, 4096);
	assert_false(o.reblock);
	assert_true(parsed("ibs=4k obs=4k").reblock);
}

static void
the_last_of_an_operand_counts(void **state)
{
	struct dd_operands o = parsed("bs=1 bs=2 of=a of=b status=none "
	    "status=noxfer");

	(void)state;
	assert_int_equal(o.ibs, 2);
	assert_string_equal(o.out, "b");
	assert_int_equal(o.status, DD_STATUS_NOXFER);
}

static void
counts_are_blocks_or_bytes(void **state)
{
	static const struct {
		const char	*line;
		uint64_t	 blocks;
		size_t		 bytes;
	} rows[] = {
		{ "count=3", 3, 0 },
		{ "count=0", 0, 0 },
		{ "count=1000B", 1, 488 },
		{ "count=1kB", 1, 488 },
		{ "count=1000 iflag=count_bytes", 1, 488 },
		{ "bs=10 count=25B", 2, 5 },
		{ "count=2x512B", 2, 0 },
		{ "iflag=count_bytes", UINT64_MAX, 0 },
		{ "count=9223372036854775807", INT64_MAX, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct dd_operands o = parsed(rows[i].line);

		assert_true(o.count.blocks == rows[i].blocks);
		assert_int_equal(o.count.bytes, rows[i].bytes);
	}
}

static void
skip_counts_by_ibs_and_seek_by_obs(void **state)
{
	struct dd_operands o = parsed("ibs=10 obs=100 iseek=25B oseek=250 "
	    "oflag=seek_bytes");

	(void)state;
	assert_true(o.skip.blocks == 2 && o.skip.bytes == 5);
	assert_true(o.seek.blocks == 2 && o.seek.bytes == 50);
}

static void
lists_add_up(void **state)
{
	struct dd_operands o = parsed("conv=sync,noerror conv=fsync "
	    "iflag=fullblock,direct oflag=dsync,append conv=notrunc");

	(void)state;
	assert_int_equal(o.conv, DD_SYNC | DD_NOERROR | DD_FSYNC |
	    DD_NOTRUNC);
	assert_int_equal(o.in_flags, DD_FULLBLOCK);
	assert_int_equal(o.in_open, O_DIRECT);
	assert_int_equal(o.out_open, O_DSYNC | O_APPEND);
}

static void
freebsd_operands_and_our_own_are_known(void **state)
{
	struct dd_operands o = parsed("speed=1m fillchar=x buffer=page");

	(void)state;
	assert_true(o.speed == 1048576);
	assert_int_equal(o.fill, 'x');
	assert_int_equal(o.pages, BUFFER_PAGE);
}

static void
the_engine_opens_the_input_as_it_needs(void **state)
{
	static const struct {
		const char	*line;
		enum dd_engine	 engine;
		unsigned	 depth;
		int		 open;
	} rows[] = {
		{ "", DD_ENGINE_DEFAULT, 1, 0 },
		{ "depth=1", DD_ENGINE_DEFAULT, 1, 0 },
		{ "engine=buffered depth=1", DD_BUFFERED, 1, 0 },
		{ "engine=dontcache", DD_DONTCACHE, 1, 0 },
		{ "engine=direct", DD_DIRECT, 1, O_DIRECT },
		{ "engine=uring depth=1k", DD_URING, 1024, O_DIRECT },
		{ "engine=direct engine=aio depth=2 depth=3", DD_AIO, 3,
		    O_DIRECT },
		{ "iflag=direct depth=8", DD_ENGINE_DEFAULT, 8, O_DIRECT },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct dd_operands o = parsed(rows[i].line);

		assert_int_equal(o.engine, rows[i].engine);
		assert_int_equal(o.depth, rows[i].depth);
		assert_int_equal(o.in_open, rows[i].open);
	}
}

static void
options_stand_anywhere(void **state)
{
	(void)state;
	assert_true(parsed("--help").help);
	assert_true(parsed("--version").version);
	assert_int_equal(parsed("--style=bsd bs=1w").ibs, 4);
	assert_int_equal(parsed("--style=gnu -- bs=1w").ibs, 2);
	assert_int_equal(parsed("bs=1w -- count=1").ibs, 2);
	assert_true(parsed("bs=1w --help").help);
	assert_int_equal(parsed("bs=1w --style=bsd").ibs, 4);
}

/* GNU's texts are those of dd 9.1, FreeBSD's of 15.1. */
static void
errors_are_in_the_words_of_the_style(void **state)
{
	static const struct {
		const char	*line;
		enum style_mode	 style;
		const char	*text;
		enum status	 status;
	} rows[] = {
		{ "foo", STYLE_GNU, "unrecognized operand 'foo'",
		    STATUS_USAGE },
		{ "foo=1", STYLE_GNU, "unrecognized operand 'foo=1'",
		    STATUS_USAGE },
		{ "b=1", STYLE_GNU, "unrecognized operand 'b=1'",
		    STATUS_USAGE },
		{ "if=x -- --help", STYLE_GNU,
		    "unrecognized operand '--help'", STATUS_USAGE },
		{ "if=x --foo", STYLE_GNU, "unrecognized option '--foo'",
		    STATUS_USAGE },
		{ "--foo", STYLE_GNU, "unrecognized option '--foo'",
		    STATUS_USAGE },
		{ "conv=sync,what", STYLE_GNU, "invalid conversion: 'what'",
		    STATUS_USAGE },
		{ "conv=", STYLE_GNU, "invalid conversion: ''",
		    STATUS_USAGE },
		{ "iflag=x", STYLE_GNU, "invalid input flag: 'x'",
		    STATUS_USAGE },
		{ "oflag=x", STYLE_GNU, "invalid output flag: 'x'",
		    STATUS_USAGE },
		{ "oflag=fullblock", STYLE_GNU,
		    "invalid output flag: 'fullblock'", STATUS_USAGE },
		{ "status=x", STYLE_GNU, "invalid status level: 'x'",
		    STATUS_USAGE },
		{ "bs=2x", STYLE_GNU, "invalid number: '2x'", STATUS_SETUP },
		{ "bs=0", STYLE_GNU, "invalid number: '0'", STATUS_SETUP },
		{ "count=-1", STYLE_GNU, "invalid number: '-1'",
		    STATUS_SETUP },
		{ "bs=9223372036854775807", STYLE_GNU, "invalid number: "
		    "'9223372036854775807': Value too large for defined "
		    "data type", STATUS_SETUP },
		{ "count=9223372036854775808", STYLE_GNU, "invalid number: "
		    "'9223372036854775808': Value too large for defined "
		    "data type", STATUS_SETUP },
		{ "conv=excl,nocreat", STYLE_GNU,
		    "cannot combine excl and nocreat", STATUS_SETUP },
		{ "iflag=direct,nocache", STYLE_GNU,
		    "cannot combine direct and nocache", STATUS_SETUP },
		{ "engine=direct iflag=nocache", STYLE_GNU,
		    "cannot combine direct and nocache", STATUS_SETUP },
		{ "engine=buffered iflag=direct", STYLE_GNU, "cannot combine "
		    "engine=buffered and iflag=direct", STATUS_SETUP },
		{ "engine=dontcache iflag=direct", STYLE_GNU, "cannot combine "
		    "engine=dontcache and iflag=direct", STATUS_SETUP },
		{ "engine=what", STYLE_GNU, "invalid engine: 'what'",
		    STATUS_USAGE },
		{ "engine=raw", STYLE_GNU, "engine=raw: refused: a dd reads "
		    "by aio, buffered, direct, dontcache or uring",
		    STATUS_SETUP },
		{ "engine=buffered depth=4", STYLE_GNU, "depth=4: only "
		    "engine=direct (as iflag=direct), uring and aio keep "
		    "several blocks in flight", STATUS_SETUP },
		{ "engine=dontcache depth=2", STYLE_GNU, "depth=2: only "
		    "engine=direct (as iflag=direct), uring and aio keep "
		    "several blocks in flight", STATUS_SETUP },
		{ "depth=2", STYLE_GNU, "depth=2: only engine=direct (as "
		    "iflag=direct), uring and aio keep several blocks in "
		    "flight", STATUS_SETUP },
		{ "depth=0", STYLE_GNU, "invalid number: '0'", STATUS_SETUP },
		{ "depth=1025 engine=aio", STYLE_GNU, "invalid number: "
		    "'1025': Value too large for defined data type",
		    STATUS_SETUP },
		{ "depth=0", STYLE_BSD, "depth must be between 1 and 1024",
		    STATUS_SETUP },
		{ "conv=swab", STYLE_GNU, "conv=swab: refused: bytes are "
		    "timed and none is changed", STATUS_SETUP },
		{ "cbs=80", STYLE_GNU, "cbs=80: refused: bytes are timed and "
		    "none is changed", STATUS_SETUP },
		{ "fillchar=ab", STYLE_GNU, "need exactly one fill char",
		    STATUS_SETUP },
		{ "foo=1", STYLE_BSD, "unknown operand foo=1", STATUS_USAGE },
		{ "conv=what", STYLE_BSD, "unknown conversion what",
		    STATUS_USAGE },
		{ "bs=2x", STYLE_BSD, "bs: invalid numeric value",
		    STATUS_SETUP },
		{ "bs=1kB", STYLE_BSD, "bs: illegal numeric value",
		    STATUS_SETUP },
		{ "bs=", STYLE_BSD, "no value specified for bs",
		    STATUS_SETUP },
		{ "bs=0", STYLE_BSD,
		    "bs must be between 1 and 9223372036854775807",
		    STATUS_SETUP },
		{ "count=18446744073709551615", STYLE_BSD,
		    "count: Numerical result out of range", STATUS_SETUP },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct dd_operands o = { .ibs = 4711 };
		struct warnings w = { 0 };
		struct diag d = { 0 };

		assert_true(parse(rows[i].line, rows[i].style, &o, &w, &d) <
		    0);
		assert_string_equal(d.text, rows[i].text);
		assert_int_equal(d.status, rows[i].status);
		assert_int_equal(o.ibs, 4711);
		warnings_release(&w);
	}
}

static void
doubtful_operands_are_warned_of(void **state)
{
	struct dd_operands o;
	struct warnings w = { 0 };
	struct diag d = { 0 };

	(void)state;
	assert_int_equal(parse("count=0x2 oflag=append", STYLE_GNU, &o, &w,
	    &d), 0);
	assert_int_equal(w.n, 2);
	assert_string_equal(w.text[0], "warning: '0x' is a zero multiplier; "
	    "use '00x' if that is intended");
	assert_string_equal(w.text[1],
	    "you probably want conv=notrunc with oflag=append");
	warnings_release(&w);
}

int
test_operands(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_operands_everything_is_copied_by_512),
		cmocka_unit_test(bs_wins_wherever_it_stands),
		cmocka_unit_test(the_last_of_an_operand_counts),
		cmocka_unit_test(counts_are_blocks_or_bytes),
		cmocka_unit_test(skip_counts_by_ibs_and_seek_by_obs),
		cmocka_unit_test(lists_add_up),
		cmocka_unit_test(freebsd_operands_and_our_own_are_known),
		cmocka_unit_test(the_engine_opens_the_input_as_it_needs),
		cmocka_unit_test(options_stand_anywhere),
		cmocka_unit_test(errors_are_in_the_words_of_the_style),
		cmocka_unit_test(doubtful_operands_are_warned_of),
	};

	return cmocka_run_group_tests_name("dd operands", tests, NULL, NULL);
}
