/*
 * page -- the lines of text around a table, plain or Markdown.
 *
 * Plain lines are wrapped at 80 columns and never cut; Markdown lines are
 * bullets of any length.  Bytes from outside (names, models) are made
 * printable here, so callers pass them as they are.
 */
#ifndef SEQBENCH_REPORT_PAGE_H
#define SEQBENCH_REPORT_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct report_look;

enum { PAGE_COLUMNS = 80 };

/* Where a line stands: what it is indented by, and how it looks. */
enum page_place {
	PAGE_TITLE,		/* bold, the one line that is not wrapped */
	PAGE_HEADER,		/* above a table: indented */
	PAGE_NOTE,		/* above it, of lesser weight: dim */
	PAGE_FOOTER,		/* below it */
	PAGE_TREE,		/* indented by the page's depth as well */
};

struct page {
	FILE		*f;
	const struct report_look *look;
	bool		 markdown;
	unsigned	 depth;		/* of PAGE_TREE */
};

/* A line in the making, of parts that are joined by a comma or semicolon. */
struct line {
	const struct page *page;
	const char	*joint;
	FILE		*f;
	char		*text;
	size_t		 size;
	size_t		 parts;
};

void	line_begin(struct line *l, const struct page *p, const char *joint);
void	line_part(struct line *l, const char *fmt, ...)
	    __attribute__((format(printf, 2, 3)));
/* Writes the line, unless it has no parts. */
void	line_end(struct line *l, enum page_place place);

/* A line of one part. */
void	page_line(const struct page *p, enum page_place place,
	    const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* s as it is, bold where the look asks for colour. */
void	page_bold(const struct page *p, const char *s);

#endif
