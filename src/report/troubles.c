/* troubles -- what failed or could not run, cells of one reason in a line. */
#include "troubles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rows.h"
#include "words.h"
#include "wrong.h"

#include "seqbench/report.h"

/* Who is told. */
struct ear {
	void		(*tell)(void *context, const char *sentence);
	void		*context;
};

static void
interrupted(const struct result *r, size_t target, const struct ear *ear)
{
	uint64_t planned = 0, made = 0;
	const struct cell *c = NULL;
	char name[WORD], text[128];

	while ((c = rows_next(r, target, c)) != NULL) {
		made += c->samples;
		/* One that failed was not to be repeated. */
		planned += c->error.code != 0 ? c->samples :
		    r->plan->runs_min;
	}
	if (r->signal == 0 || (made >= planned && target + 1 <
	    r->plan->targets))
		return;
	snprintf(text, sizeof(text), "interrupted by %s: %llu of %llu passes",
	    word_signal(name, r->signal), (unsigned long long)made,
	    (unsigned long long)(planned > made ? planned : made));
	ear->tell(ear->context, text);
}

static bool
alike(const struct cell *a, const struct cell *b)
{
	return a->plan->op == b->plan->op &&
	    (a->plan->variant == b->plan->variant || a->plan->point > 0) &&
	    strcmp(a->error.text, b->error.text) == 0;
}

static bool
is_first(const struct result *r, size_t target, const struct cell *cell)
{
	const struct cell *c = NULL;

	while ((c = rows_next(r, target, c)) != cell)
		if (alike(c, cell))
			return false;
	return true;
}

/* "4k 16k READ direct", "1m READ raw at 4.0 GiB", "33 points" */
static void
names(FILE *f, const struct result *r, size_t target,
    const struct cell *first)
{
	char block[WORD], variant[WORD];
	size_t n = 0;

	for (const struct cell *c = first; c != NULL;
	    c = rows_next(r, target, c))
		n += alike(c, first);
	if (first->plan->point > 0 && n > 1) {
		fprintf(f, "%zu points", n);
		return;
	}
	for (const struct cell *c = first; c != NULL;
	    c = rows_next(r, target, c))
		if (alike(c, first))
			fprintf(f, "%s ", word_block(block, c->plan));
	fprintf(f, "%s %s", op_titles[first->plan->op],
	    plan_variant(first->plan, variant));
}

static void
cells(const struct result *r, size_t target, const struct cell *first,
    const struct ear *ear)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (f == NULL)
		return;
	names(f, r, target, first);
	fprintf(f, ": %s", first->error.text);
	if (fclose(f) == 0)
		ear->tell(ear->context, text);
	free(text);
}

void
troubles_tell(const struct result *r, size_t target,
    void (*tell)(void *context, const char *sentence), void *context)
{
	const struct ear ear = { tell, context };
	const struct cell *c = NULL;

	interrupted(r, target, &ear);
	if (r->record[target].error[0] != '\0')
		tell(context, r->record[target].error);
	while ((c = rows_next(r, target, c)) != NULL)
		if (c->error.code != 0 && is_first(r, target, c))
			cells(r, target, c, &ear);
	wrong_tell(r, target, tell, context);
}

/* The sentences of one target on their way to a person. */
struct letter {
	const char	*path;
	struct ear	 ear;
};

static void
with_path(void *context, const char *sentence)
{
	const struct letter *l = context;
	size_t size = strlen(l->path) + strlen(sentence) + 3;
	char *text = malloc(size);

	if (text == NULL)
		return;
	snprintf(text, size, "%s: %s", l->path, sentence);
	l->ear.tell(l->ear.context, text);
	free(text);
}

void
report_troubles(const struct result *r,
    void (*tell)(void *context, const char *sentence), void *context)
{
	for (size_t i = 0; i < r->plan->targets; i++) {
		struct letter l = {
			.path = r->plan->target[i].target->path,
			.ear = { tell, context },
		};

		troubles_tell(r, i, with_path, &l);
	}
}
