/* lab -- whole transfers of the dd form on the fake system. */
#include "lab.h"

#include <stdio.h>
#include <string.h>

enum { WORDS = 16 };

static volatile sig_atomic_t stop, info;
static struct sigaction was[2];

static void
on_signal(int sig)
{
	if (sig == SIGUSR1)
		info = 1;
	else
		stop = sig;
}

struct outcome
dd_run(const char *line, const char *script)
{
	struct outcome o = { 0 };
	struct fake_script s = { 0 };
	struct dd_call call = { .program = "dd", .style = STYLE_GNU,
	    .stop = &stop, .info = &info };
	char copy[256], *argv[WORDS], *word;
	int argc = 0;

	assert_int_equal(fake_script_parse(&s, script), 0);
	fake_reset(&s);
	stop = info = 0;
	snprintf(copy, sizeof(copy), "%s", line);
	for (word = strtok(copy, " "); word != NULL; word = strtok(NULL, " "))
		argv[argc++] = word;
	call.out = fmemopen(o.out, DD_TEXT, "w");
	call.err = fmemopen(o.err, DD_TEXT, "w");
	assert_true(call.out != NULL && call.err != NULL);
	o.status = dd_main(&call, argc, argv);
	fclose(call.out);
	fclose(call.err);
	assert_int_equal(fake_open_descriptors(), 0);
	assert_int_equal(fake_mappings(), 0);
	return o;
}

void
dd_check(const char *line, const char *script, int status, const char *err)
{
	struct outcome o = dd_run(line, script);

	/* Times are the fake's business. */
	if (o.status != status || strncmp(o.err, err, strlen(err)) != 0)
		printf("%s (%s): %d\n%s", line, script, o.status, o.err);
	assert_int_equal(o.status, status);
	assert_true(strncmp(o.err, err, strlen(err)) == 0);
}

void
dd_catch_signals(void)
{
	struct sigaction act = { .sa_handler = on_signal };

	sigaction(SIGUSR1, &act, &was[0]);
	sigaction(SIGINT, &act, &was[1]);
}

void
dd_leave_signals(void)
{
	sigaction(SIGUSR1, &was[0], NULL);
	sigaction(SIGINT, &was[1], NULL);
}
