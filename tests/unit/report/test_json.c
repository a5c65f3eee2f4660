/* test_json -- the record of a session but for its cells, to the byte. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "unit/report/session.h"

#include "../../../src/report/writers.h"

int	test_json(void);

static const char head[] =
	"{\n"
	"  \"format\": 1,\n"
	"  \"seqbench\": \"1.0.0\",\n"
	"  \"label\": null,\n"
	"  \"started\": \"2026-01-31T12:00:00Z\",\n"
	"  \"command\": [\n"
	"    \"seqbench\",\n"
	"    \"-b64k\",\n"
	"    \"a \\\"b\\\",c\"\n"
	"  ],\n"
	"  \"status\": 1,\n"
	"  \"interrupted\": null,\n"
	"  \"host\": {\n"
	"    \"name\": \"lab\",\n"
	"    \"system\": \"Linux\",\n"
	"    \"release\": null,\n"
	"    \"machine\": null,\n"
	"    \"distribution\": null,\n"
	"    \"cpu\": null,\n"
	"    \"cpus\": 2,\n"
	"    \"memory_bytes\": 4096,\n"
	"    \"governor\": null,\n"
	"    \"clock\": null,\n"
	"    \"virtual_machine\": null,\n"
	"    \"container\": null,\n"
	"    \"cgroup_memory_bytes\": null,\n"
	"    \"cgroup_cpus\": 1.5\n"
	"  },\n"
	"  \"targets\": [\n"
	"    {\n"
	"      \"path\": \"a \\\"b\\\",c\",\n"
	"      \"resolved\": \"/mnt/a \\\"b\\\",c\",\n"
	"      \"kind\": \"file\",\n"
	"      \"bytes\": 1048576,\n"
	"      \"file_system\": {\n"
	"        \"type\": \"ext4\",\n"
	"        \"source\": \"/dev/sdb1\",\n"
	"        \"mount\": \"/mnt\",\n"
	"        \"options\": \"rw\",\n"
	"        \"free_bytes\": null,\n"
	"        \"block_bytes\": 4096,\n"
	"        \"memory\": false,\n"
	"        \"read_only\": false,\n"
	"        \"cache_note\": null\n"
	"      },\n"
	"      \"device\": {\n"
	"        \"node\": \"/dev/sdb1\",\n"
	"        \"name\": \"sdb1\",\n"
	"        \"disk\": \"sdb\",\n"
	"        \"model\": null,\n"
	"        \"transport\": null,\n"
	"        \"bytes\": 8000000,\n"
	"        \"sector_bytes\": 512,\n"
	"        \"physical_bytes\": 4096,\n"
	"        \"readahead_bytes\": 131072,\n"
	"        \"rotational\": null,\n"
	"        \"read_only\": false,\n"
	"        \"counters\": true,\n"
	"        \"scheduler\": null,\n"
	"        \"write_cache\": null,\n"
	"        \"cache_note\": null\n"
	"      },\n"
	"      \"layers\": [],\n"
	"      \"sum_of\": null,\n"
	"      \"sector_bytes\": 512,\n"
	"      \"memory_align\": 4,\n"
	"      \"io_limit\": null,\n"
	"      \"durable_bytes_per_second\": 1000000,\n"
	"      \"layout_cut_short\": false,\n"
	"      \"read_reached_bytes\": null,\n"
	"      \"write_reached_bytes\": null,\n"
	"      \"raw\": {\n"
	"        \"node\": \"/dev/sdb1\",\n"
	"        \"extents\": 3,\n"
	"        \"compared_blocks\": 6\n"
	"      },\n"
	"      \"error\": null\n"
	"    },\n"
	"    {\n"
	"      \"path\": \"x\\ufffd\", \"path_hex\": \"78ff\",\n"
	"      \"resolved\": \"/x\\ufffd\", "
	"\"resolved_hex\": \"2f78ff\",\n"
	"      \"kind\": \"device\",\n"
	"      \"bytes\": null,\n"
	"      \"file_system\": null,\n"
	"      \"device\": null,\n"
	"      \"layers\": [],\n"
	"      \"sum_of\": null,\n"
	"      \"sector_bytes\": 0,\n"
	"      \"memory_align\": null,\n"
	"      \"io_limit\": \"read 1 B/s\",\n"
	"      \"durable_bytes_per_second\": null,\n"
	"      \"layout_cut_short\": false,\n"
	"      \"read_reached_bytes\": null,\n"
	"      \"write_reached_bytes\": null,\n"
	"      \"raw\": null,\n"
	"      \"error\": {\n"
	"        \"text\": \"nothing came\"\n"
	"      }\n"
	"    }\n"
	"  ],\n"
	"  \"plan\": {\n"
	"    \"runs_min\": 2,\n"
	"    \"runs_max\": 2,\n"
	"    \"precision\": null,\n"
	"    \"time_limit_ns\": 10000000000,\n"
	"    \"interval_ns\": 100000000,\n"
	"    \"cache\": \"cold\",\n"
	"    \"flush\": \"end\",\n"
	"    \"flush_every\": null,\n"
	"    \"order\": \"mirror\",\n"
	"    \"parallel\": false,\n"
	"    \"seed\": 4711,\n"
	"    \"data\": \"random\",\n"
	"    \"data_zero_percent\": null,\n"
	"    \"data_file\": null,\n"
	"    \"verify\": false,\n"
	"    \"ranges\": [\n"
	"      {\n"
	"        \"offset\": 0,\n"
	"        \"read_bytes\": 1048576,\n"
	"        \"write_bytes\": 65536,\n"
	"        \"automatic\": false,\n"
	"        \"temporary\": false,\n"
	"        \"layout\": \"overwrite\"\n"
	"      },\n"
	"      {\n"
	"        \"offset\": 512,\n"
	"        \"read_bytes\": null,\n"
	"        \"write_bytes\": null,\n"
	"        \"automatic\": true,\n"
	"        \"temporary\": false,\n"
	"        \"layout\": null\n"
	"      }\n"
	"    ]\n"
	"  },\n";

static const char tail[] =
	"  \"stars\": [\n"
	"    {\n"
	"      \"target\": 0,\n"
	"      \"op\": \"read\",\n"
	"      \"variant\": 0,\n"
	"      \"cell\": 0,\n"
	"      \"too_few_runs\": false\n"
	"    },\n"
	"    {\n"
	"      \"target\": 0,\n"
	"      \"op\": \"write\",\n"
	"      \"variant\": 0,\n"
	"      \"cell\": null,\n"
	"      \"too_few_runs\": true\n"
	"    }\n"
	"  ],\n"
	"  \"null_ns_per_block\": 9.25,\n"
	"  \"warnings\": [\n"
	"    \"cold\\tfeet\"\n"
	"  ]\n"
	"}\n";

static void	has(const struct session *s, const char *want);

static void
what_is_known_is_told_and_the_rest_is_null(void **state)
{
	struct session s;
	char *text, *cells, *stars;

	(void)state;
	session_make(&s);
	text = session_text(json_write, &s.result, STYLE_GNU);
	cells = strstr(text, "  \"cells\"");
	stars = strstr(text, "  \"stars\"");
	assert_non_null(cells);
	assert_non_null(stars);
	assert_string_equal(stars, tail);
	*cells = '\0';
	assert_string_equal(text, head);
	free(text);
}

static void
an_interrupted_session_names_its_signal(void **state)
{
	struct session s;

	(void)state;
	session_make(&s);
	s.result.signal = SIGINT;
	has(&s, "\n  \"status\": 130,\n  \"interrupted\": \"SIGINT\",\n");
	s.result.signal = SIGPIPE;
	has(&s, "\n  \"status\": 141,\n  \"interrupted\": \"signal 13\",\n");
}

static void
data_and_flush_carry_their_numbers(void **state)
{
	static char file[] = "\xff";
	struct session s;

	(void)state;
	session_make(&s);
	s.plan.flush = FLUSH_EVERY_N;
	s.plan.flush_every = 8;
	s.plan.pattern.kind = PATTERN_COMPRESS;
	s.plan.pattern.zero_percent = 50;
	s.plan.runs_max = 9;
	s.plan.precision = 0.02;
	s.options.data_file = file;
	s.result.label = "a label";
	has(&s, "\n    \"flush_every\": 8,\n");
	has(&s, "\n    \"data\": \"compress\",\n"
	    "    \"data_zero_percent\": 50,\n"
	    "    \"data_file\": \"\\ufffd\", \"data_file_hex\": \"ff\",\n");
	has(&s, "\n    \"precision\": 0.02,\n");
	has(&s, "\n  \"label\": \"a label\",\n");
}

static void
a_session_without_cells_is_a_whole_record(void **state)
{
	struct session s;
	char *text;

	(void)state;
	session_make(&s);
	s.plan.cells = s.plan.targets = s.result.stars = 0;
	s.result.warnings.n = 0;
	s.result.argc = 0;
	s.result.null_ns = 0;
	text = session_text(json_write, &s.result, STYLE_GNU);
	assert_non_null(strstr(text, "\n  \"targets\": [],\n"));
	assert_non_null(strstr(text, "\n  \"cells\": [],\n  \"stars\": [],\n"
	    "  \"null_ns_per_block\": null,\n  \"warnings\": []\n}\n"));
	free(text);
}

static void
has(const struct session *s, const char *want)
{
	char *text = session_text(json_write, &s->result, STYLE_GNU);

	assert_non_null(strstr(text, want));
	free(text);
}

static void
a_total_says_what_it_is_the_sum_of(void **state)
{
	struct session s;
	char *text;

	(void)state;
	session_make(&s);
	s.plan.together = 1;
	s.target[1].kind = TARGET_TOTAL;
	text = session_text(json_write, &s.result, STYLE_GNU);
	assert_non_null(strstr(text, "\"kind\": \"total\",\n"));
	assert_non_null(strstr(text, "      \"sum_of\": null,\n"));
	assert_non_null(strstr(text, "      \"sum_of\": 1,\n"));
	assert_non_null(strstr(text, "\"parallel\": true,"));
	free(text);
}

int
test_json(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_known_is_told_and_the_rest_is_null),
		cmocka_unit_test(an_interrupted_session_names_its_signal),
		cmocka_unit_test(data_and_flush_carry_their_numbers),
		cmocka_unit_test(a_session_without_cells_is_a_whole_record),
		cmocka_unit_test(a_total_says_what_it_is_the_sum_of),
	};

	return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
