/* test_facts -- what held a pass back, from samples made by hand. */

#include "../../../src/run/pass.h"
#include "unit/near.h"

int	test_facts(void);

#define MS	1000000ull
#define SECOND	(1000 * MS)
#define MIB	((uint64_t)1 << 20)

/* A pass of 64 MiB in a second: 512 transfers, 8 at a time. */
struct made {
	struct engine	 engine;
	struct issuer	 issuer;
	struct plan_cell cell;
	struct sample	 sample;
	struct device_counters device;
	struct io_limit	 limit;
};

static int
no_submit(struct issuer_context *c, struct io *const *list, unsigned n)
{
	(void)c;
	(void)list;
	(void)n;
	return 0;
}

static void
make(struct made *m)
{
	*m = (struct made){
		.engine.access = ACCESS_DIRECT,
		.issuer.submit = no_submit,
		.cell = { .op = OP_READ, .depth = 4, .jobs = 2 },
		.sample = {
			.bytes = 64 * MIB, .transfer_ns = SECOND,
			.user_ns = 100 * MS, .system_ns = 300 * MS,
			.latency = { .count = 512, .sum_ns = 8 * SECOND,
			    .ns = { [LATENCY_MIN] = 5 * MS } },
			.in_flight = 8,
		},
		.device = {
			.read_bytes = 64 * MIB, .write_bytes = MIB,
			.reads = 512, .writes = 8,
			.busy_ns = 950 * MS, .queue_ns = 7 * SECOND,
		},
		.limit = IO_UNLIMITED,
	};
	m->cell.engine = &m->engine;
	m->cell.issuer = &m->issuer;
}

static struct limit_facts
facts(const struct made *m)
{
	struct limit_facts f;

	facts_make(&f, &m->sample, &m->cell, &m->device, &m->limit);
	f.cpu = facts_cpu(&m->sample, m->cell.jobs);
	return f;
}

static void
a_pass_is_measured_by_its_clock_and_its_jobs(void **state)
{
	struct limit_facts f;
	struct made m;

	(void)state;
	make(&m);
	f = facts(&m);
	assert_false(f.page_cache);
	assert_near(f.cpu, 0.2, 1e-9);
	assert_near(f.depth, 8, 1e-9);
	assert_near(f.in_flight, 8, 1e-9);
	assert_near(f.stretch, 3.125, 1e-9);
	assert_near(f.device_busy, 0.95, 1e-9);
	assert_near(f.device_in_flight, 7, 1e-9);
	assert_near(f.device_ratio, 1, 1e-9);
	assert_true(isnan(f.throttle));
	assert_int_equal(limit_word(&f), LIMIT_DEVICE);
}

/* All of it lasts twice as long, and nothing of the tool's is in flight. */
static void
the_flush_of_a_write_counts(void **state)
{
	struct limit_facts f;
	struct made m;

	(void)state;
	make(&m);
	m.engine.access = ACCESS_CACHED;
	m.cell = (struct plan_cell){ .op = OP_WRITE, .engine = &m.engine,
	    .issuer = &m.issuer, .depth = 1, .jobs = 1 };
	m.sample.flush_ns = SECOND;
	m.sample.in_flight = -1;
	m.sample.latency.count = 0;
	m.device.write_bytes = 48 * MIB;
	f = facts(&m);
	assert_true(f.page_cache);
	assert_near(f.cpu, 0.2, 1e-9);
	assert_near(f.depth, 1, 1e-9);
	assert_near(f.in_flight, 0.5, 1e-9);
	assert_true(isnan(f.stretch));
	assert_near(f.device_busy, 0.475, 1e-9);
	assert_near(f.device_in_flight, 3.5, 1e-9);
	assert_near(f.device_ratio, 0.75, 1e-9);
}

static void
without_latencies_each_job_has_one_in_flight(void **state)
{
	struct made m;

	(void)state;
	make(&m);
	m.cell.depth = 1;
	m.cell.jobs = 3;
	m.sample.in_flight = -1;
	assert_near(facts(&m).in_flight, 3, 1e-9);
	assert_near(facts(&m).depth, 3, 1e-9);
}

