/* test_session -- every target in turn, every pass in its order. */
#include "lab.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

#include "seqbench/sys.h"

int	test_session(void);

/* What the hooks saw. */
struct seen {
	unsigned	 ready, passed;
	size_t		 cell[32];
};

static void
on_ready(void *context, const struct result *r, size_t target)
{
	struct seen *seen = context;

	(void)r;
	(void)target;
	seen->ready++;
}

static void
on_passed(void *context, const struct result *r, size_t cell)
{
	struct seen *seen = context;

	assert_true(r->cell[cell].samples > 0);
	if (seen->passed < sizeof seen->cell / sizeof seen->cell[0])
		seen->cell[seen->passed] = cell;
	seen->passed++;
}

static void
run(struct lab *l, struct seen *seen, const char *script, const char *line)
{
	const struct run_hooks hooks = { seen, on_ready, on_passed };

	*seen = (struct seen){ 0 };
	lab_make(l, script, line);
	sys_sleep(1000 * MS);		/* the world is older than it */
	run_plan(&l->plan, &l->control, &hooks, &l->result);
	assert_int_equal(result_summarize(&l->result), 0);
	assert_false(l->meter.shown);
}

static void
rounds_are_mirrored_and_told(void **state)
{
	static const size_t order[] = { 0, 1, 1, 0 };
	struct seen seen;
	struct lab l;

	(void)state;
	run(&l, &seen, "", "-s 1m -b 64k,1m -n 2 /fake/file");
	assert_int_equal(seen.ready, 1);
	assert_int_equal(seen.passed, 4);
	assert_memory_equal(seen.cell, order, sizeof order);
	assert_int_equal(l.result.cell[0].sample[1].run, 2);
	assert_int_equal(l.result.cell[0].sample[1].round, 4);
	assert_int_equal(l.result.cell[1].sample[1].round, 3);
	assert_true(l.result.cell[0].sample[0].start_ns < 110 * MS);
	assert_true(l.result.null_ns > 0);
	assert_int_equal(result_status(&l.result), STATUS_OK);
	lab_done(&l);
}

static void
passes_are_counted_through_all_targets(void **state)
{
	struct seen seen;
	struct lab l;

	(void)state;
	run(&l, &seen, "", "-s 1m -b 64k -n 2 /fake/file /fake/disk");
	assert_int_equal(seen.ready, 2);
	assert_int_equal(l.result.cell[1].sample[1].round, 4);
	lab_done(&l);
}

static void
what_the_limit_lets_through_is_what_all_move_then(void **state)
{
	struct seen seen;
	struct lab l;
	uint64_t reached;

	(void)state;
	run(&l, &seen, "", "-s 64m -b 4k,1m -t 10ms -n 2 /fake/file");
	reached = l.result.record[0].reached[OP_READ];
	assert_int_equal(reached, l.result.cell[0].sample[0].bytes);
	assert_true(reached < l.result.cell[1].sample[0].bytes);
	assert_int_equal(l.result.cell[0].sample[1].bytes, reached);
	assert_int_equal(l.result.cell[1].sample[1].bytes,
	    reached - reached % MiB);
	assert_int_equal(l.result.record[0].reached[OP_WRITE], 0);
	lab_done(&l);
	/* A cell after the other, nobody knows what the next one reaches. */
	run(&l, &seen, "", "-s 64m -b 1m -t 10ms -n 2 --order blocked "
	    "/fake/file");
	assert_int_equal(l.result.record[0].reached[OP_READ], 0);
	assert_true(l.result.cell[0].sample[1].limited);
	lab_done(&l);
}

static void
a_cell_that_fails_is_not_repeated(void **state)
{
	struct seen seen;
	struct lab l;

	(void)state;
	run(&l, &seen, "pread:3=EIO", "-s 1m -b 64k,1m -n 3 /fake/file");
	assert_int_equal(l.result.cell[0].samples, 1);
	assert_int_equal(l.result.cell[1].samples, 3);
	assert_int_equal(result_status(&l.result), STATUS_IO);
	lab_done(&l);
	/* The first opens are those of looking and of set-up. */
	run(&l, &seen, "reopen:3=EMFILE", "-s 1m -b 64k,1m -n 3 /fake/file");
	assert_int_equal(l.result.cell[0].samples, 0);
	assert_int_equal(l.result.cell[1].samples, 3);
	assert_int_equal(result_status(&l.result), STATUS_SETUP);
	lab_done(&l);
}

static void
a_range_of_runs_ends_when_it_is_precise(void **state)
{
	struct seen seen;
	struct lab l;

	(void)state;
	run(&l, &seen, "", "-s 1m -b 1m -n 2..9 /fake/file");
	assert_int_equal(l.result.cell[0].samples, 5);
	lab_done(&l);
	run(&l, &seen, "pread:3=delay:500000", "-s 1m -b 1m -n 2..7 "
	    "/fake/file");
	assert_int_equal(l.result.cell[0].samples, 7);
	lab_done(&l);
	run(&l, &seen, "pread:3=delay:500000", "-s 1m -b 1m -n 2..7 -p 100 "
	    "/fake/file");
	assert_int_equal(l.result.cell[0].samples, 5);
	lab_done(&l);
}

