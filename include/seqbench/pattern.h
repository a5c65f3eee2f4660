/*
 * pattern -- what a write pass writes.
 *
 * A pool of bytes is made before the clock starts, larger than any record
 * that a file system or drive compresses by, and handed out block after
 * block.  Random data is stamped in each 512 bytes with seed, pass and
 * offset as it goes (two 8-byte stores), so that no two sectors ever written
 * are alike: it can't be compressed or deduplicated.
 *
 * A stamp is two little-endian words at the start of a sector:
 *
 *	0	offset of the sector in the file or device, in bytes
 *	8	first value of splitmix64 from the seed, xor pass
 */
#ifndef SEQBENCH_PATTERN_H
#define SEQBENCH_PATTERN_H

#include <stddef.h>
#include <stdint.h>

enum pattern_kind {
	PATTERN_RANDOM,
	PATTERN_ZERO,
	PATTERN_COMPRESS,	/* zero_percent of each 4 KiB is zeros */
	PATTERN_FILE,		/* the bytes of a file, repeated, no stamps */
};

enum {
	PATTERN_SECTOR	= 512,
	PATTERN_PAGE	= 4096,	/* the unit of PATTERN_COMPRESS */
};

struct pattern {
	enum pattern_kind kind;
	unsigned	 zero_percent;
	uint64_t	 seed;
	uint64_t	 pass;		/* stamped; set before each pass */
};

/*
 * Bytes of pool that depth blocks in flight need: 4 MiB, and always so many
 * at rest that a block comes again only after 1 MiB of others, whatever the
 * order in which they come back, and after one other at least.
 */
uint64_t pattern_pool_bytes(uint64_t block, uint64_t depth);

/*
 * Fill a pool.  Random bytes come from xoshiro256** seeded by splitmix64
 * (Blackman and Vigna, 2018), as little-endian words.  PATTERN_COMPRESS has
 * its zeros at the end of each 4 KiB, their share rounded to 16 bytes.
 * PATTERN_FILE pools are filled by the caller.
 */
void	pattern_fill(const struct pattern *p, void *pool, size_t len);

/*
 * Stamp one block of len bytes that is about to be written at off.  block
 * lies in a pool that is aligned to PATTERN_PAGE.  A sector that begins in
 * zeros is not touched; a tail shorter than a sector is left alone.  Zero and
 * file patterns do nothing.
 */
void	pattern_stamp(const struct pattern *p, void *block, size_t len,
	    uint64_t off);

/* The next value of a splitmix64 generator; *state is its state. */
uint64_t pattern_splitmix(uint64_t *state);

#endif
