/* test_jsoncell -- the cells of a record, to the byte. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "unit/report/session.h"

#include "../../../src/report/jsonparts.h"

int	test_jsoncell(void);

/* A cell with samples. */
static const char run[] =
	"\n  \"cells\": [\n"
	"    {\n"
	"      \"target\": 0,\n"
	"      \"op\": \"read\",\n"
	"      \"engine\": \"buffered\",\n"
	"      \"issuer\": \"sync\",\n"
	"      \"block_bytes\": 65536,\n"
	"      \"queue\": null,\n"
	"      \"depth\": 1,\n"
	"      \"jobs\": 1,\n"
	"      \"readahead_bytes\": null,\n"
	"      \"readahead\": null,\n"
	"      \"buffer\": \"huge\",\n"
	"      \"variant\": 0,\n"
	"      \"point\": null,\n"
	"      \"offset\": 0,\n"
	"      \"samples\": [\n"
	"        {\"run\": 1, \"round\": 1, \"start_ns\": 7, "
	"\"bytes\": 1048576, \"transfer_ns\": 500000000, "
	"\"flush_ns\": 0, \"close_ns\": 10000, "
	"\"user_ns\": 169999999, \"system_ns\": 60890000000, "
	"\"voluntary_switches\": null, "
	"\"involuntary_switches\": null, \"cached_bytes\": 0, "
	"\"device_read_bytes\": 1048576, \"device_write_bytes\": 0, "
	"\"device_transfers\": null, "
	"\"bottom_read_bytes\": null, \"bottom_write_bytes\": null, "
	"\"bottom_transfers\": null, \"io_read_bytes\": null, "
	"\"io_write_bytes\": null, \"transfers\": 16, "
	"\"short_transfers\": 0, \"buffer_page_bytes\": 2097152, "
	"\"extents\": null, \"extent_address\": null, "
	"\"cache_check\": \"cold\", \"busy_share\": 0.25, "
	"\"limited\": false, \"bytes_per_second\": 2097152, "
	"\"in_flight\": null, \"limit\": null, \"kernel_workers\": false, "
	"\"latency\": null, \"series\": null, \"jobs_detail\": null, "
	"\"verify\": null, "
	"\"flags\": [], "
	"\"error\": null},\n"
	"        {\"run\": 2, \"round\": 2, \"start_ns\": 7, "
	"\"bytes\": 1048576, \"transfer_ns\": 250000000, "
	"\"flush_ns\": 0, \"close_ns\": 10000, "
	"\"user_ns\": 169999999, \"system_ns\": 60890000000, "
	"\"voluntary_switches\": null, "
	"\"involuntary_switches\": null, \"cached_bytes\": 0, "
	"\"device_read_bytes\": 1048576, \"device_write_bytes\": 0, "
	"\"device_transfers\": null, "
	"\"bottom_read_bytes\": null, \"bottom_write_bytes\": null, "
	"\"bottom_transfers\": null, \"io_read_bytes\": null, "
	"\"io_write_bytes\": null, \"transfers\": 16, "
	"\"short_transfers\": 1, \"buffer_page_bytes\": 2097152, "
	"\"extents\": null, \"extent_address\": null, "
	"\"cache_check\": \"cold\", \"busy_share\": 0.25, "
	"\"limited\": true, \"bytes_per_second\": 4194304, "
	"\"in_flight\": null, \"limit\": null, \"kernel_workers\": false, "
	"\"latency\": null, \"series\": null, \"jobs_detail\": null, "
	"\"verify\": null, "
	""
	"\"flags\": [\"cached\", \"short\"], \"error\": null}\n"
	"      ],\n"
	"      \"rate\": {\n"
	"        \"runs\": 2,\n"
	"        \"bytes_per_second\": 2796202.6666666665,\n"
	"        \"ci95\": [1000000, null],\n"
	"        \"min\": 2097152,\n"
	"        \"median\": 3145728,\n"
	"        \"max\": 4194304\n"
	"      },\n"
	"      \"cpu_seconds_per_gib\": 62525.439998976,\n"
	"      \"device_ratio\": 1,\n"
	"      \"bottom_ratio\": null,\n"
	"      \"bottom_transfer_bytes\": null,\n"
	"      \"limit\": null,\n"
	"      \"star\": true,\n"
	"      \"against\": {\n"
	"        \"ratio\": 0.1,\n"
	"        \"ci95\": [0.05, 0.2],\n"
	"        \"p\": 0.001,\n"
	"        \"verdict\": \"slower\"\n"
	"      },\n"
	"      \"flags\": [\n"
	"        \"cached\",\n"
	"        \"noisy\"\n"
	"      ],\n"
	"      \"error\": null\n"
	"    },\n";

