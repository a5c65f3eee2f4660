/* test_ddline -- what GNU dd and FreeBSD's dd printed for these figures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "seqbench/report.h"

int	test_ddline(void);

/* Recorded from both programs under a clock that was told what to say. */
static const struct {
	uint64_t	 bytes, ns;
	const char	*gnu, *bsd;
} transfers[] = {
	{ 0, 20000,
	    "0 bytes copied, 2e-05 s, 0 B/s",
	    "0 bytes transferred in 0.000020 secs "
	    "(0 bytes/sec)" },
	{ 1, 1500000000,
	    "1 byte copied, 1.5 s, 0.0 kB/s",
	    "1 bytes transferred in 1.500000 secs "
	    "(1 bytes/sec)" },
	{ 512, 35000,
	    "512 bytes copied, 3.5e-05 s, 14.6 MB/s",
	    "512 bytes transferred in 0.000035 secs "
	    "(14628571 bytes/sec)" },
	{ 999, 999999999,
	    "999 bytes copied, 1 s, 1.0 kB/s",
	    "999 bytes transferred in 1.000000 secs "
	    "(999 bytes/sec)" },
	{ 1000, 1000000000,
	    "1000 bytes (1.0 kB) copied, 1 s, 1.0 kB/s",
	    "1000 bytes transferred in 1.000000 secs "
	    "(1000 bytes/sec)" },
	{ 1023, 12345,
	    "1023 bytes (1.0 kB) copied, 1.2345e-05 s, 82.9 MB/s",
	    "1023 bytes transferred in 0.000012 secs "
	    "(82867558 bytes/sec)" },
	{ 1024, 1000,
	    "1024 bytes (1.0 kB, 1.0 KiB) copied, 1e-06 s, 1.0 GB/s",
	    "1024 bytes transferred in 0.000001 secs "
	    "(1024000000 bytes/sec)" },
	{ 9999, 123456,
	    "9999 bytes (10 kB, 9.8 KiB) copied, 0.000123456 s, 81.0 MB/s",
	    "9999 bytes transferred in 0.000123 secs "
	    "(80992418 bytes/sec)" },
	{ 1048576, 1230000,
	    "1048576 bytes (1.0 MB, 1.0 MiB) copied, 0.00123 s, 853 MB/s",
	    "1048576 bytes transferred in 0.001230 secs "
	    "(852500813 bytes/sec)" },
	{ 10485760, 500000000,
	    "10485760 bytes (10 MB, 10 MiB) copied, 0.5 s, 21 MB/s",
	    "10485760 bytes transferred in 0.500000 secs "
	    "(20971520 bytes/sec)" },
	{ 10485760, 1000000000,
	    "10485760 bytes (10 MB, 10 MiB) copied, 1 s, 10 MB/s",
	    "10485760 bytes transferred in 1.000000 secs "
	    "(10485760 bytes/sec)" },
	{ 10485760, 1000000001,
	    "10485760 bytes (10 MB, 10 MiB) copied, 1 s, 10.5 MB/s",
	    "10485760 bytes transferred in 1.000000 secs "
	    "(10485760 bytes/sec)" },
	{ 1073741824, 1234567890,
	    "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 1.23457 s, 870 MB/s",
	    "1073741824 bytes transferred in 1.234568 secs "
	    "(869730885 bytes/sec)" },
	{ 1099511627776, 100000500000000,
	    "1099511627776 bytes (1.1 TB, 1.0 TiB) copied, 100000 s, 11.0 MB/s",
	    "1099511627776 bytes transferred in 100000.500000 secs "
	    "(10995061 bytes/sec)" },
	{ 999999999, 999999,
	    "999999999 bytes (1.0 GB, 954 MiB) copied, 0.000999999 s, 1.0 TB/s",
	    "999999999 bytes transferred in 0.001000 secs "
	    "(1000000999001 bytes/sec)" },
	{ 104857600, 104857600,
	    "104857600 bytes (105 MB, 100 MiB) copied, 0.104858 s, 1.0 GB/s",
	    "104857600 bytes transferred in 0.104858 secs "
	    "(1000000000 bytes/sec)" },
	{ 21474836480, 9000000000,
	    "21474836480 bytes (21 GB, 20 GiB) copied, 9 s, 2.4 GB/s",
	    "21474836480 bytes transferred in 9.000000 secs "
	    "(2386092942 bytes/sec)" },
	{ 4294967296, 1,
	    "4294967296 bytes (4.3 GB, 4.0 GiB) copied, 1e-09 s, 4.3 EB/s",
	    "4294967296 bytes transferred in 0.000000 secs "
	    "(4294967295999999488 bytes/sec)" },
	{ 524288000, 100000000000000,
	    "524288000 bytes (524 MB, 500 MiB) copied, 100000 s, 5.2 kB/s",
	    "524288000 bytes transferred in 100000.000000 secs "
	    "(5243 bytes/sec)" },
	{ 500107862016, 2718281828459,
	    "500107862016 bytes (500 GB, 466 GiB) copied, 2718.28 s, 184 MB/s",
	    "500107862016 bytes transferred in 2718.281828 secs "
	    "(183979401 bytes/sec)" },
	{ 512, 0,
	    "512 bytes copied, 0 s, Infinity B/s",
	    "512 bytes transferred in 0.000000 secs "
	    "(512000000000 bytes/sec)" },
};

