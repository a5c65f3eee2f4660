/* footerrepeat -- the command line that measures a target again. */
#include <stdio.h>

#include "footer.h"
#include "page.h"

#include "seqbench/report.h"
#include "seqbench/text.h"

/* Item number i of a list: " -b 4k" and then ",16k". */
static void
item(FILE *f, const char *option, size_t i, const char *text)
{
	if (i == 0)
		fprintf(f, " %s %s", option, text);
	else
		fprintf(f, ",%s", text);
}

/* What was typed as a range has spellings with a unit, which are refused. */
static void
counts(FILE *f, const char *option, const struct size_list *list)
{
	char text[24];

	for (size_t i = 0; i < list->n; i++) {
		snprintf(text, sizeof(text), "%llu",
		    (unsigned long long)list->item[i].bytes);
		item(f, option, i, text);
	}
}

static void
cells(FILE *f, const struct options *o)
{
	for (size_t i = 0; i < o->block.n; i++)
		item(f, "-b", i, o->block.item[i].text);
	for (size_t i = 0; i < o->op.n; i++)
		item(f, "-o", i, op_names[o->op.item[i]]);
	for (size_t i = 0; i < o->engine.n; i++)
		item(f, "-e", i, o->engine.item[i]);
}

static void
typed(FILE *f, const char *option, const struct opt_u64 *value)
{
	if (value->given)
		fprintf(f, " %s %s", option, value->text);
}

/* -n would be points to "seqbench zones". */
static void
runs(FILE *f, const struct options *o, const char *option)
{
	if (o->runs_min.given)
		fprintf(f, " %s %llu", option,
		    (unsigned long long)o->runs_min.value);
	if (o->runs_max.given && o->runs_max.value != o->runs_min.value)
		fprintf(f, "..%llu", (unsigned long long)o->runs_max.value);
	if (o->precision > 0)
		fprintf(f, " -p %g", o->precision * 100);
}

static void
data(FILE *f, const struct options *o)
{
	if (o->data == DATA_COMPRESS) {
		fprintf(f, " -d compress=%u", o->data_percent);
	} else if (o->data == DATA_FILE) {
		fputs(" -d file=", f);
		text_shell(f, o->data_file);
	} else if (o->data != DATA_DEFAULT) {
		fprintf(f, " -d %s", data_text(o->data));
	}
}

static void
modes(FILE *f, const struct options *o)
{
	if (o->cache != CACHE_DEFAULT)
		fprintf(f, " -c %s", cache_text(o->cache));
	if (o->flush == FLUSH_EVERY_N)
		fprintf(f, " -y %llu", (unsigned long long)o->flush_every);
	else if (o->flush != FLUSH_DEFAULT)
		fprintf(f, " -y %s", flush_text(o->flush));
	for (size_t i = 0; i < o->buffer.n; i++)
		item(f, "--buffer", i, buffer_text(o->buffer.item[i]));
	for (size_t i = 0; i < o->readahead.n; i++)
		item(f, "--readahead", i, o->readahead.item[i].size.text);
	data(f, o);
	if (o->layout != LAYOUT_DEFAULT)
		fprintf(f, " -l %s", layout_text(o->layout));
	if (o->order != ORDER_DEFAULT)
		fprintf(f, " --order %s", order_text(o->order));
}

static void
quoted(FILE *f, const char *option, const char *value)
{
	if (value == NULL)
		return;
	fprintf(f, " %s ", option);
	text_shell(f, value);
}

static void
consents(FILE *f, const struct options *o)
{
	const struct {
		bool		 given;
		const char	*option;
	} words[] = {
		{ o->allow_holes,	"--allow-holes" },
		{ o->create,		"--create" },
		{ o->keep,		"--keep" },
		{ o->overwrite,		"--overwrite" },
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (words[i].given)
			fprintf(f, " %s", words[i].option);
}

/* Each may name only what is measured, so others have no place there. */
static void
destroyed(FILE *f, const struct plan *plan, size_t first, size_t n)
{
	for (size_t i = first; i < first + n; i++) {
		quoted(f, "--destroy", plan->target[i].target->destroy);
		quoted(f, "--lose", plan->target[i].target->lose);
	}
}

/* Measured at once they have one size, if it can be said in one word. */
static void
sizes(FILE *f, const struct plan *plan, size_t first, size_t n)
{
	uint64_t size = plan->target[first].size;
	char text[SIZE_TEXT];

	for (size_t i = first; i < first + n; i++)
		if (plan->target[i].size != size)
			size = 0;
	if (size > 0)
		fprintf(f, " -s %s", size_text(size, text));
	else
		typed(f, "-s", &plan->options->size);
}

static void
paths(FILE *f, const struct plan *plan, size_t first, size_t n)
{
	bool dash = false;

	for (size_t i = first; i < first + n; i++) {
		const char *path = plan->target[i].target->path;

		dash |= path[0] == '-' && path[1] != '\0';
	}
	if (dash)
		fputs(" --", f);
	for (size_t i = first; i < first + n; i++) {
		putc(' ', f);
		text_shell(f, plan->target[i].target->path);
	}
}

/*
 * What is measured, not where it is reported to: a result file named here
 * would be written over.
 */
static void
command(FILE *f, const struct plan *plan, size_t first, size_t n)
{
	const struct options *o = plan->options;
	bool profile = plan_is_profile(plan, first);

	fputs("repeat: seqbench", f);
	if (profile)
		fprintf(f, " zones -n %zu", plan->target[first].cells);
	if (n > 1)
		fputs(" --parallel", f);
	cells(f, o);
	counts(f, "-q", &o->depth);
	counts(f, "-j", &o->jobs);
	sizes(f, plan, first, n);
	typed(f, "-t", &o->time_limit_ns);
	runs(f, o, profile ? "-r" : "-n");
	modes(f, o);
	if (o->latency)
		fputs(" --latency", f);
	if (o->verify)
		fputs(" --verify", f);
	typed(f, "--interval", &o->interval_ns);
	if (!profile)
		fprintf(f, " --seed %llu", (unsigned long long)plan->seed);
	typed(f, "--offset", &o->offset);
	quoted(f, "--label", o->label);
	consents(f, o);
	destroyed(f, plan, first, n);
	paths(f, plan, first, n);
	putc('\n', f);
}

/* Of targets measured at once there is one, under their total. */
void
footer_repeat(const struct page *p, const struct plan *plan, size_t target)
{
	bool total = plan_is_total(plan, target);

	if (plan->together > 0 && !total)
		return;
	if (p->markdown)
		fputs("\n```\n", p->f);
	command(p->f, plan, total ? 0 : target, total ? plan->together : 1);
	if (p->markdown)
		fputs("```\n", p->f);
}