/* And one with an error. */
static const char failed[] =
	"    {\n"
	"      \"target\": 0,\n"
	"      \"op\": \"write\",\n"
	"      \"engine\": \"buffered\",\n"
	"      \"issuer\": \"sync\",\n"
	"      \"block_bytes\": 65536,\n"
	"      \"queue\": null,\n"
	"      \"depth\": 1,\n"
	"      \"jobs\": 1,\n"
	"      \"readahead_bytes\": null,\n"
	"      \"readahead\": null,\n"
	"      \"buffer\": \"huge\",\n"
	"      \"variant\": 0,\n"
	"      \"point\": null,\n"
	"      \"offset\": 0,\n"
	"      \"samples\": [\n"
	"        {\"run\": 1, \"round\": 3, \"start_ns\": 0, "
	"\"bytes\": 100000, \"transfer_ns\": 15000000, "
	"\"flush_ns\": 10000000, \"close_ns\": 185546466000, "
	"\"user_ns\": null, \"system_ns\": null, "
	"\"voluntary_switches\": null, "
	"\"involuntary_switches\": null, \"cached_bytes\": null, "
	"\"device_read_bytes\": null, \"device_write_bytes\": null, "
	"\"device_transfers\": null, "
	"\"bottom_read_bytes\": null, \"bottom_write_bytes\": null, "
	"\"bottom_transfers\": null, \"io_read_bytes\": null, "
	"\"io_write_bytes\": null, \"transfers\": 0, "
	"\"short_transfers\": 0, \"buffer_page_bytes\": null, "
	"\"extents\": null, \"extent_address\": null, "
	"\"cache_check\": null, \"busy_share\": null, "
	"\"limited\": false, \"bytes_per_second\": 4000000, "
	"\"in_flight\": null, \"limit\": null, \"kernel_workers\": false, "
	"\"latency\": null, \"series\": null, \"jobs_detail\": null, "
	"\"verify\": null, "
	""
	"\"flags\": [\"error\"], \"error\": {\"errno\": \"EIO\", "
	"\"op\": \"write\", \"offset\": 65536, "
	"\"text\": \"a: write at 65536:\\nInput/output error\"}}\n"
	"      ],\n"
	"      \"rate\": {\n"
	"        \"runs\": 0,\n"
	"        \"bytes_per_second\": null,\n"
	"        \"ci95\": [null, null],\n"
	"        \"min\": null,\n"
	"        \"median\": null,\n"
	"        \"max\": null\n"
	"      },\n"
	"      \"cpu_seconds_per_gib\": null,\n"
	"      \"device_ratio\": null,\n"
	"      \"bottom_ratio\": null,\n"
	"      \"bottom_transfer_bytes\": null,\n"
	"      \"limit\": null,\n"
	"      \"star\": false,\n"
	"      \"against\": null,\n"
	"      \"flags\": [\n"
	"        \"error\"\n"
	"      ],\n"
	"      \"error\": {\n"
	"        \"errno\": \"EIO\",\n"
	"        \"op\": \"write\",\n"
	"        \"offset\": 65536,\n"
	"        \"text\": \"a: write at 65536:\\nInput/output error\"\n"
	"      }\n"
	"    }\n"
	"  ]";

