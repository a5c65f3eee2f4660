/* grid -- columns of text under their heads, within 80 columns. */
#include "grid.h"

#include <string.h>

enum { COLUMNS_MAX = 24 };

enum ease { AT_EASE, NARROW, BRIEF_VERDICTS, BRIEF_HEADS, EASE_COUNT };

struct grid {
	const struct page *page;
	size_t		 n;
	const struct column *column[COLUMNS_MAX];	/* those shown */
	size_t		 width[COLUMNS_MAX];	/* with the gap before */
	bool		 brief_heads, brief_verdicts;
};

static const char *
head(const struct grid *g, size_t i)
{
	const struct column *c = g->column[i];

	return g->brief_heads && c->brief != NULL ? c->brief : c->head;
}

static void
choose(struct grid *g, const struct column *columns, const struct row *start,
    unsigned drop)
{
	struct row row = *start;

	g->n = 0;
	for (const struct column *c = columns; c->head != NULL; c++)
		if ((c->drop == 0 || c->drop > drop) && column_used(c, &row))
			g->column[g->n++] = c;
}

/* Sets the widths; returns their sum. */
static size_t
measure(struct grid *g, const struct row *start, enum ease ease)
{
	struct row row = *start;
	char text[WORD];
	size_t sum = 0;

	g->brief_heads = ease >= BRIEF_HEADS;
	g->brief_verdicts = row.brief = ease >= BRIEF_VERDICTS;
	for (size_t i = 0; i < g->n; i++)
		g->width[i] = strlen(head(g, i));
	while (row_next(&row))
		for (size_t i = 0; i < g->n; i++) {
			size_t len = column_text(g->column[i], &row, text);

			if (len > g->width[i])
				g->width[i] = len;
		}
	for (size_t i = 0; i < g->n; i++) {
		g->width[i] += i > 0;	/* the gap */
		if (ease == AT_EASE && g->width[i] < g->column[i]->width)
			g->width[i] = g->column[i]->width;
		sum += g->width[i];
	}
	return sum;
}

static void
fit(struct grid *g, const struct column *columns, const struct row *start)
{
	for (unsigned drop = 0; drop <= COLUMN_DROP_MAX; drop++) {
		choose(g, columns, start, drop);
		for (enum ease e = AT_EASE; e < EASE_COUNT; e++)
			if (measure(g, start, e) <= PAGE_COLUMNS)
				return;
	}
}

/* Blanks are owed until a text comes, so that no line ends in one. */
static void
put(const struct grid *g, size_t i, const char *text, size_t *owed)
{
	size_t gap = i > 0, len = strlen(text);
	size_t blank = g->width[i] - len;

	if (len == 0) {
		*owed += g->width[i];
		return;
	}
	if (g->column[i]->left)
		blank = gap;
	fprintf(g->page->f, "%*s", (int)(*owed + blank), "");
	*owed = g->width[i] - len - blank;
	if (*text == '*') {
		page_bold(g->page, "*");
		text++;
	}
	fputs(text, g->page->f);
}

static void
plain(const struct grid *g, const struct row *start)
{
	struct row row = *start;
	char text[WORD];
	size_t owed = 0;

	row.brief = g->brief_verdicts;
	for (size_t i = 0; i < g->n; i++)
		put(g, i, head(g, i), &owed);
	putc('\n', g->page->f);
	while (row_next(&row)) {
		owed = 0;
		for (size_t i = 0; i < g->n; i++) {
			column_text(g->column[i], &row, text);
			put(g, i, text, &owed);
		}
		putc('\n', g->page->f);
	}
}

/* Each row names its block and op: a reader may sort it. */
static void
markdown(const struct grid *g, const struct row *start)
{
	struct row row = *start;
	FILE *f = g->page->f;
	char text[WORD];

	putc('\n', f);
	for (size_t i = 0; i < g->n; i++)
		fprintf(f, "| %s ", head(g, i));
	fputs("|\n", f);
	for (size_t i = 0; i < g->n; i++)
		fputs(g->column[i]->left ? "|:---" : "|---:", f);
	fputs("|\n", f);
	while (row_next(&row)) {
		row.new_block = row.new_op = true;
		for (size_t i = 0; i < g->n; i++) {
			column_text(g->column[i], &row, text);
			fprintf(f, "| %s%s ", *text == '*' ? "\\" : "",
			    text);
		}
		fputs("|\n", f);
	}
	putc('\n', f);
}

bool
grid_write(const struct page *p, const struct column *columns,
    const struct row *start)
{
	struct grid g = { .page = p };

	if (p->markdown) {
		choose(&g, columns, start, 0);
		markdown(&g, start);
	} else {
		fit(&g, columns, start);
		plain(&g, start);
	}
	return g.brief_verdicts;
}
