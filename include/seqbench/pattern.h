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
 *
 * Sealed data (--verify) can be checked to the bit when it is read back: the
 * pool repeats every PATTERN_PERIOD bytes, every sector is stamped, also one
 * that begins in zeros, and a stamp has two words more:
 *
 *	16	which sector of the period this is, in both halves
 *	24	check of the three words before (pattern_stamp_words())
 */
#ifndef SEQBENCH_PATTERN_H
#define SEQBENCH_PATTERN_H

#include <stdbool.h>
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
	PATTERN_PERIOD	= 4 << 20,	/* of a sealed pool */
	PATTERN_PLACES	= PATTERN_PERIOD / PATTERN_SECTOR,
	PATTERN_WORDS	= 4,	/* of a sealed sector's stamp */
};

struct pattern {
	enum pattern_kind kind;
	unsigned	 zero_percent;
	uint64_t	 seed;
	uint64_t	 pass;		/* stamped; set before each pass */
	bool		 sealed;
	const void	*pool;		/* sealed: where blocks are from */
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
 * file patterns do nothing.  Sealed: block lies in p->pool, a multiple of
 * PATTERN_SECTOR from its start.
 */
void	pattern_stamp(const struct pattern *p, void *block, size_t len,
	    uint64_t off);

/* The words of a sealed stamp, of p->pass, for a sector from that place. */
void	pattern_stamp_words(const struct pattern *p, uint64_t off,
	    unsigned place, uint64_t word[PATTERN_WORDS]);
/* What a stamp is xored with: pass 0 of a seed. */
uint64_t pattern_mark(const struct pattern *p);

/* The next value of a splitmix64 generator; *state is its state. */
uint64_t pattern_splitmix(uint64_t *state);

#endif
