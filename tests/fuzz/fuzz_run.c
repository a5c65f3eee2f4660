/*
 * run -- the whole program on the fake system: a sweep, zones, info or dd.
 *
 * The first line is what SEQBENCH_FAKE may hold, the others are words of the
 * command line.  A run is stopped as by Ctrl-C after so many calls, or when
 * it has used its time, so that every input ends soon; a part of what can be
 * asked for is left out, because it would only cost time or memory.
 */
#include <sys/time.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/command.h"
#include "../../src/info.h"
#include "../../src/sweep.h"
#include "fake/fake.h"
#include "fault/json.h"
#include "fuzz/csv.h"
#include "fuzz/outfile.h"
#include "fuzz/targets.h"
#include "seqbench/dd.h"
#include "seqbench/diag.h"
#include "seqbench/options.h"

enum { CALLS_MAX = 3000, CPU_US = 30000, BLOCK = 1 << 20, MEMORY = 32 << 20,
	DELAY = 1000000000 };

struct run {
	struct fuzz_words words;	/* as typed */
	struct fuzz_words line;		/* with our defaults in front */
	enum command	 command;
	bool		 keep;		/* a file may be left */
	int		 status;
	char		*out, *err;
	size_t		 out_size, err_size;
};

/* Passes that are short, unless the input says more. */
static const char *const defaults[] = {
	"-t5ms", "-s131072", "-b64k",
};

static volatile sig_atomic_t stop;

static void
on_stop(int sig)
{
	(void)sig;
	stop = SIGTERM;
}

static void
stop_in_time(void)
{
	const struct itimerval t = { .it_value.tv_usec = CPU_US };
	struct sigaction act = { .sa_handler = on_stop };

	stop = 0;
	if (sigaction(SIGPROF, &act, NULL) < 0 ||
	    sigaction(SIGUSR2, &act, NULL) < 0 ||
	    setitimer(ITIMER_PROF, &t, NULL) < 0)
		abort();
}

static void
stop_no_more(void)
{
	const struct itimerval t = { 0 };

	if (setitimer(ITIMER_PROF, &t, NULL) < 0)
		abort();
}

/* ---- the world ---- */

/* The only signal that is raised is ours; a delay does not end the clock. */
static void
tame(struct fake_rule *r)
{
	if (r->action == FAKE_SIGNAL)
		r->value = SIGUSR2;
	else if (r->action == FAKE_DELAY && r->value > DELAY)
		r->value = DELAY;
}

static void
world(const char *text)
{
	struct fake_script script = { 0 };

	if (fake_script_parse(&script, text) < 0)
		script = (struct fake_script){ 0 };
	for (size_t i = 0; i < script.rules; i++)
		tame(&script.rule[i]);
	if (script.memory_bytes == 0 || script.memory_bytes > MEMORY)
		script.memory_bytes = MEMORY;
	if (script.rules == FAKE_RULES)
		script.rules--;
	script.rule[script.rules++] = (struct fake_rule){
		.call = FAKE_ANY, .nth = CALLS_MAX, .action = FAKE_SIGNAL,
		.value = SIGUSR2,
	};
	fake_reset(&script);
}

/* ---- the command line ---- */

static const struct option_set *
options_of(enum command command)
{
	return command == COMMAND_ZONES ? &zones_options : &sweep_options;
}

/* Threads would race for the fake, which has no lock. */
static bool
is_heavy_sweep(struct run *r, int first)
{
	struct options o;
	struct diag d = { 0 };
	bool heavy = false;

	if (options_parse(&o, options_of(r->command), r->line.argc,
	    r->line.argv, first, &d) == 0) {
		for (size_t i = 0; i < o.jobs.n; i++)
			heavy |= o.jobs.item[i].bytes > 1;
		for (size_t i = 0; i < o.block.n; i++)
			heavy |= o.block.item[i].bytes > BLOCK;
	}
	r->keep = o.keep;
	options_release(&o);
	return heavy;
}

static bool
is_heavy_dd(const struct run *r, int first)
{
	struct warnings w = { 0 };
	struct dd_operands o;
	struct diag d = { 0 };
	bool heavy = dd_operands_parse(&o, r->line.argc - first,
	    r->line.argv + first, STYLE_GNU, &w, &d) == 0 &&
	    (o.ibs > BLOCK || o.obs > BLOCK);

	warnings_release(&w);
	return heavy;
}

