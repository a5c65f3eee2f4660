/* help -- dd --help, made from the tables that parse. */
#include "seqbench/dd.h"

#include "operands.h"

static void	list_words(FILE *f, const char *title,
		    const struct dd_vocabulary *v);

void
dd_help(FILE *f, const char *program)
{
	fprintf(f, "Usage: %s [OPERAND=VALUE]...\n"
	    "Copy a file and say how fast that was, as dd does.\n\n",
	    program);
	for (const struct dd_operand *o = dd_operands; o->name != NULL; o++) {
		char left[32];

		if (o->value == NULL)
			continue;
		snprintf(left, sizeof(left), "%s=%s", o->name, o->value);
		fprintf(f, "  %-15s %s\n", left, o->help);
	}
	list_words(f, "conv=", &dd_convs);
	list_words(f, "iflag= and oflag=", &dd_iflags);
	list_words(f, "status=", &dd_statuses);
	list_words(f, "buffer=", &dd_buffers);
	list_words(f, "engine=", &dd_engines);
	fprintf(f, "\nNumbers may end in c 1, w 2, b 512, kB 1000, k 1024, "
	    "MB 1000*1000, M 1024*1024,\nand so on for G, T, P, E; AxB "
	    "multiplies.  With --style=bsd they are read as\nFreeBSD's dd "
	    "reads them, and the closing lines are its.\n");
}

static void
list_words(FILE *f, const char *title, const struct dd_vocabulary *v)
{
	fprintf(f, "\n%s\n", title);
	for (const struct dd_word *w = v->words; w->name != NULL; w++)
		if (v->single || w->own != 0 || w->open != 0)
			fprintf(f, "  %-15s %s\n", w->name, w->help);
}
