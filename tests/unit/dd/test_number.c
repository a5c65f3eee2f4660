/* test_number -- dd's numbers, as GNU dd 9.1 and FreeBSD's dd take them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "seqbench/dd.h"

#define OK	DD_NUMBER_OK
#define MISSING	DD_NUMBER_MISSING
#define JUNK	DD_NUMBER_JUNK
#define RANGE	DD_NUMBER_RANGE
#define KIB	1024ull
#define MIB	(1024 * KIB)
#define GIB	(1024 * MIB)
#define TIB	(1024 * GIB)

int	test_number(void);

struct row {
	const char	*text;
	enum dd_number	 gnu;
	uint64_t	 gnu_n;
	enum dd_number	 bsd;
	uint64_t	 bsd_n;
};

/* What the real programs made of these as block sizes and counts. */
static const struct row measured[] = {
	{ "0", OK, 0, OK, 0 },
	{ "1", OK, 1, OK, 1 },
	{ "512", OK, 512, OK, 512 },
	{ "-1", MISSING, 0, MISSING, 0 },
	{ "+5", OK, 5, OK, 5 },
	{ " 7", OK, 7, OK, 7 },
	{ "1c", OK, 1, JUNK, 0 },
	{ "1w", OK, 2, OK, 4 },
	{ "1b", OK, 512, OK, 512 },
	{ "1k", OK, KIB, OK, KIB },
	{ "1K", OK, KIB, OK, KIB },
	{ "1kB", OK, 1000, JUNK, 0 },
	{ "1KB", OK, 1000, JUNK, 0 },
	{ "1kiB", OK, KIB, JUNK, 0 },
	{ "1KiB", OK, KIB, JUNK, 0 },
	{ "1M", OK, MIB, OK, MIB },
	{ "1MB", OK, 1000000, JUNK, 0 },
	{ "1MiB", OK, MIB, JUNK, 0 },
	{ "1D", JUNK, 0, JUNK, 0 },
	{ "1kD", OK, 1000, JUNK, 0 },
	{ "1G", OK, GIB, OK, GIB },
	{ "1GB", OK, 1000000000, JUNK, 0 },
	{ "1x512", OK, 512, OK, 512 },
	{ "2x", MISSING, 0, MISSING, 0 },
	{ "0x10", OK, 0, OK, 16 },
	{ "010", OK, 10, OK, 8 },
	{ "00x10", OK, 0, OK, 0 },
	{ "1Kx2", OK, 2 * KIB, OK, 2 * KIB },
	{ "2b2", JUNK, 0, JUNK, 0 },
	{ "1B", OK, 1, OK, 512 },
	{ "4B", OK, 4, OK, 2048 },
	{ "1k1", JUNK, 0, JUNK, 0 },
	{ "1.5k", JUNK, 0, JUNK, 0 },
	{ "1e3", JUNK, 0, JUNK, 0 },
	{ "", MISSING, 0, MISSING, 0 },
	{ "x", MISSING, 0, MISSING, 0 },
	{ "2x0", OK, 0, OK, 0 },
	{ "0x2", OK, 0, OK, 2 },
	{ "9223372036854775806", OK, INT64_MAX - 1, OK, INT64_MAX - 1 },
	{ "9223372036854775807", OK, INT64_MAX, OK, INT64_MAX },
	{ "18446744073709551616", RANGE, 0, RANGE, 0 },
	{ "99999999999999999999999", RANGE, 0, RANGE, 0 },
	{ "7E", OK, 7 * 1024 * 1024 * TIB, JUNK, 0 },
	{ "16E", RANGE, 0, JUNK, 0 },
	{ "1Y", RANGE, 0, JUNK, 0 },
	{ "0Y", OK, 0, JUNK, 0 },
	{ "k", OK, KIB, MISSING, 0 },
	{ "b", OK, 512, MISSING, 0 },
	{ "B", MISSING, 0, MISSING, 0 },
	{ "1Bx2", OK, 2, OK, 1024 },
};