static const struct {
	uint64_t	 bytes;
	const char	*si, *iec;
} sizes[] = {
	{ 0, "", "" },
	{ 999, "", "" },
	{ 1000, "1.0 kB", "" },
	{ 1023, "1.0 kB", "" },
	{ 1024, "1.0 kB", "1.0 KiB" },
	/* half to even */
	{ 1050, "1.0 kB", "1.0 KiB" },
	{ 1150, "1.2 kB", "1.1 KiB" },
	{ 1250, "1.2 kB", "1.2 KiB" },
	{ 9949, "9.9 kB", "9.7 KiB" },
	{ 9950, "10 kB", "9.7 KiB" },
	{ 10500, "10 kB", "10 KiB" },
	{ 10501, "11 kB", "10 KiB" },
	{ 999499, "999 kB", "976 KiB" },
	{ 999500, "1.0 MB", "976 KiB" },
	{ 1048063, "1.0 MB", "1023 KiB" },
	{ 1048064, "1.0 MB", "1.0 MiB" },
	{ UINT64_MAX, "18 EB", "16 EiB" },
};

static char	*transfer_text(uint64_t bytes, uint64_t ns,
		    enum style_mode style);

static void
transfer_lines_are_those_of_both_programs(void **state)
{
	char want[256];

	(void)state;
	for (size_t i = 0; i < sizeof(transfers) / sizeof(transfers[0]); i++) {
		char *gnu = transfer_text(transfers[i].bytes, transfers[i].ns,
		    STYLE_GNU);
		char *bsd = transfer_text(transfers[i].bytes, transfers[i].ns,
		    STYLE_BSD);

		snprintf(want, sizeof(want), "%s\n", transfers[i].gnu);
		assert_string_equal(gnu, want);
		snprintf(want, sizeof(want), "%s\n", transfers[i].bsd);
		assert_string_equal(bsd, want);
		free(gnu);
		free(bsd);
	}
}

static void
sizes_are_rounded_half_to_even(void **state)
{
	char buf[DDLINE_TEXT];

	(void)state;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		assert_string_equal(ddline_human(sizes[i].bytes, true, buf),
		    sizes[i].si);
		assert_string_equal(ddline_human(sizes[i].bytes, false, buf),
		    sizes[i].iec);
	}
}

static void
records_are_full_plus_partial(void **state)
{
	const struct dd_counts counts = { 100000, 1, UINT64_MAX, 0, 0, 0 };
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	(void)state;
	ddline_records(f, &counts);
	fclose(f);
	assert_string_equal(text, "100000+1 records in\n"
	    "18446744073709551615+0 records out\n");
	free(text);
}

static char *
transfer_text(uint64_t bytes, uint64_t ns, enum style_mode style)
{
	const struct dd_counts counts = { .bytes = bytes, .ns = ns };
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	ddline_transfer(f, &counts, style);
	fclose(f);
	return text;
}

int
test_ddline(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(transfer_lines_are_those_of_both_programs),
		cmocka_unit_test(sizes_are_rounded_half_to_even),
		cmocka_unit_test(records_are_full_plus_partial),
	};

	return cmocka_run_group_tests_name("ddline", tests, NULL, NULL);
}
