/*
 * layers_freebsd -- the file system, and the provider that it is mounted
 * from.  What GEOM has put below that is not looked at, so there the counters
 * are those of that one provider.
 */
#include "seqbench/layers.h"

#include <string.h>

#include "seqbench/file.h"

static void
add_device(struct layers *out, dev_t dev, unsigned depth)
{
	struct device_facts d;
	struct layer *l;

	device_facts(dev, &d);
	if (!d.known || (l = layers_add(out, LAYER_DISK, depth)) == NULL)
		return;
	if (strcmp(d.name, d.disk) != 0)
		l->kind = LAYER_PARTITION;
	l->device = dev;
	l->bottom = true;
	layer_set(l, LAYER_NAME, d.name);
	layer_set(l, LAYER_NODE, d.node);
	layer_set(l, LAYER_MODEL, d.model);
	layer_set(l, LAYER_TRANSPORT, d.transport);
	layer_set(l, LAYER_NOTE, d.cache_note);
	l->number[LAYER_BYTES] = d.bytes;
	l->number[LAYER_SECTOR] = d.sector_bytes;
	l->number[LAYER_PHYSICAL] = d.physical_bytes;
	if (d.rotational >= 0)
		l->number[LAYER_ROTATIONAL] = (uint64_t)d.rotational;
}

void
layers_look(struct layers *out, int look_fd, const struct stat *st,
    const struct fs_facts *fs)
{
	struct layer *l;

	*out = (struct layers){ 0 };
	if (fs == NULL) {
		add_device(out, st->st_rdev, 0);
		return;
	}
	if (fs->type[0] == '\0' ||
	    (l = layers_add(out, LAYER_FILE_SYSTEM, 0)) == NULL)
		return;
	layer_set(l, LAYER_NAME, fs->type);
	layer_set(l, LAYER_SOURCE, fs->source);
	layer_set(l, LAYER_MOUNT, fs->mount);
	layer_set(l, LAYER_OPTIONS, fs->options);
	layer_set(l, LAYER_NOTE, fs->cache_note);
	add_device(out, file_system_device(look_fd, st, fs), 1);
}