/* GNU dd 9.1 refuses these; FreeBSD's dd takes them, and so do we. */
static const struct row ours[] = {
	{ "1m", OK, MIB, OK, MIB },
	{ "1g", OK, GIB, OK, GIB },
	{ "1t", OK, TIB, OK, TIB },
	{ "1p", OK, 1024 * TIB, OK, 1024 * TIB },
	{ "1X512", OK, 512, OK, 512 },
	{ "1*512", OK, 512, OK, 512 },
	{ "2x3x4", OK, 24, OK, 24 },
	{ "2Bx4B", OK, 8, OK, 1024 * 2048 },
};

/* Beyond the tables: by the grammar. */
static const struct row more[] = {
	{ "00x99999999999999999999999", OK, 0, RANGE, 0 },
	{ "99999999999999999999999x0", OK, 0, RANGE, 0 },
	{ "4294967296x4294967296", RANGE, 0, RANGE, 0 },
	{ "1BB", JUNK, 0, JUNK, 0 },
	{ "1kBB", JUNK, 0, JUNK, 0 },
	{ "1bB", OK, 512, JUNK, 0 },
	{ "1ki", JUNK, 0, JUNK, 0 },
	{ "1W", JUNK, 0, OK, 4 },
	{ "0xffk", MISSING, 0, OK, 255 * KIB },
	{ "4x-1", MISSING, 0, MISSING, 0 },
	{ "1 ", JUNK, 0, JUNK, 0 },
};

static void
check(const struct row *row, enum style_mode style, enum dd_number expect,
    uint64_t n)
{
	struct dd_value v = { .n = 4711 };
	enum dd_number r = dd_number_parse(row->text, style, &v);
	uint64_t untouched = expect == OK ? n : 4711;

	if (r != expect || v.n != untouched)
		printf("\"%s\" style %d: %d, %ju\n", row->text, (int)style,
		    (int)r, (uintmax_t)v.n);
	assert_int_equal(r, expect);
	assert_true(v.n == untouched);
}

static void
check_all(const struct row *row, size_t rows)
{
	for (; rows > 0; rows--, row++) {
		check(row, STYLE_GNU, row->gnu, row->gnu_n);
		check(row, STYLE_BSD, row->bsd, row->bsd_n);
	}
}

#define CHECK_ALL(table) check_all(table, sizeof(table) / sizeof(*(table)))

static void
numbers_are_read_as_both_dds_read_them(void **state)
{
	(void)state;
	CHECK_ALL(measured);
}

static void
what_gnu_refuses_and_bsd_takes_is_taken(void **state)
{
	(void)state;
	CHECK_ALL(ours);
}

static void
zero_wins_for_gnu_and_junk_for_none(void **state)
{
	(void)state;
	CHECK_ALL(more);
}

static void
a_b_anywhere_means_bytes_to_gnu(void **state)
{
	static const struct {
		const char	*text;
		bool		 gnu;
	} rows[] = {
		{ "1", false }, { "1k", false }, { "1b", false },
		{ "1B", true }, { "1kB", true }, { "1KiB", true },
		{ "1Bx2", true }, { "2x1B", true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct dd_value v;

		assert_int_equal(dd_number_parse(rows[i].text, STYLE_GNU, &v),
		    OK);
		assert_int_equal(v.bytes, rows[i].gnu);
	}
}

static void
zero_x_is_worth_a_warning(void **state)
{
	struct dd_value v;

	(void)state;
	assert_int_equal(dd_number_parse("0x10", STYLE_GNU, &v), OK);
	assert_true(v.zero_x);
	assert_int_equal(dd_number_parse("00x10", STYLE_GNU, &v), OK);
	assert_false(v.zero_x);
	assert_int_equal(dd_number_parse("0x10", STYLE_BSD, &v), OK);
	assert_false(v.zero_x);
}

int
test_number(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_read_as_both_dds_read_them),
		cmocka_unit_test(what_gnu_refuses_and_bsd_takes_is_taken),
		cmocka_unit_test(zero_wins_for_gnu_and_junk_for_none),
		cmocka_unit_test(a_b_anywhere_means_bytes_to_gnu),
		cmocka_unit_test(zero_x_is_worth_a_warning),
	};

	return cmocka_run_group_tests_name("dd numbers", tests, NULL, NULL);
}
