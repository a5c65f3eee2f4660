/* verifier -- what every byte of a target should be, asked block by block. */

#include "verifier.h"

/* A piece that one pass wrote, or nobody. */
static void
look_at_piece(const struct verifier *v, const char *piece, size_t len,
    uint64_t off, uint64_t pass, struct verify_tally *t)
{
	struct pattern p = *v->pattern;

	if (pass == LEDGER_NOTHING && v->earlier)
		pass = VERIFY_ANY_PASS;
	else if (pass == LEDGER_NOTHING || pass == LEDGER_UNKNOWN) {
		t->skipped_bytes += len;
		return;
	}
	p.pass = pass;
	verify_check(&p, v->reference, piece, len, off, t);
}

void
verifier_look(const struct verifier *v, const void *block, size_t len,
    uint64_t off, struct verify_tally *t)
{
	const char *piece = block;

	if (v->ledger == NULL) {
		verify_check(v->pattern, v->reference, block, len, off, t);
		return;
	}
	while (len > 0) {
		uint64_t end, pass = ledger_find(v->ledger, off, &end);
		size_t n = end - off < len ? (size_t)(end - off) : len;

		look_at_piece(v, piece, n, off, pass, t);
		piece += n;
		off += n;
		len -= n;
	}
}
