/* output -- where a session's results go: standard output and result files. */

#include "output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "seqbench/diag.h"
#include "seqbench/text.h"

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
no_format(const struct report *formats, const char *name, struct diag *d)
{
	char list[128] = "";

	for (const struct report *r = formats; r->name != NULL; r++)
		text_join(list, sizeof list, r[1].name != NULL ? ", " :
		    " and ", r->name);
	return diag_usage(d, "--format %s: no such format; there are %s",
	    name, list);
}

int
output_choose(struct output *out, const struct options *o, struct diag *d)
{
	const char *name = o->format != NULL ? o->format : "table";

	out->format = report_find(out->formats, name);
	if (out->format == NULL)
		return no_format(out->formats, name, d);
	out->look = (struct report_look){
		.utf8 = text_locale_is_utf8(),
		.color = wants(o->color, STDOUT_FILENO),
		.verbose = o->verbose,
		.style = o->style != STYLE_DEFAULT ? o->style : STYLE_SYSTEM,
	};
	out->progress = !o->quiet && wants(o->progress, STDERR_FILENO);
	return 0;
}

int
output_open(struct output *out, const struct options *o,
    const struct target *target, size_t targets, struct diag *d)
{
	const struct {
		const char	*path;
		const struct report *report;
	} row[OUTPUT_FILES] = {
		{ o->json,	report_find(out->formats, "json") },
		{ o->markdown,	report_find(out->formats, "markdown") },
		{ o->csv,	report_find(out->formats, "csv") },
		{ o->log,	&report_log },
	};
	int rc;

	for (size_t i = 0; i < OUTPUT_FILES; i++) {
		struct outfile *file = &out->file[out->files];

		if (row[i].path == NULL)
			continue;
		rc = outfile_open(file, out->file, row[i].report, row[i].path,
		    target, targets, d);
		if (rc < 0)
			return rc;
		out->files++;
	}
	return 0;
}

void
output_row(struct output *out, const struct result *r, size_t cell)
{
	for (size_t i = 0; i < out->files; i++)
		if (out->file[i].report->row != NULL)
			outfile_row(&out->file[i], r, cell);
}

/* A refused cell has no pass that would have given it a row. */
static void
refused_rows(struct output *out, const struct result *r)
{
	for (size_t i = 0; i < r->plan->cells; i++)
		if (r->cell[i].samples == 0 &&
		    r->plan->cell[i].refused[0] != '\0')
			output_row(out, r, i);
}

void
output_tell(const char *text)
{
	fputs("seqbench: ", stderr);
	text_printable(stderr, text, text_locale_is_utf8());
	fputc('\n', stderr);
}

int
output_flush(struct diag *d)
{
	int rc = text_flush(stdout);

	return rc < 0 ? diag_set(d, rc, "standard output: %s",
	    strerror(-rc)) : 0;
}

int
output_write(struct output *out, const struct result *r,
    void (*tell)(void *context, const char *text), void *context)
{
	struct diag d = { 0 };
	int rc, failed;

	refused_rows(out, r);
	out->format->write(stdout, r, &out->look);
	rc = output_flush(&d);
	if (rc < 0)
		tell(context, d.text);
	for (size_t i = 0; i < out->files; i++) {
		d = (struct diag){ 0 };
		failed = outfile_finish(&out->file[i], r, &out->look, &d);
		if (failed < 0) {
			tell(context, d.text);
			rc = failed;
		}
	}
	out->files = 0;
	return rc;
}

void
output_release(struct output *out)
{
	for (size_t i = 0; i < out->files; i++)
		outfile_abandon(&out->file[i]);
	out->files = 0;
}
