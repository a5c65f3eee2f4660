/*
 * verify -- tell what was read back from what was written.
 *
 * A sealed sector (pattern.h) says where it belongs, which pass wrote it and
 * which place of the pool its other bytes are from, so each bit of it is
 * known.  A sector is right, or wrong in one way:
 *
 *	unwritten	no stamp of this seed: zeros, foreign or lost data
 *	misplaced	whole, but written at another offset
 *	stale		whole and in place, but of an older pass
 *	flipped		in place and of the pass, but some bits are others
 *
 * A stamp counts as whole when its own check fits.  One that does not is
 * taken for flipped bits while fewer than a quarter of the sector's differ
 * from what should be there, and for no stamp at all beyond.
 */
#ifndef SEQBENCH_VERIFY_H
#define SEQBENCH_VERIFY_H

#include <stddef.h>
#include <stdint.h>

#include "seqbench/pattern.h"

enum wrong {
	WRONG_UNWRITTEN,
	WRONG_MISPLACED,
	WRONG_STALE,
	WRONG_FLIPPED,
	WRONG_KINDS
};

/* As p->pass: written by an earlier session, by whichever pass. */
#define VERIFY_ANY_PASS	UINT64_MAX

/* Starts as { 0 }. */
struct verify_tally {
	uint64_t	 sectors;	/* looked at */
	uint64_t	 skipped_bytes;	/* read, but not known what is right */
	struct {
		uint64_t sectors;
		uint64_t first;		/* offset, where there are any */
	} wrong[WRONG_KINDS];
	int64_t		 distance;	/* of the first misplaced sector: where
					   it belongs, from where it is */
	uint64_t	 bits;		/* flipped, in all */
	uint64_t	 pass;		/* of the last whole sector */
};

/*
 * Check len bytes that were read from off, a multiple of PATTERN_SECTOR as is
 * off, against a pattern whose pass should have written them; a tail shorter
 * than a sector is skipped.  reference: PATTERN_PERIOD bytes of the pattern's
 * pool.
 */
void	verify_check(const struct pattern *p, const void *reference,
	    const void *data, size_t len, uint64_t off,
	    struct verify_tally *t);

/* Add b to a. */
void	verify_merge(struct verify_tally *a, const struct verify_tally *b);

/* Wrong sectors of every kind. */
uint64_t verify_wrong(const struct verify_tally *t);

#endif
