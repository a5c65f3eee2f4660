/* help -- what is printed about the options, from their table. */
#include <string.h>

#include "cli.h"

enum {
	COLUMN	= 26,			/* where help texts begin */
	WIDTH	= 80,
};

static const char *const headings[GROUP_COUNT] = {
	[GROUP_WHAT] = "What is measured (in parentheses: the default)",
	[GROUP_HOW] = "How",
	[GROUP_WRITE] = "Writing",
	[GROUP_OUTPUT] = "Output",
	[GROUP_GENERAL] = "General",
};

static const char usage[] =
    "usage: seqbench [OPTION]... TARGET...\n"
    "       seqbench OPERAND=VALUE...\n"
    "       seqbench engines\n"
    "       seqbench info [-f json] TARGET...\n";

static const char intro[] =
    "\n"
    "Times large sequential reads and writes over a sweep of block sizes.\n"
    "TARGET is a directory, a file, a device, a FIFO, or - (standard input).\n"
    "Operands make one dd transfer; \"seqbench dd --help\" lists them.\n"
    "Long options may be abbreviated.  The manual is seqbench(1).\n";

static const char outro[] =
    "\n"
    "Sizes: k m g t p E = powers of 1024, kB MB GB = powers of 1000, 2x512.\n"
    "\n"
    "Examples:\n"
    "  seqbench /mnt/data            read and write there, 4k to 1m, cold\n"
    "  seqbench -b 64k-4m -e buffered,direct --json=t.json big.img\n"
    "  seqbench if=/dev/sdb of=/dev/null bs=64k count=100000\n"
    "\n"
    "Exit status: 0 all was measured, 1 an I/O error, 2 usage, 3 could not\n"
    "set up or run a cell, 128+N ended by signal N.\n";

static void	wrapped_put(FILE *f, const char *text, int column);

void
options_usage(FILE *f)
{
	fprintf(f, "%s\"seqbench .\" measures here; \"seqbench --help\" lists "
	    "the options.\n", usage);
}

void
options_help(FILE *f)
{
	const struct option_row *row;
	int group = -1;

	fprintf(f, "%s%s", usage, intro);
	for (row = option_rows; row->name != NULL; row++) {
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
	fputs(outro, f);
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

char *
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
