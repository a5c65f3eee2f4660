/* verifier -- what every byte of a target should be, asked block by block. */
#ifndef RUN_VERIFIER_H
#define RUN_VERIFIER_H

#include "ledger.h"
#include "seqbench/verify.h"

struct verifier {
	const struct pattern *pattern;
	const void	*reference;	/* PATTERN_PERIOD bytes of its pool */
	const struct ledger *ledger;	/* NULL: pattern->pass wrote it all */
	bool		 earlier;	/* what nobody wrote is an earlier
					   session's; else it is skipped */
};

/* Look at a block that was read from off. */
void	verifier_look(const struct verifier *v, const void *block, size_t len,
	    uint64_t off, struct verify_tally *t);

#endif