/* One that was refused, and one that was not reached. */
static const char not_run[] =
	"\n  \"cells\": [\n"
	"    {\n"
	"      \"target\": 1,\n"
	"      \"op\": \"read\",\n"
	"      \"engine\": \"raw\",\n"
	"      \"issuer\": \"sync\",\n"
	"      \"block_bytes\": 4000,\n"
	"      \"queue\": null,\n"
	"      \"depth\": 1,\n"
	"      \"jobs\": 1,\n"
	"      \"readahead_bytes\": null,\n"
	"      \"readahead\": null,\n"
	"      \"buffer\": \"huge\",\n"
	"      \"variant\": 0,\n"
	"      \"point\": null,\n"
	"      \"offset\": 0,\n"
	"      \"samples\": [],\n"
	"      \"rate\": {\n"
	"        \"runs\": 0,\n"
	"        \"bytes_per_second\": null,\n"
	"        \"ci95\": [null, null],\n"
	"        \"min\": null,\n"
	"        \"median\": null,\n"
	"        \"max\": null\n"
	"      },\n"
	"      \"cpu_seconds_per_gib\": null,\n"
	"      \"device_ratio\": null,\n"
	"      \"bottom_ratio\": null,\n"
	"      \"bottom_transfer_bytes\": null,\n"
	"      \"limit\": null,\n"
	"      \"star\": false,\n"
	"      \"against\": null,\n"
	"      \"flags\": [],\n"
	"      \"error\": {\n"
	"        \"errno\": \"EINVAL\",\n"
	"        \"op\": \"open\",\n"
	"        \"offset\": null,\n"
	"        \"text\": \"4000 is no multiple of 512\"\n"
	"      }\n"
	"    },\n"
	"    {\n"
	"      \"target\": 1,\n"
	"      \"op\": \"read\",\n"
	"      \"engine\": \"raw\",\n"
	"      \"issuer\": \"sync\",\n"
	"      \"block_bytes\": 1048576,\n"
	"      \"queue\": null,\n"
	"      \"depth\": 1,\n"
	"      \"jobs\": 1,\n"
	"      \"readahead_bytes\": null,\n"
	"      \"readahead\": null,\n"
	"      \"buffer\": \"huge\",\n"
	"      \"variant\": 0,\n"
	"      \"point\": null,\n"
	"      \"offset\": 0,\n"
	"      \"samples\": [],\n"
	"      \"rate\": {\n"
	"        \"runs\": 0,\n"
	"        \"bytes_per_second\": null,\n"
	"        \"ci95\": [null, null],\n"
	"        \"min\": null,\n"
	"        \"median\": null,\n"
	"        \"max\": null\n"
	"      },\n"
	"      \"cpu_seconds_per_gib\": null,\n"
	"      \"device_ratio\": null,\n"
	"      \"bottom_ratio\": null,\n"
	"      \"bottom_transfer_bytes\": null,\n"
	"      \"limit\": null,\n"
	"      \"star\": false,\n"
	"      \"against\": null,\n"
	"      \"flags\": [],\n"
	"      \"error\": null\n"
	"    }\n"
	"  ]";

static void	cells_write(FILE *f, const struct result *r,
		    const struct report_look *look);

static void
every_sample_is_a_line(void **state)
{
	struct session s;
	char *text;

	(void)state;
	session_make(&s);
	s.plan.cells = 2;
	text = session_text(cells_write, &s.result, STYLE_GNU);
	assert_memory_equal(text, run, strlen(run));
	assert_string_equal(text + strlen(run), failed);
	free(text);
}

static void
a_cell_without_samples_says_why_or_nothing(void **state)
{
	struct session s;
	char *text;

	(void)state;
	session_make(&s);
	s.plan.cells = 2;
	s.result.cell = &s.cell[2];
	text = session_text(cells_write, &s.result, STYLE_GNU);
	assert_string_equal(text, not_run);
	free(text);
}

static void
an_error_without_a_word_keeps_its_number(void **state)
{
	static const struct {
		int		 code;
		const char	*want;
	} rows[] = {
		{ ENOSPC, "{\"errno\": \"ENOSPC\", \"op\": \"write\"," },
		{ 4711, "{\"errno\": 4711, \"op\": \"write\"," },
	};
	struct session s;

	(void)state;
	session_make(&s);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *text;

		s.write[0].error.code = rows[i].code;
		text = session_text(cells_write, &s.result, STYLE_GNU);
		assert_non_null(strstr(text, rows[i].want));
		free(text);
	}
}

/* The array as it stands in the record. */
static void
cells_write(FILE *f, const struct result *r, const struct report_look *look)
{
	struct json j = { .f = f, .depth = 1, .empty = true };

	(void)look;
	json_cells(&j, r);
}

int
test_jsoncell(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_sample_is_a_line),
		cmocka_unit_test(a_cell_without_samples_says_why_or_nothing),
		cmocka_unit_test(an_error_without_a_word_keeps_its_number),
	};

	return cmocka_run_group_tests_name("jsoncell", tests, NULL, NULL);
}
