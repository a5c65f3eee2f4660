/*
 * ledger -- which pass wrote which bytes of a target last.
 *
 * Passes write ranges that mostly cover one another, so it stays short: what
 * a new range covers wholly is forgotten.
 */
#ifndef RUN_LEDGER_H
#define RUN_LEDGER_H

#include <stddef.h>
#include <stdint.h>

struct ledger_row {
	uint64_t	 start, end;
	uint64_t	 pass;
};

/* Starts as { 0 }. */
struct ledger {
	struct ledger_row *row;		/* the newest last; owned */
	size_t		 rows;
};

/* As a pass. */
#define LEDGER_NOTHING	UINT64_MAX	/* nobody is known to have written */
#define LEDGER_UNKNOWN	(UINT64_MAX - 1)	/* somebody did, in part */

/* A pass wrote [start, end).  0 or -ENOMEM. */
int	ledger_add(struct ledger *l, uint64_t start, uint64_t end,
	    uint64_t pass);

/* Who wrote the byte at off last; *end is how far that holds, if not on. */
uint64_t ledger_find(const struct ledger *l, uint64_t off, uint64_t *end);

void	ledger_release(struct ledger *l);

#endif
