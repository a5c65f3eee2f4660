/* test_progress -- the thread that watches: its lines, on request and not. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "seqbench/meter.h"
#include "seqbench/report.h"

int	test_progress(void);

#define DRAWN	"\rbetween passes\033[K"
#define ERASED	"\r\033[K"

/* A pipe, so that waiting for a line is reading it. */
struct terminal {
	struct meter	 meter;
	struct watch	*watch;
	FILE		*f;
	int		 fd;
};

static void	expect(struct terminal *t, const char *want);
static void	until(struct terminal *t, const char *want);

static int
setup(void **state)
{
	static struct terminal terminal;
	sigset_t set;
	int fds[2];

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	assert_int_equal(pipe(fds), 0);
	terminal = (struct terminal){ .meter = METER_INIT };
	terminal.fd = fds[0];
	terminal.f = fdopen(fds[1], "w");
	*state = &terminal;
	return 0;
}

static int
teardown(void **state)
{
	struct terminal *t = *state;

	watch_stop(t->watch);
	fclose(t->f);
	close(t->fd);
	return 0;
}

static void
a_signal_is_answered_with_one_line(void **state)
{
	struct terminal *t = *state;

	assert_int_equal(watch_start(&t->watch, &t->meter, t->f, false, false),
	    0);
	kill(getpid(), SIGUSR1);
	expect(t, "between passes\n");
	kill(getpid(), SIGUSR1);
	expect(t, "between passes\n");
}

static void
nothing_is_written_while_others_write(void **state)
{
	struct terminal *t = *state;

	assert_int_equal(watch_start(&t->watch, &t->meter, t->f, false, false),
	    0);
	watch_pause(t->watch);
	kill(getpid(), SIGUSR1);
	usleep(20000);
	fputs("others\n", t->f);
	fflush(t->f);
	watch_resume(t->watch);
	expect(t, "others\nbetween passes\n");
}

static void
the_progress_line_comes_by_itself_and_makes_room(void **state)
{
	struct terminal *t = *state;

	assert_int_equal(watch_start(&t->watch, &t->meter, t->f, true, false),
	    0);
	expect(t, DRAWN);
	watch_pause(t->watch);
	until(t, ERASED);
	watch_resume(t->watch);
	expect(t, DRAWN);
	kill(getpid(), SIGUSR1);
	until(t, ERASED "between passes\n" DRAWN);
}

static void
its_own_time_is_in_the_meter(void **state)
{
	struct terminal *t = *state;

	assert_int_equal(watch_start(&t->watch, &t->meter, t->f, false, false),
	    0);
	meter_set(&t->meter.watcher_user_ns, UINT64_MAX);
	kill(getpid(), SIGUSR1);
	expect(t, "between passes\n");
	while (atomic_load(&t->meter.watcher_user_ns) == UINT64_MAX)
		usleep(1000);
}

/* Ticks may have come before it. */
static void
until(struct terminal *t, const char *want)
{
	char text[1024] = "";
	size_t len = 0;

	while (strstr(text, want) == NULL) {
		assert_true(len < sizeof(text) - 1);
		assert_int_equal(read(t->fd, text + len, 1), 1);
		len++;
	}
}

static void
expect(struct terminal *t, const char *want)
{
	char text[128] = "";
	size_t len = 0;

	while (len < strlen(want)) {
		ssize_t n = read(t->fd, text + len, strlen(want) - len);

		assert_true(n > 0);
		len += (size_t)n;
	}
	assert_string_equal(text, want);
}

int
test_progress(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
		    a_signal_is_answered_with_one_line, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    nothing_is_written_while_others_write, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    the_progress_line_comes_by_itself_and_makes_room,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(
		    its_own_time_is_in_the_meter, setup, teardown),
	};

	return cmocka_run_group_tests_name("progress", tests, NULL, NULL);
}
