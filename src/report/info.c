/* info -- what a target lies on: a tree of its layers, or JSON. */
#include <string.h>

#include "jsonparts.h"
#include "layerfacts.h"
#include "page.h"

#include "seqbench/report.h"

/* A source that the layer below is, or that is only a word ("none"). */
static bool
is_told(const struct layer *l, const struct layer_fact *f, bool has_below)
{
	if (f->unit != UNIT_TEXT || l->text[f->index] == NULL)
		return false;
	return f->index == LAYER_SOURCE && (has_below ||
	    strpbrk(l->text[LAYER_SOURCE], "/:") == NULL);
}

static void
layer(const struct page *p, const struct layer *l, bool has_below)
{
	char text[LAYER_FACT];
	struct line line;

	line_begin(&line, p, ", ");
	line_part(&line, "%s: %s", layer_name(l), layer_type(l));
	if (l->repeated)
		line_part(&line, "as above");
	if (l->text[LAYER_LABEL] != NULL && l->text[LAYER_NODE] != NULL)
		line_part(&line, "%s", l->text[LAYER_NODE]);
	for (const struct layer_fact *f = layer_facts; f->name != NULL &&
	    !l->repeated; f++)
		if (!is_told(l, f, has_below) &&
		    *layer_fact_text(text, l, f) != '\0')
			line_part(&line, "%s", text);
	if (l->bottom)
		line_part(&line, "counted");
	line_end(&line, PAGE_TREE);
}

void
report_info(FILE *f, const struct target *t, const struct report_look *look)
{
	struct page p = { .f = f, .look = look };
	char size[SIZE_TEXT];
	const struct layers *l = &t->layers;

	page_line(&p, PAGE_TITLE, "%s: %s%s%s", t->path,
	    target_kind_text(t->kind), t->bytes != NOT_KNOWN ? " of " : "",
	    t->bytes != NOT_KNOWN ? size_human(t->bytes, size) : "");
	for (size_t i = 0; i < l->n; i++) {
		p.depth = l->layer[i].depth;
		layer(&p, &l->layer[i], i + 1 < l->n &&
		    l->layer[i + 1].depth > p.depth);
	}
	p.depth = 0;
	if (l->n == 0)
		page_line(&p, PAGE_TREE, "nothing is known of what lies "
		    "below");
}

void
report_info_json(FILE *f, const struct target *target, size_t targets)
{
	struct json j = { .f = f, .empty = true };

	json_object(&j, NULL);
	json_int(&j, "format", JSON_FORMAT);
	json_string(&j, "seqbench", VERSION);
	json_array(&j, "targets");
	for (size_t i = 0; i < targets; i++) {
		json_place(&j, &target[i]);
		json_end(&j);
	}
	json_end(&j);
	json_end(&j);
}
