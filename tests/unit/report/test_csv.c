/* test_csv -- a row per pass, quoted where it must be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "unit/report/session.h"

#include "../../../src/report/writers.h"

int	test_csv(void);

#define HEADER	"target,file_system,device,op,engine,issuer,block_bytes," \
	"depth,jobs,readahead_bytes,round,run,start_ns,bytes,transfer_ns," \
	"flush_ns,close_ns,user_ns,system_ns,busy_share,cached_bytes," \
	"cache_check,device_read_bytes,device_write_bytes,transfers," \
	"short_transfers,lat_p50_ns,lat_p90_ns,lat_p99_ns,lat_p999_ns," \
	"lat_max_ns,bytes_per_second,flags,error,error_offset," \
	"buffer,buffer_page_bytes,limit,bottom_read_bytes," \
	"bottom_write_bytes,bottom_transfers,readahead,verify_bytes,verify_ns," \
	"wrong_sectors,unwritten_sectors,misplaced_sectors,stale_sectors," \
	"flipped_sectors,flipped_bits,wrong_offset,misplaced_distance," \
	"sum_of\n"
#define UNVERIFIED ",,,,,,,,,,,\n"
#define READ_1	"\"a \"\"b\"\",c\",ext4,/dev/sdb1,read,buffered,sync," \
	"65536,1,1,,1,1,7,1048576,500000000,0,10000,169999999," \
	"60890000000,0.2500,0,cold,1048576,0,16,0,,,,,,2097152,,,," \
	"huge,2097152,,,,," UNVERIFIED
#define READ_2	"\"a \"\"b\"\",c\",ext4,/dev/sdb1,read,buffered,sync," \
	"65536,1,1,,2,2,7,1048576,250000000,0,10000,169999999," \
	"60890000000,0.2500,0,cold,1048576,0,16,1,,,,,,4194304,cs,,," \
	"huge,2097152,,,,," UNVERIFIED
#define WRITE_1	"\"a \"\"b\"\",c\",ext4,/dev/sdb1,write,buffered,sync," \
	"65536,1,1,,3,1,0,100000,15000000,10000000,185546466000,,,,,,,," \
	"0,0,,,,,,4000000,e,\"a: write at 65536:\nInput/output error\",65536," \
	"huge,,,,,," UNVERIFIED
#define REFUSED	"x\xff,,,read,raw,sync,4000,1,1,,,,,,,,,,,,,,,,,,,,,,,,," \
	"4000 is no multiple of 512,,huge,,,,,," UNVERIFIED

static unsigned	commas(const char *s);
static void	row_write(FILE *f, const struct result *r,
		    const struct report_look *look);

static void
every_pass_and_every_refusal_is_a_row(void **state)
{
	struct session s;
	char *text;

	(void)state;
	session_make(&s);
	text = session_text(csv_write, &s.result, STYLE_GNU);
	assert_string_equal(text,
	    HEADER READ_1 READ_2 WRITE_1 REFUSED);
	free(text);
}

static void
all_rows_have_the_columns_of_the_header(void **state)
{
	(void)state;
	assert_int_equal(commas(HEADER), 52);
	assert_int_equal(commas(READ_1), 52);
	assert_int_equal(commas(WRITE_1), 52);
	assert_int_equal(commas(REFUSED), 52);
}

static void
the_last_pass_of_a_cell_is_its_newest_row(void **state)
{
	struct session s;
	char *text;

	(void)state;
	session_make(&s);
	text = session_text(row_write, &s.result, STYLE_GNU);
	assert_string_equal(text, READ_2 REFUSED);
	free(text);
}

static void
row_write(FILE *f, const struct result *r, const struct report_look *look)
{
	(void)look;
	sweep_csv_row(f, r, 0);
	sweep_csv_row(f, r, 2);
}

/* Those outside of quotes. */
static unsigned
commas(const char *s)
{
	bool quoted = false;
	unsigned n = 0;

	for (; *s != '\0'; s++) {
		if (*s == '"')
			quoted = !quoted;
		n += *s == ',' && !quoted;
	}
	return n;
}

static void
a_row_of_a_total_says_of_how_many(void **state)
{
	struct session s;
	char *text;

	(void)state;
	session_make(&s);
	s.plan.together = 1;
	text = session_text(csv_write, &s.result, STYLE_GNU);
	assert_non_null(strstr(text, READ_1));
	assert_non_null(strstr(text, "is no multiple of 512,,huge,,,,,,"
	    ",,,,,,,,,,,1\n"));
	free(text);
}

int
test_csv(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_pass_and_every_refusal_is_a_row),
		cmocka_unit_test(all_rows_have_the_columns_of_the_header),
		cmocka_unit_test(the_last_pass_of_a_cell_is_its_newest_row),
		cmocka_unit_test(a_row_of_a_total_says_of_how_many),
	};

	return cmocka_run_group_tests_name("csv", tests, NULL, NULL);
}
