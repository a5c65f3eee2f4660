/* lists -- lists of sizes and of ranges of sizes. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "fuzz/targets.h"
#include "seqbench/units.h"

/* Each is as typed, or could have been; none is there twice. */
static void
require_items(const struct size_list *list)
{
	REQUIRE(list->n > 0 && list->n <= LIST_MAX);
	for (size_t i = 0; i < list->n; i++) {
		const struct size_item *item = &list->item[i];
		uint64_t bytes;

		REQUIRE(memchr(item->text, '\0', SIZE_TEXT) != NULL);
		REQUIRE(size_parse(item->text, &bytes) == 0);
		REQUIRE(bytes == item->bytes);
		for (size_t k = 0; k < i; k++)
			REQUIRE(list->item[k].bytes != item->bytes);
	}
}

static void
require_same_when_printed(const struct size_list *list)
{
	char text[LIST_MAX * (SIZE_TEXT + 1)] = "";
	struct size_list again;
	size_t len = 0;

	for (size_t i = 0; i < list->n; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len,
		    "%s%s", i > 0 ? "," : "", list->item[i].text);
	REQUIRE(size_list_parse(text, &again, NULL) == 0);
	REQUIRE(again.n == list->n);
	for (size_t i = 0; i < list->n; i++) {
		REQUIRE(again.item[i].bytes == list->item[i].bytes);
		REQUIRE(strcmp(again.item[i].text, list->item[i].text) == 0);
	}
}

void
fuzz_lists(const char *text)
{
	struct size_list list = { .n = LIST_MAX + 1 };
	const char *bad = NULL;
	int rc = size_list_parse(text, &list, &bad);

	if (rc < 0) {
		REQUIRE(rc == -EINVAL || rc == -ERANGE || rc == -E2BIG);
		REQUIRE(list.n == LIST_MAX + 1);
		REQUIRE(bad >= text && bad <= text + strlen(text));
		REQUIRE(bad == text || bad[-1] == ',');
		return;
	}
	REQUIRE(rc == 0 && bad == NULL);
	require_items(&list);
	require_same_when_printed(&list);
}
