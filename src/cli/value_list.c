/* value_list -- sizes, counts, words and names with commas between them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "seqbench/diag.h"
#include "seqbench/units.h"

#include "cli.h"

static int	blocks_refuse(const struct option_use *use, const char *item,
		    int code, struct diag *d);
static int	name_add(const struct option_use *use, struct name_list *list,
		    char *name, struct diag *d);

int
value_blocks(const struct option_use *use, struct options *o, struct diag *d)
{
	struct size_list list;
	const char *bad;
	int rc;

	rc = size_list_parse(use->text, &list, &bad);
	if (rc < 0)
		return blocks_refuse(use, bad, rc, d);
	for (size_t i = 0; i < list.n; i++) {
		const struct size_item *item = &list.item[i];

		if (item->bytes == 0)
			return blocks_refuse(use, item->text, -EDOM, d);
		if (item->bytes > BLOCK_MAX)
			return blocks_refuse(use, item->text, -ERANGE, d);
	}
	o->block = list;
	return 0;
}

/* Name the item; the whole value where the item is empty. */
static int
blocks_refuse(const struct option_use *use, const char *item, int code,
    struct diag *d)
{
	struct option_use part = *use;
	char text[64];

	snprintf(text, sizeof(text), "%.*s", (int)strcspn(item, ","), item);
	if (text[0] != '\0')
		part.text = text;
	switch (code) {
	case -EDOM:
		return value_refuse(d, &part, "a block has at least one byte");
	case -ERANGE:
		return value_refuse(d, &part, "too large: a transfer is at "
		    "most %d bytes on Linux", BLOCK_MAX);
	case -E2BIG:
		return value_refuse(d, &part, "more than %d block sizes",
		    LIST_MAX);
	default:
		return value_refuse(d, &part, "%s; like 4k, 128k, 1m, 4k-1m",
		    text[0] == '\0' ? "an empty item" :
		    strpbrk(text + 1, "-.") != NULL ?
		    "not a range from small to large" : "not a size");
	}
}

/* Numbers without a unit, so that 4k is no depth. */
int
value_counts(const struct option_use *use, struct options *o, struct diag *d)
{
	static const char plain[] = "0123456789,-./";
	struct size_list list, *out = value_member(use, o);
	bool valid = use->text[strspn(use->text, plain)] == '\0';
	int rc = valid ? size_list_parse(use->text, &list, NULL) : -EINVAL;

	if (rc == -E2BIG)
		return value_refuse(d, use, "more than %d numbers", LIST_MAX);
	for (size_t i = 0; rc == 0 && i < list.n; i++) {
		if (list.item[i].bytes == 0 ||
		    list.item[i].bytes > use->row->most)
			rc = -ERANGE;
	}
	if (rc < 0)
		return value_refuse(d, use, "not from 1 to %u; like 8, or "
		    "1,4,16, or 1-32", use->row->most);
	*out = list;
	return 0;
}

int
value_words(const struct option_use *use, struct options *o, struct diag *d)
{
	const char *text = use->text;
	struct word_list list = { 0 }, *out = value_member(use, o);
	unsigned seen = 0;

	for (;;) {
		size_t len = strcspn(text, ",");
		char known[WORDS_TEXT];
		int word;

		word = words_find(use->row->words, text, len);
		if (word < 0)
			return value_refuse(d, use, "%s, with commas between "
			    "them", words_join(use->row->words, known));
		if ((seen & 1u << word) == 0)
			list.item[list.n++] = (unsigned)word;
		seen |= 1u << word;
		if (text[len] == '\0')
			break;
		text += len + 1;
	}
	*out = list;
	return 0;
}

int
value_names(const struct option_use *use, struct options *o, struct diag *d)
{
	struct name_list *out = value_member(use, o), list = { 0 };
	char *rest;
	int rc = 0;

	list.text = rest = strdup(use->text);
	if (rest == NULL)
		return diag_memory(d);
	while (rc == 0 && rest != NULL)
		rc = name_add(use, &list, strsep(&rest, ","), d);
	if (rc < 0) {
		free(list.text);
		return rc;
	}
	free(out->text);
	*out = list;
	return 0;
}

static int
name_add(const struct option_use *use, struct name_list *list, char *name,
    struct diag *d)
{
	if (*name == '\0')
		return value_refuse(d, use, "an empty name");
	for (size_t i = 0; i < list->n; i++) {
		if (strcmp(list->item[i], name) == 0)
			return 0;
	}
	if (list->n == NAMES_MAX)
		return value_refuse(d, use, "more than %d names", NAMES_MAX);
	list->item[list->n++] = name;
	return 0;
}
