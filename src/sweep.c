/* sweep -- the story of a sweep: parse, look, plan, run, report. */

#include "sweep.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "seqbench/report.h"
#include "seqbench/run.h"
#include "seqbench/sys.h"
#include "seqbench/text.h"

/* A sweep and everything it holds. */
struct sweep {
	const volatile sig_atomic_t *stop;
	struct options	 options;
	struct target	*target;
	size_t		 targets;	/* looked at */
	struct plan	 plan;
	struct result	 result;
	struct report_look look;
	const struct report *format;
	struct outfile	 file[3];	/* --json, --csv, --markdown */
	size_t		 files;
	struct outfile	*csv;		/* gains each pass; or NULL */
	struct meter	 meter;
	struct watch	*watch;
	bool		 utf8;
};

static void
say(struct sweep *s, const char *text)
{
	if (s->watch != NULL)
		watch_pause(s->watch);
	fputs("seqbench: ", stderr);
	text_printable(stderr, text, s->utf8);
	fputc('\n', stderr);
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
	report_before(stderr, r->plan, target, r->record[target].seconds);
	watch_resume(s->watch);
}

/* Its row: a refused cell has no pass that would give it one. */
static void
add_csv_row(struct sweep *s, const struct result *r, size_t cell)
{
	if (s->csv == NULL)
		return;
	report_csv_row(s->csv->f, r, cell);
	(void)fflush(s->csv->f);
}

static void
on_passed(void *context, const struct result *r, size_t cell)
{
	add_csv_row(context, r, cell);
}

/* ---- before it runs ---- */

static int
look_at_targets(struct sweep *s, struct diag *d)
{
	const struct options *o = &s->options;
	int rc;

	s->target = calloc(o->targets, sizeof *s->target);
	if (s->target == NULL)
		return diag_set(d, -ENOMEM, "%s", strerror(ENOMEM));
	for (size_t i = 0; i < o->targets; i++) {
		s->targets++;
		rc = target_look(&s->target[i], o->target[i],
		    o->create || o->keep, d);
		if (rc < 0)
			return rc;
	}
	return 0;
}

static int
ask_consent(struct sweep *s, struct diag *d)
{
	const struct target_consent consent = {
		.overwrite = s->options.overwrite,
		.destroy = s->options.destroy,
		.lose = s->options.lose,
	};
	int rc;

	for (size_t i = 0; i < s->plan.targets; i++) {
		if (!s->plan.target[i].writes &&
		    !s->plan.target[i].needs_layout)
			continue;
		rc = target_may_write(s->plan.target[i].target, &consent, d);
		if (rc < 0)
			return rc;
	}
	return 0;
}

static int
open_files(struct sweep *s, struct diag *d)
{
	const struct options *o = &s->options;
	const struct {
		const char *path, *format;
	} row[] = {
		{ o->json,	"json" },
		{ o->csv,	"csv" },
		{ o->markdown,	"markdown" },
	};
	int rc;

	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct outfile *file = &s->file[s->files];

		if (row[i].path == NULL)
			continue;
		rc = outfile_open(file, report_find(row[i].format),
		    row[i].path, s->target, s->targets, d);
		if (rc < 0)
			return rc;
		s->files++;
		if (row[i].path == o->csv)
			s->csv = file;
	}
	return 0;
}

static bool
wants(enum color_mode mode, int fd)
{
	const char *term = getenv("TERM"), *none = getenv("NO_COLOR");

	if (mode != COLOR_AUTO)
		return mode == COLOR_ALWAYS;
	return isatty(fd) && term != NULL && strcmp(term, "dumb") != 0 &&
	    (fd != STDOUT_FILENO || none == NULL || *none == '\0');
}

static int
choose_look(struct sweep *s, struct diag *d)
{
	const struct options *o = &s->options;
	const char *name = o->format != NULL ? o->format : "table";

	s->format = report_find(name);
	if (s->format == NULL)
		return diag_usage(d, "--format %s: table, classic, dd, time, "
		    "json, csv or markdown", name);
	s->look = (struct report_look){
		.utf8 = s->utf8,
		.color = wants(o->color, STDOUT_FILENO),
		.verbose = o->verbose,
		.style = o->style != STYLE_DEFAULT ? o->style : STYLE_SYSTEM,
	};
	return 0;
}

#ifdef SIGINFO
static void
no_handler(int sig)
{
	(void)sig;
}
#endif

/*
 * The watcher waits for these, so they must not reach a handler; a SIGINFO
 * that is ignored, as by default, would not even become pending.
 */
static void
hold_status_signals(void)
{
	sigset_t held;

	sigemptyset(&held);
	sigaddset(&held, SIGUSR1);
#ifdef SIGINFO
	sigaddset(&held, SIGINFO);
	(void)signal(SIGINFO, no_handler);
#endif
	(void)sigprocmask(SIG_BLOCK, &held, NULL);
}

