/*
 * faulty -- an issuer around a real one, that answers now and then as told:
 * a transfer that is cut short, one that fails, a queue that is full or
 * interrupted.  All else is done by the real one, and what it moved is
 * checked: every byte of the range once, from where it belongs.
 */
#ifndef SEQBENCH_FAULTY_H
#define SEQBENCH_FAULTY_H

#include "seqbench/engine.h"

enum { FAULTY_BYTES = 256 << 10 };	/* no range is longer */

/* Transfers and calls are counted from 0. */
struct faulty_script {
	size_t		 cut;		/* this transfer moves only .. */
	size_t		 length;	/* so many bytes; 0: it is not cut */
	int		 rest;		/* and what is left answers this; 0 */
	size_t		 most;		/* no transfer moves more; 0 */
	size_t		 fail;		/* this one answers .. */
	int		 code;		/* this, and moves nothing; 0 */
	unsigned	 busy_every;	/* each Nth submit() answers .. */
	int		 busy;		/* this */
	unsigned	 broken_every;	/* each Nth reap() answers .. */
	int		 broken;	/* this */
};

/* How it went. */
struct faulty_count {
	size_t		 transfers;
	uint64_t	 moved;		/* bytes, by all transfers */
	off_t		 failed_at;	/* offset of the one that failed */
	unsigned	 in_flight;	/* handed over, and not reaped */
};

/*
 * An issuer that does as the script says, from a new count; there is one at a
 * time.  What is written is made here, by its offset, when a block is handed
 * over whole.
 */
const struct issuer *faulty_issuer(const struct issuer *real,
	    const struct faulty_script *script, size_t block);
struct faulty_count faulty_count(void);

/* What the file holds at an offset, before reads and after writes. */
unsigned char faulty_byte(off_t at);

/* Every byte of the first len was moved, and once. */
void	faulty_check_moved(size_t len);

#endif