static void
line_add(struct fuzz_words *line, char *word)
{
	if (line->argc < FUZZ_WORDS)
		line->argv[line->argc++] = word;
	line->argv[line->argc] = NULL;
}

/* The command, and where what belongs to it begins; or not to be run. */
static bool
line_make(struct run *r, int *first)
{
	struct fuzz_words *line = &r->line;
	struct diag d = { 0 };

	/* In the place of the script. */
	r->words.argv[0] = (char *)(uintptr_t)"seqbench";
	if (command_find(r->words.argc, r->words.argv, &r->command, first,
	    &d) < 0)
		return false;
	line->argc = 0;
	for (int i = 0; i < *first; i++)
		line_add(line, r->words.argv[i]);
	if (r->command == COMMAND_SWEEP || r->command == COMMAND_ZONES)
		for (size_t i = 0; i < sizeof(defaults) / sizeof(*defaults);
		    i++)
			line_add(line, (char *)(uintptr_t)defaults[i]);
	for (int i = *first; i < r->words.argc; i++)
		line_add(line, r->words.argv[i]);
	switch (r->command) {
	case COMMAND_DD:
		r->keep = true;
		return !is_heavy_dd(r, *first);
	case COMMAND_SWEEP:
	case COMMAND_ZONES:
		return !is_heavy_sweep(r, *first);
	case COMMAND_INFO:
		return true;
	case COMMAND_ENGINES:
		break;
	}
	return false;
}

/* ---- the run ---- */

static int
program(struct run *r, int first)
{
	int argc = r->line.argc;
	char **argv = r->line.argv;
	volatile sig_atomic_t info = 0;

	switch (r->command) {
	case COMMAND_DD:
		return dd_main(&(struct dd_call){
			.program = "dd",
			.style = STYLE_GNU,
			.stop = &stop,
			.info = &info,
			.out = stdout,
			.err = stderr,
		}, argc - first, argv + first);
	case COMMAND_INFO:
		return info_main(argc, argv, first);
	case COMMAND_ZONES:
		return sweep_main(&zones_errand, argc, argv, first, &stop);
	default:
		return sweep_main(&sweep_errand, argc, argv, first, &stop);
	}
}

/* In glibc and FreeBSD's libc the standard streams are variables. */
static void
run(struct run *r, int first)
{
	FILE *out = stdout, *err = stderr;

	stdout = open_memstream(&r->out, &r->out_size);
	stderr = open_memstream(&r->err, &r->err_size);
	if (stdout == NULL || stderr == NULL)
		abort();
	stop_in_time();
	r->status = program(r, first);
	stop_no_more();
	fclose(stdout);
	fclose(stderr);
	stdout = out;
	stderr = err;
}

/* ---- what must hold ---- */

static void
require_status(const struct run *r)
{
	bool dd = r->command == COMMAND_DD;

	/* A signal may also come when all is done. */
	if (stop != 0 && r->status == 128 + SIGTERM)
		return;
	REQUIRE(r->status >= 0 && r->status <= (dd ? 1 : STATUS_INVALID));
	if (r->status == 0 || (stop != 0 && dd))
		return;
	REQUIRE(r->err_size > 0);
}

/* What begins like a format is one; help and messages begin otherwise. */
static void
require_format(const struct run *r)
{
	REQUIRE(strlen(r->out) == r->out_size);
	REQUIRE(strlen(r->err) == r->err_size);
	if (r->out[0] == '{')
		REQUIRE(json_is_valid(r->out));
	if (strncmp(r->out, "target,", 7) == 0)
		REQUIRE(csv_is_valid(r->out));
}

static void
require_nothing_left(const struct run *r)
{
	REQUIRE(outfiles_open() == 0);
	REQUIRE(fake_open_descriptors() == 0);
	REQUIRE(fake_mappings() == 0);
	REQUIRE(r->keep || fake_created_files() == 0);
	REQUIRE(fake_readahead("root") == FAKE_READAHEAD ||
	    strstr(r->err, "can't be put back") != NULL);
}

void
fuzz_run(const char *text)
{
	static struct run r;
	int first;

	r = (struct run){ 0 };
	fuzz_split(&r.words, text);
	world(r.words.argv[0]);
	if (!line_make(&r, &first))
		return;
	run(&r, first);
	require_status(&r);
	require_format(&r);
	require_nothing_left(&r);
	free(r.out);
	free(r.err);
}
