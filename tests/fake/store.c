/* store -- what was written, kept and spoilt as the script asks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake/world.h"

enum { SECTOR = 512, STORE_MAX = 128 << 20 };

static uint64_t
place_of(uint64_t off)
{
	uint64_t wrap = fake_world()->script.wrap_bytes;

	return wrap > 0 ? off % wrap : off;
}

static bool
has(uint64_t sector, uint64_t off)
{
	return off != 0 && off - off % SECTOR == sector;
}

static bool
is_blank(const unsigned char *sector)
{
	return sector[0] == 0 && memcmp(sector, sector + 1, SECTOR - 1) == 0;
}

static void
grow(struct object *o, uint64_t bytes)
{
	if (bytes <= o->store_bytes)
		return;
	/* Sequential writes come sector by sector. */
	if (bytes < 2 * o->store_bytes)
		bytes = 2 * o->store_bytes;
	/* Not realloc(): tests/fault makes that fail. */
	o->store = reallocarray(o->store, bytes, 1);
	if (o->store == NULL || bytes > STORE_MAX) {
		fprintf(stderr, "fake: more than can be stored\n");
		abort();
	}
	memset(o->store + o->store_bytes, 0, bytes - o->store_bytes);
	o->store_bytes = bytes;
}

void
fake_store(struct object *o, const void *buf, size_t len, uint64_t off)
{
	const struct fake_script *s = &fake_world()->script;

	for (size_t i = 0; s->store && i + SECTOR <= len; i += SECTOR) {
		uint64_t at = place_of(off + i);

		grow(o, at + SECTOR);
		if (has(at, s->lost_offset) || (has(at, s->stale_offset) &&
		    !is_blank(o->store + at)))
			continue;
		memcpy(o->store + at, (const unsigned char *)buf + i, SECTOR);
	}
}

void
fake_stored(const struct object *o, void *buf, size_t len, uint64_t off)
{
	const struct fake_script *s = &fake_world()->script;
	unsigned char *byte = buf;

	for (size_t i = 0; i + SECTOR <= len && o->store != NULL; i += SECTOR) {
		uint64_t at = place_of(off + i);

		if (at + SECTOR > o->store_bytes || is_blank(o->store + at))
			continue;
		memcpy(byte + i, o->store + at, SECTOR);
		if (has(at, s->flip_offset))
			byte[i + s->flip_offset % SECTOR] ^= 1;
	}
}
