/*
 * map -- where the bytes of a file lie on the device below it.
 *
 * Segments follow each other in the file, without gaps; neighbours on the
 * device are one segment.  All in bytes.
 */
#ifndef SEQBENCH_MAP_H
#define SEQBENCH_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct segment {
	uint64_t	 file;		/* offset in the file */
	uint64_t	 device;	/* on the device */
	uint64_t	 bytes;
};

/* Starts as { 0 }. */
struct map {
	struct segment	*segment;	/* owned */
	size_t		 n, room;
};

/* Cut s down to [off, end) of the file; false when nothing is left. */
bool	segment_cut(struct segment *s, uint64_t off, uint64_t end);

/* Append; it must begin where the last one ends in the file.  Or -ENOMEM. */
int	map_add(struct map *m, const struct segment *s);
void	map_release(struct map *m);

/* Where the last segment ends in the file; 0 without any. */
uint64_t map_end(const struct map *m);

bool	map_equal(const struct map *a, const struct map *b);

/*
 * The address of offset in the file, which must be mapped; *left bytes
 * follow each other there.
 */
uint64_t map_at(const struct map *m, uint64_t file, uint64_t *left);

#endif
