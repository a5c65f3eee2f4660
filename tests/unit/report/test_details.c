/* test_details -- what each pass was like inside, for people and programs. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "sample_result.h"

int	test_details(void);

/* A sample as an asynchronous engine with two jobs gives it. */
static void
fill(struct sample *s, struct job_sample job[2])
{
	static const uint64_t ns[LATENCY_POINTS] = {
		[LATENCY_MIN] = 90000, [LATENCY_P50] = 101500,
		[LATENCY_P90] = 140000, [LATENCY_P99] = 1750000,
		[LATENCY_P999] = 20000000, [LATENCY_MAX] = 51234567,
	};

	s->latency.count = 4;
	s->latency.sum_ns = 500002;
	memcpy(s->latency.ns, ns, sizeof(ns));
	s->in_flight = 15.96;
	s->limit = LIMIT_DEVICE;
	job[0] = (struct job_sample){ 1000, 1000000000, 512000000, 0 };
	job[1] = (struct job_sample){ 2000, 2000000000, 512000000, 0 };
	s->job = job;
	s->jobs = 2;
	series_init(&s->series, 100);
	series_note(&s->series, 100, 7);
	series_note(&s->series, 150, 9);
}

static void
expect(const struct sample_result *s, bool verbose, const char *part)
{
	const struct report_look look = { .utf8 = true, .verbose = verbose };
	char *got = sample_result_text(s, &look,
	    report_find(reports, "table")->write);

	if (strstr(got, part) == NULL)
		print_message("%s\nis not in\n%s", part, got);
	assert_non_null(strstr(got, part));
	free(got);
}

static void
verbose_tells_latency_limit_queue_and_jobs(void **state)
{
	struct job_sample job[2];
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	s.plan.cells = s.plan_target[0].cells = 2;
	s.plan_cell[0].depth = 8;
	s.plan_cell[0].jobs = 2;
	s.result.stars = 0;
	fill(&s.sample[0][1], job);
	strcpy(s.cell[0].queue, "registered buffers and file");
	strcpy(s.cell[1].queue, "registered buffers and file");
	expect(&s, true,
"block op    run   p50 us   p90 us   p99 us p99.9 us   max us in flight limit\n"
"   4k READ    1\n"
"              2    101.5    140.0   1750.0    20000    51235      16.0 device\n"
"              3\n"
"      WRITE   1\n"
"              2\n"
"              3\n"
"buffered q8 j2: registered buffers and file\n"
"4k READ buffered q8 j2 run 2: 512.0 + 256.0 MB/s\n");
}

static void
cells_of_a_variant_that_used_the_same_share_a_line(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	for (size_t i = 0; i < 4; i++)
		strcpy(s.cell[i].queue, i < 3 ? "one thing" : "another");
	expect(&s, true, "\nbuffered: one thing\nbuffered: another\n");
}

static void
a_queue_that_was_none_is_said_without_being_asked(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	s.plan_cell[0].depth = s.plan_cell[1].depth = 8;
	s.sample[0][2].kernel_workers = true;
	s.sample[1][0].kernel_workers = true;
	expect(&s, false, "\nvia kernel workers: depth is not credited: 4k "
	    "READ buffered q8, 4k WRITE\n  buffered q8\n");
	sample_result_expect(&s, "markdown", "\n- via kernel workers: depth "
	    "is not credited: 4k READ buffered q8, 4k WRITE buffered q8\n");
}

static void
the_record_has_all_of_it(void **state)
{
	struct job_sample job[2];
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	fill(&s.sample[0][0], job);
	s.sample[0][0].kernel_workers = true;
	s.sample[0][1].limit = LIMIT_CPU;
	s.sample[0][2].limit = LIMIT_DEVICE;
	strcpy(s.cell[0].queue, "flags 1");
	s.plan_cell[0].depth = 32;
	s.plan_cell[0].jobs = 2;
	sample_result_expect(&s, "json", "      \"queue\": \"flags 1\",\n"
	    "      \"depth\": 32,\n"
	    "      \"jobs\": 2,\n");
	sample_result_expect(&s, "json", "\"in_flight\": 15.96, "
	    "\"limit\": \"device\", \"kernel_workers\": true, "
	    "\"latency\": {\"count\": 4, \"mean_ns\": 125000.5, "
	    "\"min_ns\": 90000, \"p50_ns\": 101500, \"p90_ns\": 140000, "
	    "\"p99_ns\": 1750000, \"p999_ns\": 20000000, "
	    "\"max_ns\": 51234567}, "
	    "\"series\": {\"interval_ns\": 100, \"bytes\": [7, 2]}, "
	    "\"jobs_detail\": [{\"start_ns\": 1000, "
	    "\"transfer_ns\": 1000000000, \"bytes\": 512000000, "
	    "\"bytes_per_second\": 512000000}, {\"start_ns\": 2000, "
	    "\"transfer_ns\": 2000000000, \"bytes\": 512000000, "
	    "\"bytes_per_second\": 256000000}], \"verify\": null");
	/* Of a cell: what held most of its passes back. */
	sample_result_expect(&s, "json", "      \"limit\": \"device\",\n"
	    "      \"star\"");
	sample_result_expect(&s, "csv", ",read,buffered,sync,4096,32,2,,");
	sample_result_expect(&s, "csv", ",101500,140000,1750000,20000000,"
	    "51234567,");
	sample_result_expect(&s, "csv", ",huge,2097152,device,");
}

static void
the_log_has_a_row_for_each_interval(void **state)
{
	struct job_sample job[2];
	struct sample_result s;
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	(void)state;
	assert_non_null(f);
	sample_result_make(&s);
	fill(&s.sample[1][2], job);
	s.plan_cell[1].depth = 8;
	s.target.path = "a,b";
	report_log.header(f);
	report_log.row(f, &s.result, 0);	/* has no series */
	report_log.row(f, &s.result, 1);	/* of its last pass */
	s.cell[1].samples = 0;
	report_log.row(f, &s.result, 1);
	fclose(f);
	assert_string_equal(text, "target,op,engine,issuer,block_bytes,depth,"
	    "jobs,buffer,run,start_ns,end_ns,bytes,"
	    "readahead\n"
	    "\"a,b\",write,buffered,sync,4096,8,1,huge,3,0,100,7,\n"
	    "\"a,b\",write,buffered,sync,4096,8,1,huge,3,100,150,2,\n");
	assert_int_equal(strncmp(text, report_log.begins,
	    strlen(report_log.begins)), 0);
	free(text);
}

int
test_details(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(verbose_tells_latency_limit_queue_and_jobs),
		cmocka_unit_test(
		    cells_of_a_variant_that_used_the_same_share_a_line),
		cmocka_unit_test(
		    a_queue_that_was_none_is_said_without_being_asked),
		cmocka_unit_test(the_record_has_all_of_it),
		cmocka_unit_test(the_log_has_a_row_for_each_interval),
	};

	return cmocka_run_group_tests_name("report/details", tests, NULL,
	    NULL);
}
