/* sweep -- the story of a sweep: parse, look, plan, run, report. */

#include "sweep.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "consent.h"
#include "guardian.h"
#include "output.h"
#include "signals.h"
#include "seqbench/run.h"
#include "seqbench/sys.h"
#include "seqbench/zones.h"

struct errand {
	const struct option_set *options;
	int		(*plan)(struct plan *p, const struct options *o,
			    struct target *target, size_t targets,
			    const struct plan_world *world,
			    struct warnings *w, struct diag *d);
	const struct report *formats;	/* name NULL ends */
	bool		 only_there;	/* the plan refuses what is missing */
};

const struct errand sweep_errand = { &sweep_options, plan_make, reports,
	false };
const struct errand zones_errand = { &zones_options, zones_plan,
	zones_reports, true };

/* A session and everything it holds. */
struct sweep {
	struct meter	 meter;		/* first: it is aligned */
	const struct errand *errand;
	const volatile sig_atomic_t *stop;
	struct options	 options;
	struct target	*target;
	size_t		 targets;	/* looked at */
	struct plan	 plan;
	struct result	 result;
	struct output	 output;
	struct guardian	 guardian;
	struct watch	*watch;
	bool		 unwritten;	/* not all results could be */
};

static void
say(void *context, const char *text)
{
	struct sweep *s = context;

	if (s->watch != NULL)
		watch_pause(s->watch);
	output_tell(text);
	if (s->watch != NULL)
		watch_resume(s->watch);
}

/* ---- while it runs ---- */

static void
on_ready(void *context, const struct result *r, size_t target)
{
	struct sweep *s = context;

	if (s->options.quiet)
		return;
	watch_pause(s->watch);
	report_before(stderr, r->plan, target, r->record[target].seconds,
	    s->output.look.utf8);
	watch_resume(s->watch);
}

static void
on_passed(void *context, const struct result *r, size_t cell)
{
	struct sweep *s = context;

	output_row(&s->output, r, cell);
}

/* ---- before it runs ---- */

static bool
asks_for_raw(const struct options *o)
{
	for (size_t i = 0; i < o->engine.n; i++)
		if (engine_find(o->engine.item[i]) == engine_find("raw"))
			return true;
	return false;
}

static int
look_at_targets(struct sweep *s, struct diag *d)
{
	const struct options *o = &s->options;
	int rc;

	for (size_t i = 0; i < o->targets; i++)
		if ((rc = command_misplaced(o->target[i], d)) < 0)
			return rc;
	/* One more, so that it is never none. */
	s->target = calloc(o->targets + 1, sizeof *s->target);
	if (s->target == NULL)
		return diag_memory(d);
	for (size_t i = 0; i < o->targets; i++) {
		s->targets++;
		rc = target_look(&s->target[i], o->target[i],
		    o->create || o->keep || s->errand->only_there, d);
		if (rc < 0)
			return rc;
		if (asks_for_raw(o))
			target_look_below(&s->target[i]);
	}
	return 0;
}

/* What is written must not come from where it is written to. */
static int
look_at_data(const struct sweep *s, struct diag *d)
{
	const struct options *o = &s->options;
	struct stat st;
	int fd;

	if (o->data != DATA_FILE)
		return 0;
	fd = file_look(o->data_file, &st);
	if (fd < 0)
		return diag_set(d, fd, "--data file=%s: %s", o->data_file,
		    strerror(-fd));
	(void)sys_close(fd);
	for (size_t i = 0; i < s->targets; i++)
		if (!s->target[i].missing &&
		    st.st_dev == s->target[i].st.st_dev &&
		    st.st_ino == s->target[i].st.st_ino)
			return diag_usage(d, "--data file=%s: is the target "
			    "itself", o->data_file);
	return 0;
}

static int
decide(struct sweep *s, struct diag *d)
{
	const struct plan_world world = {
		.seed = sys_wall() / 1000 % 1000000,
		.usable = issuer_usable,
	};

	return s->errand->plan(&s->plan, &s->options, s->target, s->targets,
	    &world, &s->result.warnings, d);
}

