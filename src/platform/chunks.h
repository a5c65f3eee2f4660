/*
 * chunks -- what btrfs gives for an address is one of its own, also on one
 * device; its chunk tree says where that is.
 */
#ifndef PLATFORM_CHUNKS_H
#define PLATFORM_CHUNKS_H

#include <stddef.h>
#include <stdint.h>

struct diag;
struct map;
struct segment;

struct chunk {
	uint64_t	 logical, bytes;
	uint64_t	 physical;	/* of its first copy */
	uint64_t	 profile;	/* BTRFS_BLOCK_GROUP_..; 0: single */
	uint64_t	 device_id;
};

/* Starts as { 0 }. */
struct chunks {
	struct chunk	*chunk;		/* ascending; owned */
	size_t		 n;
};

/* Read the chunk tree of the btrfs that fd is on; 0 or -errno, d filled. */
int	chunks_read(int fd, struct chunks *c, struct diag *d);

/* Append a chunk item as it lies on the disk; 0, -EINVAL, -ENOMEM. */
int	chunks_add(struct chunks *c, uint64_t logical, const void *item,
	    size_t len);
void	chunks_release(struct chunks *c);

/*
 * Append the segment, whose device address is one of btrfs, to m, cut where
 * chunks end.  0 or -errno with d filled: -ENOTSUP for a profile other than
 * single and DUP.
 */
int	chunks_translate(const struct chunks *c, const struct segment *s,
	    struct map *m, struct diag *d);

#endif
