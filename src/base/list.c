/* list -- a comma-separated list of sizes and ranges of sizes. */
#include "seqbench/units.h"

#include <errno.h>
#include <string.h>

static int	item_parse(struct size_list *list, const char *text,
		    size_t len);
static int	range_parse(struct size_list *list, const char *text,
		    size_t len, const char *last, size_t last_len);
static int	list_add(struct size_list *list, uint64_t bytes,
		    const char *text, size_t len);
static const char *find(const char *text, size_t len, const char *what);

int
size_list_parse(const char *text, struct size_list *out, const char **bad)
{
	struct size_list list = { 0 };

	for (;;) {
		size_t len = strcspn(text, ",");
		int rc;

		rc = item_parse(&list, text, len);
		if (rc < 0) {
			if (bad != NULL)
				*bad = text;
			return rc;
		}
		if (text[len] == '\0')
			break;
		text += len + 1;
	}
	*out = list;
	return 0;
}

static int
item_parse(struct size_list *list, const char *text, size_t len)
{
	uint64_t bytes;
	const char *mark;
	size_t width = 2;
	int rc;

	mark = find(text, len, "..");
	if (mark == NULL) {
		mark = find(text, len, "-");
		width = 1;
	}
	if (mark != NULL) {
		size_t first_len = (size_t)(mark - text);

		return range_parse(list, text, first_len, mark + width,
		    len - first_len - width);
	}
	rc = size_parse_n(text, len, &bytes);
	if (rc < 0)
		return rc;
	return list_add(list, bytes, text, len);
}

/* last is "B" or "B/F". */
static int
range_parse(struct size_list *list, const char *text, size_t len,
    const char *last, size_t last_len)
{
	const char *slash = find(last, last_len, "/");
	uint64_t bytes, end, factor = 2;
	int rc;

	if (slash != NULL) {
		size_t end_len = (size_t)(slash - last);

		rc = size_parse_n(slash + 1, last_len - end_len - 1, &factor);
		if (rc < 0)
			return rc;
		last_len = end_len;
	}
	if ((rc = size_parse_n(text, len, &bytes)) < 0 ||
	    (rc = size_parse_n(last, last_len, &end)) < 0)
		return rc;
	if (bytes == 0 || bytes > end || factor < 2)
		return -EINVAL;
	rc = list_add(list, bytes, text, len);
	while (rc == 0 && !__builtin_mul_overflow(bytes, factor, &bytes) &&
	    bytes <= end)
		rc = list_add(list, bytes, NULL, 0);
	return rc;
}

/* text NULL, or too long to keep: size_text()'s spelling. */
static int
list_add(struct size_list *list, uint64_t bytes, const char *text, size_t len)
{
	struct size_item *item = &list->item[list->n];

	for (size_t i = 0; i < list->n; i++) {
		if (list->item[i].bytes == bytes)
			return 0;
	}
	if (list->n == LIST_MAX)
		return -E2BIG;
	item->bytes = bytes;
	if (text == NULL || len >= sizeof(item->text)) {
		size_text(bytes, item->text);
	} else {
		memcpy(item->text, text, len);
		item->text[len] = '\0';
	}
	list->n++;
	return 0;
}

static const char *
find(const char *text, size_t len, const char *what)
{
	return memmem(text, len, what, strlen(what));
}
