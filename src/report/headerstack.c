/* headerstack -- what lies between a target and its disks. */
#include <string.h>

#include "header.h"
#include "layerfacts.h"
#include "page.h"

#include "seqbench/report.h"

enum { LEVEL_SHOWN = 4 };

/* The first device, past the file system and a partition. */
static size_t
first(const struct layers *l)
{
	size_t i = 0;

	while (i < l->n && (l->layer[i].kind == LAYER_FILE_SYSTEM ||
	    l->layer[i].kind == LAYER_PARTITION))
		i++;
	return i;
}

/* The files of two loops lie on the same, for all that is said here. */
static bool
was_said(const struct layers *l, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (l->layer[k].kind == LAYER_FILE_SYSTEM &&
		    l->layer[i].kind == LAYER_FILE_SYSTEM &&
		    l->layer[k].depth == l->layer[i].depth &&
		    strcmp(l->layer[k].text[LAYER_NAME],
		    l->layer[i].text[LAYER_NAME]) == 0)
			return true;
	return false;
}

/* A partition's disk goes without saying. */
static bool
is_said(const struct layers *l, size_t i)
{
	return !l->layer[i].repeated && !was_said(l, i) && (i == 0 ||
	    l->layer[i - 1].kind != LAYER_PARTITION ||
	    l->layer[i - 1].depth + 1 != l->layer[i].depth);
}

/* "md0 (raid1)", "vg-home (LVM)", "sda" */
static void
one(FILE *f, const struct layer *l)
{
	const char *name = l->text[LAYER_LABEL] != NULL ?
	    l->text[LAYER_LABEL] : l->text[LAYER_NAME];

	fputs(name != NULL ? name : layer_kind_text(l->kind), f);
	if (l->text[LAYER_TYPE] != NULL)
		fprintf(f, " (%s)", l->text[LAYER_TYPE]);
}

static void
level(struct line *line, const struct layers *l, size_t from, unsigned depth)
{
	size_t n = 0;

	for (size_t i = from; i < l->n; i++) {
		if (l->layer[i].depth != depth || !is_said(l, i))
			continue;
		if (n == 0)
			line_part(line, "%s",
			    line->parts == 0 ? "layers: " : "");
		if (n < LEVEL_SHOWN) {
			fputs(n > 0 ? ", " : "", line->f);
			one(line->f, &l->layer[i]);
		}
		n++;
	}
	if (n > LEVEL_SHOWN)
		fprintf(line->f, " and %zu more", n - LEVEL_SHOWN);
}

void
header_stack(const struct page *p, const struct layers *l)
{
	size_t start = first(l);
	unsigned deepest = 0;
	struct line line;

	if (start + 1 >= l->n)
		return;
	for (size_t i = start; i < l->n; i++)
		if (l->layer[i].depth > deepest)
			deepest = l->layer[i].depth;
	line_begin(&line, p, " on ");
	for (unsigned d = l->layer[start].depth; d <= deepest; d++)
		level(&line, l, start, d);
	line_end(&line, PAGE_HEADER);
}
