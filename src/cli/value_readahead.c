/* value_readahead -- "off", "default" and sizes, with commas between them. */
#include <errno.h>
#include <string.h>

#include "seqbench/diag.h"
#include "seqbench/units.h"

#include "cli.h"

static const struct {
	const char	*word;
	enum readahead_mode mode;
} words[] = {
	{ "default",	READAHEAD_DEFAULT },
	{ "off",	READAHEAD_OFF },
};

static int	item_add(struct readahead_list *list, const char *text);
static int	list_add(struct readahead_list *list,
		    const struct readahead *item);

int
value_readahead(const struct option_use *use, struct options *o,
    struct diag *d)
{
	struct readahead_list list = { 0 };
	const char *text = use->text;

	for (;;) {
		struct option_use part = *use;
		size_t len = strcspn(text, ",");
		char item[64];

		snprintf(item, sizeof(item), "%.*s", (int)len, text);
		if (len >= sizeof(item) || item_add(&list, item) < 0) {
			part.text = item;
			return value_refuse(d, &part, "off, default or a size "
			    "of at most 1g; like off,128k,512k or 128k-4m");
		}
		if (text[len] == '\0')
			break;
		text += len + 1;
	}
	o->readahead = list;
	return 0;
}

/* A word, a size or a range of sizes. */
static int
item_add(struct readahead_list *list, const char *text)
{
	struct size_list sizes;
	int rc;

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		struct readahead item = { .mode = words[i].mode };

		if (strcmp(text, words[i].word) != 0)
			continue;
		snprintf(item.size.text, sizeof(item.size.text), "%s",
		    words[i].word);
		return list_add(list, &item);
	}
	rc = size_list_parse(text, &sizes, NULL);
	for (size_t i = 0; rc == 0 && i < sizes.n; i++) {
		if (sizes.item[i].bytes > READAHEAD_MAX)
			return -ERANGE;
		rc = list_add(list, &(struct readahead){
			.mode = READAHEAD_SIZE, .size = sizes.item[i] });
	}
	return rc;
}

/* Once each. */
static int
list_add(struct readahead_list *list, const struct readahead *item)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->item[i].mode == item->mode &&
		    list->item[i].size.bytes == item->size.bytes)
			return 0;
	if (list->n == LIST_MAX)
		return -E2BIG;
	list->item[list->n++] = *item;
	return 0;
}
