/*
 * classic -- the table of a mail of 2007: a title, then block, op, each run
 * and the average.
 *
 *	DD benchmark(1GB) Results in MB/s avg
 *	4k   READ   47.1  46.9  46.8  46.9
 *	     WRITE  40.9  40.9  41.0  40.9
 */
#include <stdio.h>
#include <string.h>

#include "columns.h"
#include "footer.h"
#include "page.h"
#include "rows.h"
#include "words.h"
#include "writers.h"

/* The average is R, as in every format. */
static char *
figure(char buf[WORD], const struct cell *c, size_t run, size_t runs)
{
	const struct sample *s;

	if (run > runs)
		return word_cell_rate(buf, c);
	s = rows_run(c, run);
	return s == NULL ? word_rate(buf, -1) :
	    word_pass_rate(buf, s, c->plan->op);
}

static int
widest(const struct result *r, size_t target, size_t runs)
{
	const struct cell *c = NULL;
	char text[WORD];
	size_t width = 5;

	while ((c = rows_next(r, target, c)) != NULL)
		for (size_t run = 1; run <= runs + 1; run++)
			if (strlen(figure(text, c, run, runs)) > width)
				width = strlen(text);
	return (int)width;
}

static void
title(FILE *f, const struct plan_target *t)
{
	char size[SIZE_TEXT];
	const char *p;

	fputs("seqbench", f);
	if (t->size > 0) {
		putc('(', f);
		for (p = size_human(t->size, size); *p != '\0'; p++)
			if (*p != ' ')
				putc(*p, f);
		putc(')', f);
	}
	fputs(" Results in MB/s avg\n", f);
}

static void
one_target(struct page *p, const struct result *r, size_t target)
{
	struct row row = { .r = r, .target = target };
	const struct plan_target *t = &r->plan->target[target];
	size_t runs = rows_runs(r, target);
	int width = widest(r, target, runs);
	char text[WORD];

	title(p->f, t);
	page_line(p, PAGE_TITLE, "%s", t->target->path);
	while (row_next(&row)) {
		fprintf(p->f, "%-4s %-6s", row.new_block ?
		    word_block(text, row.cell->plan) : "",
		    op_titles[row.cell->plan->op]);
		if (r->plan->variants > 1)
			fprintf(p->f, " %-13s",
			    plan_variant(row.cell->plan, text));
		for (size_t run = 1; run <= runs; run++)
			fprintf(p->f, " %-*s", width,
			    figure(text, row.cell, run, runs));
		fprintf(p->f, " %s\n",
		    figure(text, row.cell, runs + 1, runs));
	}
	footer_troubles(p, r, target);
}

void
classic_write(FILE *f, const struct result *r,
    const struct report_look *look)
{
	struct page p = { .f = f, .look = look };

	for (size_t i = 0; i < r->plan->targets; i++) {
		if (i > 0)
			putc('\n', f);
		one_target(&p, r, i);
	}
}
