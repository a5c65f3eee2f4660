/* place -- where files lie on their disks, so that they can be read there. */
#include "fake/world.h"

#define SPACING	(256ull << 20)

/* It is its own inverse. */
static uint64_t
swapped(uint64_t off)
{
	return fake_world()->script.map_pieces ? off ^ PIECE : off;
}

uint64_t
fake_address(const struct object *o, uint64_t off)
{
	return (uint64_t)o->ino * SPACING + swapped(off);
}

const struct object *
fake_file_at(int disk, uint64_t address, uint64_t *off)
{
	const struct world *w = fake_world();
	const struct object *best = NULL;

	for (size_t i = 0; i < OBJECT_MAX; i++) {
		const struct object *o = &w->object[i];
		uint64_t start = (uint64_t)o->ino * SPACING;

		if (o->ino == 0 || !S_ISREG(o->mode) ||
		    fake_disk_below(o) != disk || address < start ||
		    address - start >= o->bytes + PIECE ||
		    (best != NULL && best->ino > o->ino))
			continue;
		best = o;
		*off = swapped(address - start);
	}
	return best;
}