static void
a_target_that_fails_leaves_the_others(void **state)
{
	struct seen seen;
	struct lab l;

	(void)state;
	run(&l, &seen, "", "-s 64m -b 1m -n 1 /fake/holes /fake/file");
	assert_int_equal(seen.ready, 1);
	assert_int_equal(strncmp(l.result.record[0].error, "50 % of it", 10),
	    0);
	assert_int_equal(l.result.cell[0].samples, 0);
	assert_int_equal(l.result.cell[1].samples, 1);
	assert_int_equal(result_status(&l.result), STATUS_SETUP);
	lab_done(&l);
	/* With nothing to run, nothing is set up. */
	run(&l, &seen, "", "-s 1m -b 1m -n 1 -e raw /fake/tmpfs");
	assert_int_equal(seen.ready, 0);
	assert_string_equal(l.result.record[0].error, "");
	assert_int_equal(result_status(&l.result), STATUS_SETUP);
	lab_done(&l);
}

static void
an_interruption_that_nobody_asked_for_is_an_error(void **state)
{
	struct seen seen;
	struct lab l;

	(void)state;
	run(&l, &seen, "temporary:1=EINTR", "-s 1m -b 1m -n 1 -d zero "
	    "/fake/dir");
	assert_non_null(strstr(l.result.record[0].error,
	    strerror(EINTR)));
	assert_int_equal(result_status(&l.result), STATUS_SETUP);
	lab_done(&l);
}

static struct lab *stopped;

static void
stop(int sig)
{
	stopped->stop = sig;
}

static void
a_stop_ends_all_and_keeps_what_there_is(void **state)
{
	char script[64];
	struct seen seen;
	struct lab l;

	(void)state;
	stopped = &l;
	signal(SIGUSR2, stop);
	snprintf(script, sizeof script, "pread:20=signal:%d", SIGUSR2);
	run(&l, &seen, script, "-s 1m -b 64k -n 2 /fake/file /fake/disk");
	assert_int_equal(l.result.cell[0].samples, 1);
	assert_int_equal(l.result.cell[1].samples, 0);
	assert_int_equal(seen.ready, 1);
	assert_string_equal(l.result.record[0].error, "");
	assert_true(l.result.null_ns == 0);
	lab_done(&l);
	/* Nothing is kept of a session that was stopped. */
	snprintf(script, sizeof script, "syncfs:1=signal:%d", SIGUSR2);
	run(&l, &seen, script, "-s 1m -b 64k -n 1 -o write -d zero --keep "
	    "/fake/dir/new");
	assert_int_equal(l.result.cell[0].samples, 1);
	assert_int_equal(fake_created_files(), 0);
	lab_done(&l);
	signal(SIGUSR2, SIG_DFL);
}

static void
a_stream_may_end_but_must_have_begun(void **state)
{
	struct seen seen;
	struct lab l;

	(void)state;
	run(&l, &seen, "", "-s 40m -b 1m -n 3 /fake/fifo");
	assert_int_equal(l.result.cell[0].samples, 2);
	assert_string_equal(l.result.warnings.text[0], "/fake/fifo: the "
	    "stream ended after 25165824 of the 41943040 bytes of a pass");
	assert_string_equal(l.result.warnings.text[1], "/fake/fifo: the "
	    "stream ended after 2 of 3 passes");
	assert_int_equal(result_status(&l.result), STATUS_OK);
	lab_done(&l);
	run(&l, &seen, "read:1=shrink:0", "-s 1m -b 1m /fake/fifo");
	assert_string_equal(l.result.record[0].error, "nothing came");
	assert_int_equal(result_status(&l.result), STATUS_SETUP);
	lab_done(&l);
}

static void
what_it_will_take_is_guessed_where_it_can_be(void **state)
{
	struct seen seen;
	struct lab l;

	(void)state;
	run(&l, &seen, "", "-s 16m -b 1m -n 1 -d zero /fake/dir");
	/* Two passes of 16 MiB at what the lay-out made durable. */
	assert_true(l.result.record[0].seconds > 0.46 &&
	    l.result.record[0].seconds < 0.48);
	lab_done(&l);
	run(&l, &seen, "", "-s 1m -b 1m -n 1 /fake/file");
	assert_true(l.result.record[0].seconds == 0);
	lab_done(&l);
}

int
test_session(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rounds_are_mirrored_and_told),
		cmocka_unit_test(passes_are_counted_through_all_targets),
		cmocka_unit_test(
		    what_the_limit_lets_through_is_what_all_move_then),
		cmocka_unit_test(a_cell_that_fails_is_not_repeated),
		cmocka_unit_test(a_range_of_runs_ends_when_it_is_precise),
		cmocka_unit_test(a_target_that_fails_leaves_the_others),
		cmocka_unit_test(
		    an_interruption_that_nobody_asked_for_is_an_error),
		cmocka_unit_test(a_stop_ends_all_and_keeps_what_there_is),
		cmocka_unit_test(a_stream_may_end_but_must_have_begun),
		cmocka_unit_test(what_it_will_take_is_guessed_where_it_can_be),
	};

	return cmocka_run_group_tests_name("session", tests, NULL, NULL);
}
