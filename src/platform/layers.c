/* layers -- a tree of them, put together and asked. */
#include "seqbench/layers.h"

#include <stdlib.h>
#include <string.h>

#include "seqbench/file.h"

static const char *const kind_texts[] = {
	[LAYER_FILE_SYSTEM]	= "file system",
	[LAYER_PARTITION]	= "partition",
	[LAYER_DM]		= "dm",
	[LAYER_MD]		= "md",
	[LAYER_BCACHE]		= "bcache",
	[LAYER_LOOP]		= "loop",
	[LAYER_ZRAM]		= "zram",
	[LAYER_RAM]		= "ram",
	[LAYER_NBD]		= "nbd",
	[LAYER_DISK]		= "disk",
};

const char *
layer_kind_text(enum layer_kind k)
{
	return kind_texts[k];
}

struct layer *
layers_add(struct layers *l, enum layer_kind kind, unsigned depth)
{
	struct layer *more = realloc(l->layer, (l->n + 1) * sizeof *more);

	if (more == NULL)
		return NULL;
	l->layer = more;
	more = &l->layer[l->n++];
	*more = (struct layer){ .kind = kind, .depth = depth };
	for (size_t i = 0; i < LAYER_NUMBERS; i++)
		more->number[i] = NOT_KNOWN;
	return more;
}

void
layer_set(struct layer *l, enum layer_text t, const char *s)
{
	free(l->text[t]);
	l->text[t] = s != NULL && *s != '\0' ? strdup(s) : NULL;
}

void
layers_release(struct layers *l)
{
	for (size_t i = 0; i < l->n; i++)
		for (size_t t = 0; t < LAYER_TEXTS; t++)
			free(l->layer[i].text[t]);
	free(l->layer);
	*l = (struct layers){ 0 };
}

size_t
layers_bottoms(const struct layers *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++)
		n += l->layer[i].bottom;
	return n;
}

bool
layers_stacked(const struct layers *l)
{
	size_t i = 0, bottoms = layers_bottoms(l);

	while (i < l->n && (l->layer[i].kind == LAYER_FILE_SYSTEM ||
	    l->layer[i].kind == LAYER_PARTITION))
		i++;
	return bottoms > 1 || (bottoms == 1 && !l->layer[i].bottom);
}

bool
layers_move(const struct layers *l)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->layer[i].moves)
			return true;
	return false;
}
