/* test_human -- sizes and times as people read them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "seqbench/units.h"

struct row {
	uint64_t	 value;
	const char	*text;
};

int	test_human(void);

static const struct row exact[] = {
	{ 0, "0" },
	{ 512, "512" },
	{ 1000, "1000" },
	{ 1024, "1k" },
	{ 1536, "1536" },
	{ 4096, "4k" },
	{ 1048576, "1m" },
	{ 1572864, "1536k" },
	{ 16ull << 30, "16g" },
	{ 1ull << 40, "1t" },
	{ 1ull << 50, "1p" },
	{ 4ull << 60, "4E" },
	{ INT64_MAX, "9223372036854775807" },
};

static const struct row rounded[] = {
	{ 0, "0 B" },
	{ 512, "512 B" },
	{ 1023, "1023 B" },
	{ 1024, "1.0 KiB" },
	{ 65536, "64 KiB" },
	{ 10188, "9.9 KiB" },
	{ 10189, "10 KiB" },
	{ 1048063, "1023 KiB" },
	{ 1048064, "1.0 MiB" },
	{ 1ull << 30, "1.0 GiB" },
	{ 3ull << 29, "1.5 GiB" },
	{ 16ull << 30, "16 GiB" },
	{ UINT64_MAX, "16 EiB" },
};

static const struct row times[] = {
	{ 0, "0 ns" },
	{ 999, "999 ns" },
	{ 1000, "1.00 us" },
	{ 12345, "12 us" },
	{ 999499, "999 us" },
	{ 999500, "1.00 ms" },
	{ 1500000, "1.50 ms" },
	{ 12000000, "12 ms" },
	{ 999500000, "1.00 s" },
	{ 1500000000, "1.50 s" },
	{ 9949000000, "9.95 s" },
	{ 9950000000, "10 s" },
	{ 119000000000, "119 s" },
	{ 119500000000, "2 min" },
	{ 240000000000, "4 min" },
	{ 7169000000000, "119 min" },
	{ 7200000000000, "2.0 h" },
	{ 36000000000000, "10 h" },
};

static void
check(char *(*print)(uint64_t, char *), const struct row *row, size_t n)
{
	char buf[SIZE_TEXT];

	for (; n > 0; n--, row++) {
		assert_ptr_equal(print(row->value, buf), buf);
		assert_string_equal(buf, row->text);
	}
}

static void
a_size_is_spelt_so_that_it_reads_back(void **state)
{
	(void)state;
	check(size_text, exact, sizeof(exact) / sizeof(*exact));
	for (size_t i = 0; i < sizeof(exact) / sizeof(*exact); i++) {
		uint64_t value;

		assert_int_equal(size_parse(exact[i].text, &value), 0);
		assert_int_equal(value, exact[i].value);
	}
}

static void
a_size_for_people_is_rounded(void **state)
{
	(void)state;
	check(size_human, rounded, sizeof(rounded) / sizeof(*rounded));
}

static void
a_time_for_people_is_rounded(void **state)
{
	(void)state;
	check(time_human, times, sizeof(times) / sizeof(*times));
}

int
test_human(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_size_is_spelt_so_that_it_reads_back),
		cmocka_unit_test(a_size_for_people_is_rounded),
		cmocka_unit_test(a_time_for_people_is_rounded),
	};

	return cmocka_run_group_tests_name("base/human", tests, NULL, NULL);
}
