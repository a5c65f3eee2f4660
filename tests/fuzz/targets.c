/* targets -- their table, and what they share. */
#include "fuzz/targets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct fuzz_target fuzz_targets[] = {
	{ "lists",	fuzz_lists },
	{ "operands",	fuzz_operands },
	{ "options",	fuzz_options },
	{ "run",	fuzz_run },
	{ "sizes",	fuzz_sizes },
	{ NULL,		NULL },
};

const struct fuzz_target *
fuzz_target_find(const char *name)
{
	for (const struct fuzz_target *t = fuzz_targets; t->name != NULL; t++)
		if (strcmp(t->name, name) == 0)
			return t;
	return NULL;
}

void
fuzz_target_run(const struct fuzz_target *t, const uint8_t *data, size_t size)
{
	char text[FUZZ_TEXT];
	size_t len = size < sizeof(text) ? size : sizeof(text) - 1;

	if (len > 0)
		memcpy(text, data, len);
	text[len] = '\0';
	t->run(text);
}

void
fuzz_split(struct fuzz_words *w, const char *text)
{
	char *rest = w->text;

	w->argc = 0;
	snprintf(w->text, sizeof(w->text), "%s", text);
	while (rest != NULL && w->argc < FUZZ_WORDS)
		w->argv[w->argc++] = strsep(&rest, "\n");
	/* A text file ends with a newline, and not with an empty word. */
	if (w->argc > 1 && *w->argv[w->argc - 1] == '\0')
		w->argc--;
	w->argv[w->argc] = NULL;
}

/* The stream may be one that the target put in place. */
void
fuzz_found(const char *file, int line, const char *what)
{
	dprintf(STDERR_FILENO, "%s:%d: does not hold: %s\n", file, line, what);
	abort();
}
