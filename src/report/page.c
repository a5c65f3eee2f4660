/* page -- the lines of text around a table, plain or Markdown. */
#include "page.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "seqbench/report.h"
#include "seqbench/text.h"

#define BOLD	"\033[1m"
#define DIM	"\033[2m"
#define PLAIN	"\033[0m"

static const struct place_row {
	size_t		 indent;
	const char	*color;
	const char	*markdown;
} places[] = {
	[PAGE_TITLE]	= { 0,	BOLD,	"## " },
	[PAGE_HEADER]	= { 2,	"",		"- " },
	[PAGE_NOTE]	= { 2,	DIM,	"- " },
	[PAGE_FOOTER]	= { 0,	"",		"- " },
	[PAGE_TREE]	= { 2,	"",		"- " },
};

/*
 * The bytes at s that fit into a number of columns: all of them, else up to
 * a space, if whole is set rather one behind a comma, else (a word longer
 * than a line) as many as there is room for.
 */
static size_t
fitting(const char *s, size_t columns, bool whole)
{
	size_t space = 0, comma = 0, i = 0;

	for (size_t column = 0; s[i] != '\0'; column++) {
		size_t len = text_utf8_len(s + i);

		if (s[i] == ' ')
			space = i;
		if (s[i] == ' ' && i > 0 && s[i - 1] == ',' && whole)
			comma = i;
		if (column == columns)
			return comma > 0 ? comma : space > 0 ? space : i;
		i += len > 0 ? len : 1;
	}
	return i;
}

static void
wrap(const struct page *p, const char *s, enum page_place place)
{
	const struct place_row *row = &places[place];
	size_t first = row->indent +
	    (place == PAGE_TREE ? 2 * (size_t)p->depth : 0);
	size_t indent = first;

	do {
		size_t n = place == PAGE_TITLE ? strlen(s) :
		    fitting(s, PAGE_COLUMNS - indent, place == PAGE_TREE);

		fprintf(p->f, "%*s", (int)indent, "");
		if (p->look->color)
			fputs(row->color, p->f);
		fwrite(s, 1, n, p->f);
		if (p->look->color && *row->color != '\0')
			fputs(PLAIN, p->f);
		putc('\n', p->f);
		s += n;
		s += strspn(s, " ");
		/* Further in than what stands below in a tree. */
		indent = first + (place == PAGE_TREE ? 4 : 2);
	} while (*s != '\0');
}

static void
bullet(const struct page *p, const char *s, enum page_place place)
{
	fputs(places[place].markdown, p->f);
	for (; *s != '\0'; s++) {
		if (strchr("\\`*_<|[&~", *s) != NULL)
			putc('\\', p->f);
		putc(*s, p->f);
	}
	putc('\n', p->f);
	if (place == PAGE_TITLE)
		putc('\n', p->f);
}

/* Without memory the parts go straight to the page, as they are. */
void
line_begin(struct line *l, const struct page *p, const char *joint)
{
	*l = (struct line){ .page = p, .joint = joint };
	l->f = open_memstream(&l->text, &l->size);
	if (l->f == NULL)
		l->f = p->f;
}

static void __attribute__((format(printf, 2, 0)))
part(struct line *l, const char *fmt, va_list ap)
{
	if (l->parts++ > 0)
		fputs(l->joint, l->f);
	vfprintf(l->f, fmt, ap);
}

void
line_part(struct line *l, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	part(l, fmt, ap);
	va_end(ap);
}

/* s made printable, in memory that the caller frees; NULL without memory. */
static char *
printable(const char *s, bool utf8)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (f == NULL)
		return NULL;
	text_printable(f, s, utf8);
	return fclose(f) == 0 ? text : NULL;
}

void
line_end(struct line *l, enum page_place place)
{
	const struct page *p = l->page;
	char *text;

	if (l->f == p->f) {
		putc('\n', p->f);
		return;
	}
	fclose(l->f);
	text = l->parts > 0 && l->text != NULL ?
	    printable(l->text, p->look->utf8) : NULL;
	if (text != NULL && p->markdown)
		bullet(p, text, place);
	else if (text != NULL)
		wrap(p, text, place);
	free(text);
	free(l->text);
}

void
page_line(const struct page *p, enum page_place place, const char *fmt, ...)
{
	struct line l;
	va_list ap;

	line_begin(&l, p, "");
	va_start(ap, fmt);
	part(&l, fmt, ap);
	va_end(ap);
	line_end(&l, place);
}

void
page_bold(const struct page *p, const char *s)
{
	fprintf(p->f, p->look->color ? BOLD "%s" PLAIN : "%s", s);
}
