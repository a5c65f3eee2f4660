/* test_units -- sizes, times, percentages and counts as typed. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "seqbench/units.h"

#define UNTOUCHED	0x5eed5eedull

struct row {
	const char	*text;
	int		 rc;
	uint64_t	 value;
};

int	test_units(void);

/* Accepted values are those of GNU dd 9.4, the lower case BSD's. */
static const struct row sizes[] = {
	{ "0", 0, 0 },
	{ "1", 0, 1 },
	{ "010", 0, 10 },
	{ "1c", 0, 1 },
	{ "1B", 0, 1 },
	{ "1w", 0, 2 },
	{ "1b", 0, 512 },
	{ "1k", 0, 1024 },
	{ "1K", 0, 1024 },
	{ "1kB", 0, 1000 },
	{ "1KB", 0, 1000 },
	{ "1kiB", 0, 1024 },
	{ "1KiB", 0, 1024 },
	{ "1m", 0, 1048576 },
	{ "1M", 0, 1048576 },
	{ "1MB", 0, 1000000 },
	{ "1MiB", 0, 1048576 },
	{ "3g", 0, 3221225472 },
	{ "1GB", 0, 1000000000 },
	{ "1GiB", 0, 1073741824 },
	{ "1t", 0, 1099511627776 },
	{ "1TB", 0, 1000000000000 },
	{ "1p", 0, 1125899906842624 },
	{ "1PB", 0, 1000000000000000 },
	{ "7E", 0, 8070450532247928832 },
	{ "1EiB", 0, 1152921504606846976 },
	{ "9EB", 0, 9000000000000000000 },
	{ "2x512", 0, 1024 },
	{ "2x3x4", 0, 24 },
	{ "1Kx2", 0, 2048 },
	{ "2bx2w", 0, 4096 },
	{ "00x10", 0, 0 },
	{ "4x0", 0, 0 },
	{ "9223372036854775807", 0, INT64_MAX },
	{ "9223372036854775808", -ERANGE, 0 },
	{ "18446744073709551615", -ERANGE, 0 },
	{ "18446744073709551616", -ERANGE, 0 },
	{ "184467440737095516150", -ERANGE, 0 },
	{ "8E", -ERANGE, 0 },
	{ "16E", -ERANGE, 0 },
	{ "3x18014398509481984x512", -ERANGE, 0 },
	{ "8388608tx2", -ERANGE, 0 },
	{ "", -EINVAL, 0 },
	{ "k", -EINVAL, 0 },
	{ "-1", -EINVAL, 0 },
	{ "+1", -EINVAL, 0 },
	{ " 1", -EINVAL, 0 },
	{ "1 ", -EINVAL, 0 },
	{ "1 k", -EINVAL, 0 },
	{ "1.5k", -EINVAL, 0 },
	{ "4x", -EINVAL, 0 },
	{ "x4", -EINVAL, 0 },
	{ "4xx4", -EINVAL, 0 },
	{ "4X4", -EINVAL, 0 },
	{ "0x10", -EINVAL, 0 },
	{ "1mB", -EINVAL, 0 },
	{ "1e", -EINVAL, 0 },
	{ "1kk", -EINVAL, 0 },
	{ "1Ki", -EINVAL, 0 },
	{ "1Z", -EINVAL, 0 },
	{ "4k,8k", -EINVAL, 0 },
};