static void
the_nearest_limit_counts(void **state)
{
	static const struct {
		struct io_limit	 limit;
		double		 want;
	} rows[] = {
		{ { 64 * MIB, NOT_KNOWN, NOT_KNOWN, NOT_KNOWN }, 1 },
		{ { NOT_KNOWN, 4 * MIB, NOT_KNOWN, NOT_KNOWN }, 0.25 },
		{ { NOT_KNOWN, NOT_KNOWN, 640, NOT_KNOWN }, 0.8 },
		{ { NOT_KNOWN, NOT_KNOWN, NOT_KNOWN, 16 }, 0.5 },
		{ { 640 * MIB, 2 * MIB, 5120, 80 }, 0.5 },
	};
	struct made m;

	(void)state;
	make(&m);
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		m.limit = rows[i].limit;
		assert_near(facts(&m).throttle, rows[i].want, 1e-9);
	}
	m.limit = rows[0].limit;
	m.device.read_bytes = m.device.write_bytes = NOT_KNOWN;
	assert_true(isnan(facts(&m).throttle));
}

static void
what_is_not_counted_is_not_known(void **state)
{
	struct limit_facts f;
	struct made m;

	(void)state;
	make(&m);
	m.device = (struct device_counters){ NOT_KNOWN, NOT_KNOWN, NOT_KNOWN,
	    NOT_KNOWN, NOT_KNOWN, NOT_KNOWN, NOT_KNOWN, NOT_KNOWN };
	f = facts(&m);
	assert_true(isnan(f.device_busy) && isnan(f.device_in_flight));
	assert_true(isnan(f.device_ratio));

	/* A pass that moved nothing, in no time. */
	make(&m);
	m.sample = (struct sample){ .in_flight = -1 };
	f = facts(&m);
	assert_true(isnan(f.cpu) && isnan(f.in_flight) && isnan(f.stretch));
	assert_true(isnan(f.device_busy) && isnan(f.device_ratio));
	assert_int_equal(limit_word(&f), LIMIT_UNKNOWN);
}

/* 400 ms of CPU are the process's. */
static bool
by_kernel(const struct made *m, uint64_t caller_ns, uint64_t threads_ns)
{
	return facts_workers(&m->sample, &m->cell, caller_ns + threads_ns);
}

static void
what_no_thread_of_ours_computed_the_kernel_did(void **state)
{
	struct made m;

	(void)state;
	make(&m);
	assert_false(by_kernel(&m, 400 * MS, 0));
	assert_false(by_kernel(&m, 10 * MS, 360 * MS));
	assert_false(by_kernel(&m, 10 * MS, 420 * MS));
	assert_true(by_kernel(&m, 350 * MS, 0));
	assert_true(by_kernel(&m, 10 * MS, 100 * MS));
	m.issuer.submit = NULL;
	assert_false(by_kernel(&m, 10 * MS, 100 * MS));
}

static enum limit
word(const struct made *m)
{
	struct limit_facts f = facts(m);

	return limit_word(&f);
}

static void
the_facts_make_the_word(void **state)
{
	struct made m;

	(void)state;
	make(&m);
	assert_int_equal(word(&m), LIMIT_DEVICE);
	m.limit.read_bytes = 66 * MIB;
	assert_int_equal(word(&m), LIMIT_THROTTLE);
	m.limit = IO_UNLIMITED;
	m.device.busy_ns = 300 * MS;
	assert_int_equal(word(&m), LIMIT_DEPTH);
	m.sample.system_ns = 1900 * MS;
	assert_int_equal(word(&m), LIMIT_CPU);
	m.device.read_bytes = MIB;
	assert_int_equal(word(&m), LIMIT_CACHE);
}

int
test_facts(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pass_is_measured_by_its_clock_and_its_jobs),
		cmocka_unit_test(the_flush_of_a_write_counts),
		cmocka_unit_test(without_latencies_each_job_has_one_in_flight),
		cmocka_unit_test(the_nearest_limit_counts),
		cmocka_unit_test(what_is_not_counted_is_not_known),
		cmocka_unit_test(what_no_thread_of_ours_computed_the_kernel_did),
		cmocka_unit_test(the_facts_make_the_word),
	};

	return cmocka_run_group_tests_name("facts", tests, NULL, NULL);
}
