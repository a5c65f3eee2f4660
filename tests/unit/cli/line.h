/* line -- a command line in a string, for tests of what parses it. */
#ifndef LINE_H
#define LINE_H

#include <errno.h>
#include <string.h>

#include "seqbench/diag.h"
#include "seqbench/options.h"

struct line {
	char		 text[512];
	char		*argv[64];
	int		 argc;
	struct options	 o;
	struct diag	 d;
};

/* Words between single blanks; two blanks hold an empty word. */
static inline void
line_split(struct line *l, const char *text)
{
	char *rest = l->text;

	*l = (struct line){ 0 };
	snprintf(l->text, sizeof(l->text), "%s", text);
	while (rest != NULL)
		l->argv[l->argc++] = strsep(&rest, " ");
}

/* As options_parse(); the line begins with the program's name. */
static inline int
line_parse(struct line *l, const char *text)
{
	line_split(l, text);
	return options_parse(&l->o, &sweep_options, l->argc, l->argv, 1, &l->d);
}

static inline void
line_release(struct line *l)
{
	options_release(&l->o);
}

struct line_refused {
	const char	*text, *message;
};

static inline void
assert_refused(const struct line_refused *row, size_t n)
{
	for (; n > 0; n--, row++) {
		struct line l;

		assert_int_equal(line_parse(&l, row->text), -EINVAL);
		assert_int_equal(l.d.status, STATUS_USAGE);
		assert_string_equal(l.d.text, row->message);
		line_release(&l);
	}
}

#endif
