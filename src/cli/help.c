/* help -- what is printed about the options, from their table. */
#include <string.h>

#include "cli.h"

enum {
	COLUMN	= 26,			/* where help texts begin */
	WIDTH	= 80,
	LABEL_TEXT = 64,
};

static const char *const headings[GROUP_COUNT] = {
	[GROUP_WHAT] = "What is measured (in parentheses: the default)",
	[GROUP_HOW] = "How",
	[GROUP_WRITE] = "Writing",
	[GROUP_OUTPUT] = "Output",
	[GROUP_GENERAL] = "General",
};

static char	*option_label(const struct option_row *row,
		    char buf[LABEL_TEXT]);
static void	wrapped_put(FILE *f, const char *text, int column);

void
options_help(FILE *f, const struct option_set *set)
{
	const struct option_row *row;
	int group = -1;

	fputs(set->before, f);
	for (row = set->rows; row->name != NULL; row++) {
		char label[LABEL_TEXT];
		int column;

		if (row->hidden)
			continue;
		if ((int)row->group != group) {
			group = (int)row->group;
			fprintf(f, "\n%s:\n", headings[group]);
		}
		option_label(row, label);
		column = fprintf(f, "%s%s",
		    row->letters[0] != '\0' ? "  " : "      ", label);
		wrapped_put(f, row->help, column);
	}
	fputs(set->after, f);
}

/* "-b, --block-size LIST", "--json=F". */
static char *
option_label(const struct option_row *row, char buf[LABEL_TEXT])
{
	const char *letter;
	int at = 0;

	for (letter = row->letters; *letter != '\0'; letter++)
		at += snprintf(buf + at, LABEL_TEXT - (size_t)at, "-%c, ",
		    *letter);
	snprintf(buf + at, LABEL_TEXT - (size_t)at, "--%s%s%s", row->name,
	    row->attached ? "=" : row->argument != NULL ? " " : "",
	    row->argument != NULL ? row->argument : "");
	return buf;
}

/* Words from COLUMN to WIDTH; the line is filled up to column. */
static void
wrapped_put(FILE *f, const char *text, int column)
{
	while (*text != '\0') {
		int len = (int)strcspn(text, " ");

		if (column > COLUMN && column + 1 + len > WIDTH) {
			putc('\n', f);
			column = 0;
		}
		if (column < COLUMN)
			column += fprintf(f, "%*s", COLUMN - column, "");
		else
			column += fprintf(f, " ");
		column += fprintf(f, "%.*s", len, text);
		text += len;
		text += strspn(text, " ");
	}
	putc('\n', f);
}