static const struct row times[] = {
	{ "0", 0, 0 },
	{ "10", 0, 10000000000 },
	{ "0.5", 0, 500000000 },
	{ "0.5s", 0, 500000000 },
	{ "250ms", 0, 250000000 },
	{ "0.25ms", 0, 250000 },
	{ "1.5m", 0, 90000000000 },
	{ "2h", 0, 7200000000000 },
	{ "0.123456789", 0, 123456789 },
	{ "0.1234567899", 0, 123456789 },
	{ "9223372036", 0, 9223372036000000000 },
	{ "9223372037", -ERANGE, 0 },
	{ "9223372036.9", -ERANGE, 0 },
	{ "18446744073709551616", -ERANGE, 0 },
	{ "3000000000h", -ERANGE, 0 },
	{ "", -EINVAL, 0 },
	{ "s", -EINVAL, 0 },
	{ ".", -EINVAL, 0 },
	{ ".5", -EINVAL, 0 },
	{ "1.", -EINVAL, 0 },
	{ "1.s", -EINVAL, 0 },
	{ "1..5", -EINVAL, 0 },
	{ "1.5.5", -EINVAL, 0 },
	{ "-1", -EINVAL, 0 },
	{ "+1", -EINVAL, 0 },
	{ "1 s", -EINVAL, 0 },
	{ "1,5", -EINVAL, 0 },
	{ "1e3", -EINVAL, 0 },
	{ "1d", -EINVAL, 0 },
	{ "1sec", -EINVAL, 0 },
	{ "1ns", -EINVAL, 0 },
};

static const struct row counts[] = {
	{ "0", 0, 0 },
	{ "007", 0, 7 },
	{ "18446744073709551615", 0, UINT64_MAX },
	{ "18446744073709551616", -ERANGE, 0 },
	{ "", -EINVAL, 0 },
	{ "1k", -EINVAL, 0 },
	{ "-1", -EINVAL, 0 },
	{ " 1", -EINVAL, 0 },
	{ "1.0", -EINVAL, 0 },
};

static void
check(int (*parse)(const char *, uint64_t *), const struct row *row, size_t n)
{
	for (; n > 0; n--, row++) {
		uint64_t value = UNTOUCHED;
		int rc;

		rc = parse(row->text, &value);
		if (rc != row->rc)
			print_error("\"%s\": %d\n", row->text, rc);
		assert_int_equal(rc, row->rc);
		assert_int_equal(value, rc == 0 ? row->value : UNTOUCHED);
	}
}

static void
sizes_are_read_as_gnu_dd_reads_them(void **state)
{
	(void)state;
	check(size_parse, sizes, sizeof(sizes) / sizeof(*sizes));
}

static void
a_size_may_end_before_its_text(void **state)
{
	uint64_t value;

	(void)state;
	assert_int_equal(size_parse_n("4kx2,8k", 2, &value), 0);
	assert_int_equal(value, 4096);
	assert_int_equal(size_parse_n("4kx2,8k", 4, &value), 0);
	assert_int_equal(value, 8192);
	assert_int_equal(size_parse_n("4kx2,8k", 3, &value), -EINVAL);
	assert_int_equal(size_parse_n("4kx2,8k", 0, &value), -EINVAL);
}

static void
times_have_decimals_and_units(void **state)
{
	(void)state;
	check(time_parse, times, sizeof(times) / sizeof(*times));
}

static void
counts_are_whole_and_bare(void **state)
{
	(void)state;
	check(count_parse, counts, sizeof(counts) / sizeof(*counts));
}

static void
a_percentage_becomes_a_share(void **state)
{
	static const char *const wrong[] = {
		"", "%", "-2", "2 %", "2%%", "2.", "two",
	};
	double share = 7;

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		assert_int_equal(percent_parse(wrong[i], &share), -EINVAL);
	assert_int_equal(percent_parse("99999999999", &share), -ERANGE);
	assert_true(share == 7);
	assert_int_equal(percent_parse("2", &share), 0);
	assert_true(share == 0.02);
	assert_int_equal(percent_parse("2.5%", &share), 0);
	assert_true(share == 0.025);
	assert_int_equal(percent_parse("0", &share), 0);
	assert_true(share == 0);
}

int
test_units(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sizes_are_read_as_gnu_dd_reads_them),
		cmocka_unit_test(a_size_may_end_before_its_text),
		cmocka_unit_test(times_have_decimals_and_units),
		cmocka_unit_test(counts_are_whole_and_bare),
		cmocka_unit_test(a_percentage_becomes_a_share),
	};

	return cmocka_run_group_tests_name("base/units", tests, NULL, NULL);
}
