/* sweep -- the story of a sweep: parse, look, plan, run, report. */

#include "sweep.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "consent.h"
#include "guardian.h"
#include "output.h"
#include "signals.h"
#include "targets.h"
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
	    (rc = targets_look(&s->target, &s->targets, &s->options,
	    s->errand->only_there, d)) < 0 ||
	    (rc = targets_check_data(s->target, s->targets, &s->options,
	    d)) < 0 ||
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
	targets_release(s->target, s->targets);
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