/* Everything that can be refused, before anything is touched. */
static int
prepare(struct sweep *s, struct diag *d)
{
	int rc;

	if ((rc = output_choose(&s->output, &s->options, d)) < 0 ||
	    (rc = look_at_targets(s, d)) < 0 ||
	    (rc = look_at_data(s, d)) < 0 ||
	    (rc = decide(s, d)) < 0)
		return rc;
	return consent_ask(&s->options, &s->plan, d);
}

/* ---- the story ---- */

/* Warnings stand in what people read, or else on standard error. */
static void
say_troubles(struct sweep *s)
{
	const struct warnings *w = &s->result.warnings;

	if (!s->options.quiet && !s->output.format->shows_warnings)
		for (size_t i = 0; i < w->n; i++)
			say(s, w->text[i]);
	report_troubles(&s->result, say, s);
}

static int
measure(struct sweep *s, int argc, char *argv[], struct diag *d)
{
	const struct control control = { s->stop, &s->meter, 0 };
	const struct run_hooks hooks = { s, on_ready, on_passed };
	int rc;

	rc = output_open(&s->output, &s->options, s->target, s->targets, d);
	if (rc < 0)
		return rc;
	if (result_init(&s->result, &s->plan) < 0)
		return diag_memory(d);
	s->result.label = s->options.label;
	s->result.started = (time_t)(sys_wall() / 1000000000);
	s->result.argc = argc;
	s->result.argv = argv;
	if ((rc = guardian_start(&s->guardian, &s->plan, d)) < 0)
		return rc;
	rc = watch_start(&s->watch, &s->meter, stderr, s->output.progress,
	    s->output.look.utf8);
	if (rc < 0)
		return diag_set(d, rc, "second thread: %s", strerror(-rc));
	run_plan(&s->plan, &control, &hooks, &s->result);
	guardian_end(&s->guardian);
	watch_stop(s->watch);
	s->watch = NULL;
	s->result.signal = *s->stop;
	if (result_summarize(&s->result) < 0)
		return diag_memory(d);
	signals_restart();
	say_troubles(s);
	s->unwritten = output_write(&s->output, &s->result, say, s) < 0;
	return 0;
}

static void
sweep_release(struct sweep *s)
{
	guardian_end(&s->guardian);
	output_release(&s->output);
	result_release(&s->result);
	plan_release(&s->plan);
	for (size_t i = 0; i < s->targets; i++)
		target_release(&s->target[i]);
	free(s->target);
	options_release(&s->options);
}

static int
sweep_story(struct sweep *s, int argc, char *argv[], int first,
    struct diag *d)
{
	int rc;

	signals_hold();
	rc = options_parse(&s->options, s->errand->options, argc, argv,
	    first, d);
	if (rc < 0)
		return rc;
	if (s->options.help)
		options_help(stdout, s->errand->options);
	else if (s->options.version)
		puts("seqbench " VERSION);
	else if ((rc = prepare(s, d)) < 0)
		return rc;
	else if (s->options.dry_run) {
		host_look(&s->result.host);
		report_plan(stdout, &s->plan, &s->result.host,
		    &s->output.look);
	} else
		return measure(s, argc, argv, d);
	return output_flush(d);
}

/* The first that applies: seqbench(1), EXIT STATUS. */
static enum status
status_of(const struct sweep *s)
{
	enum status status = STATUS_OK;

	if (s->result.cell != NULL)
		status = result_status(&s->result);
	return status == STATUS_OK && s->unwritten ? STATUS_SETUP : status;
}

int
sweep_main(const struct errand *errand, int argc, char *argv[], int first,
    const volatile sig_atomic_t *stop)
{
	struct sweep s = {
		.errand = errand,
		.stop = stop,
		.meter = METER_INIT,
		.output.formats = errand->formats,
	};
	struct diag d = { 0 };
	enum status status;

	if (sweep_story(&s, argc, argv, first, &d) < 0) {
		say(&s, d.text);
		status = d.status;
	} else
		status = status_of(&s);
	sweep_release(&s);
	return (int)status;
}
