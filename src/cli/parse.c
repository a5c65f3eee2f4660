/* parse -- a command line, by the habits of getopt_long. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "seqbench/diag.h"
#include "seqbench/text.h"

#include "cli.h"

/* Where we are in the command line. */
struct cursor {
	const struct option_set *set;
	int		 argc;
	char		*const *argv;
	int		 next;
};

static int	long_option(struct options *o, struct cursor *c, char *word,
		    struct diag *d);
static int	short_options(struct options *o, struct cursor *c, char *word,
		    struct diag *d);
static const struct option_row *row_find(const struct option_set *set,
		    const char *word, size_t len, struct diag *d);
static void	ambiguous(const struct option_set *set, const char *word,
		    size_t len, struct diag *d);
static bool	abbreviates(const char *word, size_t len,
		    const struct option_row *row);
static const struct option_row *letter_find(const struct option_set *set,
		    char letter);
static int	value_take(struct option_use *use, struct cursor *c,
		    struct diag *d);

int
options_parse(struct options *o, const struct option_set *set, int argc,
    char *const argv[], int first, struct diag *d)
{
	struct cursor c = { set, .argc = argc, .argv = argv, .next = first };
	bool only_targets = false;

	*o = (struct options){ 0 };
	o->target = calloc((size_t)argc + 1, sizeof(*o->target));
	if (o->target == NULL)
		return diag_memory(d);
	while (c.next < argc && !o->help && !o->version) {
		char *word = argv[c.next++];
		int rc = 0;

		if (only_targets || word[0] != '-' || word[1] == '\0') {
			o->target[o->targets++] = word;
		} else if (strcmp(word, "--") == 0) {
			only_targets = true;
		} else if (word[1] == '-') {
			rc = long_option(o, &c, word, d);
		} else {
			rc = short_options(o, &c, word, d);
		}
		if (rc < 0)
			return rc;
	}
	if (o->targets == 0 && !o->help && !o->version)
		return diag_usage(d, "%s", set->no_target);
	return 0;
}

void
options_release(struct options *o)
{
	free(o->engine.text);
	free(o->target);
	*o = (struct options){ 0 };
}

/* --name, --name=VALUE, --name VALUE. */
static int
long_option(struct options *o, struct cursor *c, char *word, struct diag *d)
{
	size_t len = strcspn(word, "=");
	struct option_use use = { 0 };
	int rc;

	use.row = row_find(c->set, word, len, d);
	if (use.row == NULL)
		return -EINVAL;
	memcpy(use.name, word, len);
	if (word[len] == '=')
		use.text = word + len + 1;
	if (use.text != NULL && use.row->argument == NULL)
		return diag_usage(d, "%s: takes no value", use.name);
	if (use.text == NULL && (rc = value_take(&use, c, d)) < 0)
		return rc;
	return use.row->parse(&use, o, d);
}

/* -x, -xy for flags, -xVALUE, -x VALUE. */
static int
short_options(struct options *o, struct cursor *c, char *word, struct diag *d)
{
	char *letter = word + 1;
	int rc = 0;

	while (rc == 0 && *letter != '\0') {
		struct option_use use = { .name = { '-', *letter } };

		use.row = letter_find(c->set, *letter++);
		if (use.row == NULL)
			return diag_usage(d, "%s: unknown option; --help "
			    "lists them", use.name);
		if (use.row->argument != NULL && *letter != '\0') {
			use.text = letter;
			letter += strlen(letter);
		} else if ((rc = value_take(&use, c, d)) < 0) {
			return rc;
		}
		rc = use.row->parse(&use, o, d);
	}
	return rc;
}

/* The next word, for an option that takes a value and has none yet. */
static int
value_take(struct option_use *use, struct cursor *c, struct diag *d)
{
	const struct option_row *row = use->row;

	if (row->argument == NULL)
		return 0;
	/* "--json disk.img" would write over what was to be measured. */
	if (row->attached)
		return diag_usage(d, "%s: the file must be attached; write "
		    "--%s=%s", use->name, row->name, c->next < c->argc &&
		    c->argv[c->next][0] != '-' ? c->argv[c->next] :
		    row->argument);
	if (c->next >= c->argc)
		return diag_usage(d, "%s: %s is missing", use->name,
		    row->argument);
	use->text = c->argv[c->next++];
	return 0;
}

/*
 * A whole name, or the beginning of just one that is not hidden.  NULL and
 * d filled when there is none.
 */
static const struct option_row *
row_find(const struct option_set *set, const char *word, size_t len,
    struct diag *d)
{
	const struct option_row *row, *found = NULL;
	int n = 0;

	for (row = set->rows; row->name != NULL; row++) {
		if (!abbreviates(word, len, row))
			continue;
		if (strlen(row->name) == len - 2)
			return row;
		if (!row->hidden) {
			found = row;
			n++;
		}
	}
	if (n == 1)
		return found;
	if (n == 0)
		diag_usage(d, "%.*s: unknown option; --help lists them",
		    (int)len, word);
	else
		ambiguous(set, word, len, d);
	return NULL;
}

static void
ambiguous(const struct option_set *set, const char *word, size_t len,
    struct diag *d)
{
	const struct option_row *row;
	char names[256] = "";

	for (row = set->rows; row->name != NULL; row++)
		if (!row->hidden && abbreviates(word, len, row))
			text_join(names, sizeof(names), ", --", row->name);
	diag_usage(d, "%.*s: ambiguous: --%s", (int)len, word, names);
}

/* word begins with two dashes. */
static bool
abbreviates(const char *word, size_t len, const struct option_row *row)
{
	return strncmp(row->name, word + 2, len - 2) == 0;
}

static const struct option_row *
letter_find(const struct option_set *set, char letter)
{
	const struct option_row *row;

	for (row = set->rows; row->name != NULL; row++) {
		if (strchr(row->letters, letter) != NULL)
			return row;
	}
	return NULL;
}
