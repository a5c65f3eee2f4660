/* map -- where the bytes of a file lie on the device below it. */

#include "seqbench/map.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool
segment_cut(struct segment *s, uint64_t off, uint64_t end)
{
	uint64_t stop = s->file + s->bytes;

	if (stop > end)
		stop = end;
	if (s->file < off) {
		s->device += off - s->file;
		s->file = off;
	}
	s->bytes = stop > s->file ? stop - s->file : 0;
	return s->bytes > 0;
}

int
map_add(struct map *m, const struct segment *s)
{
	struct segment *last = m->n > 0 ? &m->segment[m->n - 1] : NULL;

	if (last != NULL && last->device + last->bytes == s->device) {
		last->bytes += s->bytes;
		return 0;
	}
	if (m->segment == NULL || m->n == m->room) {
		size_t room = m->room > 0 ? 2 * m->room : 16;
		struct segment *more = realloc(m->segment,
		    room * sizeof *more);

		if (more == NULL)
			return -ENOMEM;
		m->segment = more;
		m->room = room;
	}
	m->segment[m->n++] = *s;
	return 0;
}

void
map_release(struct map *m)
{
	free(m->segment);
	*m = (struct map){ 0 };
}

uint64_t
map_end(const struct map *m)
{
	const struct segment *last;

	if (m->n == 0)
		return 0;
	last = &m->segment[m->n - 1];
	return last->file + last->bytes;
}

bool
map_equal(const struct map *a, const struct map *b)
{
	return a->n == b->n && (a->n == 0 || memcmp(a->segment, b->segment,
	    a->n * sizeof a->segment[0]) == 0);
}

uint64_t
map_at(const struct map *m, uint64_t file, uint64_t *left)
{
	const struct segment *s;
	size_t low = 0, high = m->n;

	/* The last one that begins at or before it. */
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (m->segment[middle].file <= file)
			low = middle;
		else
			high = middle;
	}
	s = &m->segment[low];
	*left = s->bytes - (file - s->file);
	return s->device + (file - s->file);
}
