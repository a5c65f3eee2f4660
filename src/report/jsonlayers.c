/* jsonlayers -- the layers of a target in the JSON record. */
#include "jsonparts.h"
#include "layerfacts.h"

#include <stdio.h>
#include <string.h>

#include "seqbench/file.h"

/* Sizes have the unit in their names, as everywhere. */
static void
number(struct json *j, const char *name, uint64_t n, enum layer_unit unit)
{
	char full[32];

	if (unit == UNIT_BYTES && strcmp(name, "bytes") != 0) {
		snprintf(full, sizeof(full), "%s_bytes", name);
		name = full;
	}
	if (unit == UNIT_BOOL && n != NOT_KNOWN)
		json_bool(j, name, n != 0);
	else
		json_u64(j, name, n);
}

static void
layer(struct json *j, const struct layer *l)
{
	json_object(j, NULL);
	json_string(j, "kind", layer_kind_text(l->kind));
	json_u64(j, "depth", l->depth);
	json_bool(j, "bottom", l->bottom);
	json_bool(j, "repeated", l->repeated);
	for (const struct layer_fact *f = layer_facts; f->name != NULL; f++)
		if (f->unit == UNIT_TEXT)
			json_path(j, f->name, l->text[f->index]);
		else
			number(j, f->name, l->number[f->index], f->unit);
	json_end(j);
}

void
json_layers(struct json *j, const struct layers *l)
{
	json_array(j, "layers");
	for (size_t i = 0; i < l->n; i++)
		layer(j, &l->layer[i]);
	json_end(j);
}
