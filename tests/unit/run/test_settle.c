/* test_settle -- waiting for a device that others may keep busy. */
#include "lab.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>

#include "seqbench/sys.h"

int	test_settle(void);

static volatile sig_atomic_t stop;
static int other_fd;
/* Of the waits in a test. */
static struct patience patience;

/* Somebody else reads a block whenever we sleep. */
static void
other_reads(int sig)
{
	static char buffer[4096] __attribute__((aligned(4096)));

	(void)sig;
	sys_pread(other_fd, buffer, sizeof buffer, 0);
}

static void
stop_now(int sig)
{
	(void)sig;
	stop = SIGINT;
}

/* With bottoms, only those of its layers are known. */
static bool
settle_on(const char *text, const char *device, bool bottoms, uint64_t *took)
{
	struct meter meter = METER_INIT;
	const struct control control = { &stop, &meter, 0 };
	struct fake_script script;
	struct target t;
	struct diag d = { 0 };
	uint64_t start;
	bool quiet;

	stop = 0;
	assert_int_equal(fake_script_parse(&script, text), 0);
	fake_reset(&script);
	assert_int_equal(target_look(&t, device, false, &d), 0);
	other_fd = sys_open("/fake/disk", O_RDONLY | O_DIRECT, 0);
	signal(SIGUSR1, other_reads);
	signal(SIGUSR2, stop_now);
	start = sys_now();
	quiet = settle_device(bottoms ? 0 : t.device.number, &t.layers,
	    &patience, &control);
	*took = sys_now() - start;
	signal(SIGUSR1, SIG_DFL);
	signal(SIGUSR2, SIG_DFL);
	sys_close(other_fd);
	target_release(&t);
	return quiet;
}

static bool
settle(const char *text, const char *device, uint64_t *took)
{
	return settle_on(text, device, false, took);
}

static int
anew(void **state)
{
	(void)state;
	patience = (struct patience){ .ours = true };
	return 0;
}

/* SIGUSR1 is blocked where a watcher may be asked with it. */
static char *
rule(const char *what, int sig)
{
	static char text[64];
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, sig);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	snprintf(text, sizeof text, "sleep:%s=signal:%d", what, sig);
	return text;
}

static void
a_device_at_rest_is_watched_for_a_tenth_of_a_second(void **state)
{
	uint64_t took;

	(void)state;
	assert_true(settle("", "/fake/disk", &took));
	assert_true(took >= 100 * MS && took < 130 * MS);
}

static void
each_transfer_of_others_begins_it_anew(void **state)
{
	uint64_t took;

	(void)state;
	assert_true(settle(rule("3", SIGUSR1), "/fake/disk", &took));
	assert_true(took >= 160 * MS && took < 190 * MS);
}

static void
so_does_each_at_the_bottom_where_no_device_is_known(void **state)
{
	uint64_t took;

	(void)state;
	assert_true(settle_on(rule("3", SIGUSR1), "/fake/disk", true, &took));
	assert_true(took >= 160 * MS && took < 190 * MS);
}

static void
who_never_rests_is_given_up_after_five_seconds(void **state)
{
	uint64_t took;

	(void)state;
	assert_false(settle(rule("1+", SIGUSR1), "/fake/disk", &took));
	assert_true(took >= 5000 * MS && took < 5100 * MS);
}

static void
who_is_always_busy_is_waited_for_less_and_less(void **state)
{
	static const uint64_t ms[] = { 5000, 2500, 1250, 625, 312, 200, 200 };
	uint64_t took;

	(void)state;
	for (size_t i = 0; i < sizeof ms / sizeof ms[0]; i++) {
		assert_false(settle(rule("1+", SIGUSR1), "/fake/disk",
		    &took));
		assert_true(took >= ms[i] * MS && took < (ms[i] + 40) * MS);
	}
	/* Also after a long time; and who rests once is trusted again. */
	patience.in_vain = UINT32_MAX / 2;
	assert_false(settle(rule("1+", SIGUSR1), "/fake/disk", &took));
	assert_true(took >= 200 * MS && took < 240 * MS);
	assert_true(settle("", "/fake/disk", &took));
	assert_false(settle(rule("1+", SIGUSR1), "/fake/disk", &took));
	assert_true(took >= 5000 * MS && took < 5100 * MS);
}

static void
a_point_is_waited_for_no_longer_than_one_takes(void **state)
{
	static const struct {
		uint64_t	 pass_us, busy_ms, idle_ms;
	} point[] = {
		{ 1,		20,	20 },	/* one look */
		{ 20000,	20,	20 },
		{ 60000,	60,	60 },
		{ 335000,	340,	100 },
		{ 10000000,	5000,	100 },
	};
	uint64_t took;

	(void)state;
	for (size_t i = 0; i < sizeof point / sizeof point[0]; i++) {
		const uint64_t busy = point[i].busy_ms * MS;
		const uint64_t idle = point[i].idle_ms * MS;

		patience = (struct patience){
			.pass_ns = point[i].pass_us * MS / 1000, .ours = true
		};
		assert_false(settle(rule("1+", SIGUSR1), "/fake/disk",
		    &took));
		assert_true(took >= busy && took < busy + 20 * MS);
		assert_true(settle("", "/fake/disk", &took));
		assert_true(took >= idle && took < idle + 20 * MS);
	}
}

static void
where_nothing_of_ours_was_moved_one_look_is_enough(void **state)
{
	uint64_t took;

	(void)state;
	patience = (struct patience){ 0 };
	assert_true(settle("", "/fake/disk", &took));
	assert_true(took < MS);
	/* Now something was. */
	assert_true(settle("", "/fake/disk", &took));
	assert_true(took >= 100 * MS);
}

static void
what_can_not_be_watched_is_not_waited_for(void **state)
{
	uint64_t took;

	(void)state;
	assert_true(settle("counters=off", "/fake/disk", &took));
	assert_int_equal(fake_calls(FAKE_SLEEP), 0);
	assert_true(settle("", "/fake/tmpfs", &took));
	assert_int_equal(fake_calls(FAKE_SLEEP), 0);
}

static void
a_stop_ends_it(void **state)
{
	uint64_t took;

	(void)state;
	assert_false(settle(rule("2", SIGUSR2), "/fake/disk", &took));
	assert_true(took < 60 * MS);
}

int
test_settle(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(
		    a_device_at_rest_is_watched_for_a_tenth_of_a_second,
		    anew),
		cmocka_unit_test_setup(each_transfer_of_others_begins_it_anew,
		    anew),
		cmocka_unit_test_setup(
		    so_does_each_at_the_bottom_where_no_device_is_known,
		    anew),
		cmocka_unit_test_setup(
		    who_never_rests_is_given_up_after_five_seconds, anew),
		cmocka_unit_test_setup(
		    who_is_always_busy_is_waited_for_less_and_less, anew),
		cmocka_unit_test_setup(
		    a_point_is_waited_for_no_longer_than_one_takes, anew),
		cmocka_unit_test(
		    where_nothing_of_ours_was_moved_one_look_is_enough),
		cmocka_unit_test(what_can_not_be_watched_is_not_waited_for),
		cmocka_unit_test_setup(a_stop_ends_it, anew),
	};

	return cmocka_run_group_tests_name("settle", tests, NULL, NULL);
}