/* Everything that can be refused, before anything is touched. */
static int
prepare(struct sweep *s, struct diag *d)
{
	int rc;

	if ((rc = choose_look(s, d)) < 0 ||
	    (rc = look_at_targets(s, d)) < 0 ||
	    (rc = plan_make(&s->plan, &s->options, s->target, s->targets,
	    sys_wall() / 1000 % 1000000, &s->result.warnings, d)) < 0)
		return rc;
	return ask_consent(s, d);
}

/* ---- after it ran ---- */

static void
say_troubles(struct sweep *s)
{
	const struct result *r = &s->result;
	const char *last = "";
	char text[DIAG_TEXT];

	if (!s->options.quiet)
		for (size_t i = 0; i < r->warnings.n; i++)
			say(s, r->warnings.text[i]);
	for (size_t i = 0; i < s->plan.cells; i++) {
		const struct cell *c = &r->cell[i];

		if (c->error.code == 0 || strcmp(c->error.text, last) == 0)
			continue;
		last = c->error.text;
		snprintf(text, sizeof text, "%s: %s %s %s: %s",
		    s->target[c->plan->target].path, c->plan->block.text,
		    op_names[c->plan->op], c->plan->engine->name, last);
		say(s, text);
	}
}

static int
write_out(struct sweep *s, struct diag *d)
{
	int rc = 0;

	s->format->write(stdout, &s->result, &s->look);
	if (fflush(stdout) != 0 || ferror(stdout))
		rc = diag_set(d, -errno, "standard output: %s",
		    strerror(errno));
	for (size_t i = 0; i < s->files; i++) {
		int failed = outfile_finish(&s->file[i], &s->result,
		    &s->look, d);

		if (failed < 0)
			rc = failed;
	}
	s->files = 0;
	return rc;
}

/* ---- the story ---- */

static int
measure(struct sweep *s, int argc, char *argv[], struct diag *d)
{
	const struct control control = { s->stop, &s->meter };
	const struct run_hooks hooks = { s, on_ready, on_passed };
	struct diag write_error = { 0 };
	int rc;

	if ((rc = open_files(s, d)) < 0)
		return rc;
	if (result_init(&s->result, &s->plan) < 0)
		return diag_set(d, -ENOMEM, "%s", strerror(ENOMEM));
	s->result.label = s->options.label;
	s->result.started = (time_t)(sys_wall() / 1000000000);
	s->result.argc = argc;
	s->result.argv = argv;
	rc = watch_start(&s->watch, &s->meter, stderr,
	    !s->options.quiet && wants(s->options.progress, STDERR_FILENO),
	    s->utf8);
	if (rc < 0)
		return diag_set(d, rc, "second thread: %s", strerror(-rc));
	rc = run_plan(&s->plan, &control, &hooks, &s->result, d);
	watch_stop(s->watch);
	s->watch = NULL;
	s->result.signal = *s->stop;
	if (result_summarize(&s->result) < 0)
		return diag_set(d, -ENOMEM, "%s", strerror(ENOMEM));
	for (size_t i = 0; i < s->plan.cells; i++)
		if (s->result.cell[i].samples == 0 &&
		    s->plan.cell[i].refused[0] != '\0')
			add_csv_row(s, &s->result, i);
	say_troubles(s);
	if (write_out(s, &write_error) < 0)
		say(s, write_error.text);
	return rc == -EINTR ? 0 : rc < 0 ? rc :
	    write_error.text[0] != '\0' ? -EIO : 0;
}

static void
sweep_release(struct sweep *s)
{
	for (size_t i = 0; i < s->files; i++)
		outfile_abandon(&s->file[i]);
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

	hold_status_signals();
	rc = options_parse(&s->options, argc, argv, first, d);
	if (rc < 0)
		return rc;
	if (s->options.help)
		options_help(stdout);
	else if (s->options.version)
		puts("seqbench " VERSION);
	else if ((rc = prepare(s, d)) < 0)
		return rc;
	else if (s->options.dry_run) {
		host_look(&s->result.host);
		report_plan(stdout, &s->plan, &s->result.host, &s->look);
	} else
		rc = measure(s, argc, argv, d);
	return rc;
}

int
sweep_main(int argc, char *argv[], int first,
    const volatile sig_atomic_t *stop)
{
	struct sweep s = { .stop = stop, .utf8 = text_locale_is_utf8() };
	struct diag d = { 0 };
	enum status status;

	if (sweep_story(&s, argc, argv, first, &d) < 0) {
		if (d.text[0] != '\0')
			say(&s, d.text);
		status = d.status != STATUS_OK ? d.status : STATUS_SETUP;
	} else
		status = s.result.cell != NULL ? result_status(&s.result) :
		    STATUS_OK;
	sweep_release(&s);
	return (int)status;
}
