/* verify -- tell what was read back from what was written. */
#include "seqbench/verify.h"

#include <stdbool.h>
#include <string.h>

enum {
	BITS_FOREIGN	= PATTERN_SECTOR * 8 / 4,
	STAMP		= 8 * PATTERN_WORDS,
};
/* Another seed's mark, xored with ours, is beyond any number of passes. */
#define PASSES		(1ull << 32)

struct check {
	const struct pattern *pattern;
	const unsigned char *reference;
	uint64_t	 mark;
	struct verify_tally *tally;
};

static inline uint64_t
get_le64(const unsigned char *in)
{
	uint64_t v;

	memcpy(&v, in, sizeof v);
	return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64(v) :
	    v;
}

static unsigned
bits_between(const unsigned char *a, const unsigned char *b, size_t len)
{
	unsigned n = 0;

	for (size_t i = 0; i < len; i += 8)
		n += (unsigned)__builtin_popcountll(get_le64(a + i) ^
		    get_le64(b + i));
	return n;
}

/* Bits that differ from what a pass would have written, from that place. */
static unsigned
bits_wrong(const struct check *c, const unsigned char *sector, uint64_t off,
    uint64_t pass, unsigned place)
{
	struct pattern p = *c->pattern;
	uint64_t word[PATTERN_WORDS];
	unsigned n = 0;

	p.pass = pass;
	pattern_stamp_words(&p, off, place, word);
	for (size_t k = 0; k < PATTERN_WORDS; k++)
		n += (unsigned)__builtin_popcountll(word[k] ^
		    get_le64(sector + 8 * k));
	return n + bits_between(sector + STAMP, c->reference +
	    (size_t)place * PATTERN_SECTOR + STAMP, PATTERN_SECTOR - STAMP);
}

static void
note(struct verify_tally *t, enum wrong kind, uint64_t off)
{
	if (t->wrong[kind].sectors == 0 || off < t->wrong[kind].first)
		t->wrong[kind].first = off;
	t->wrong[kind].sectors++;
}

static void
note_flipped(struct verify_tally *t, uint64_t off, unsigned bits)
{
	note(t, WRONG_FLIPPED, off);
	t->bits += bits;
}

/* The stamp is whole: what it says can be relied on. */
static void
check_whole(const struct check *c, const unsigned char *sector, uint64_t off,
    unsigned place)
{
	struct verify_tally *t = c->tally;
	uint64_t expected = c->pattern->pass;
	uint64_t at = get_le64(sector);
	uint64_t pass = get_le64(sector + 8) ^ c->mark;

	if (pass >= PASSES) {
		note(t, WRONG_UNWRITTEN, off);
		return;
	}
	if (at != off) {
		if (t->wrong[WRONG_MISPLACED].sectors == 0 ||
		    off < t->wrong[WRONG_MISPLACED].first)
			t->distance = (int64_t)(at - off);
		note(t, WRONG_MISPLACED, off);
		return;
	}
	t->pass = pass;
	if (expected != VERIFY_ANY_PASS && pass != expected)
		note(t, WRONG_STALE, off);
	else if (memcmp(sector + STAMP, c->reference + (size_t)place *
	    PATTERN_SECTOR + STAMP, PATTERN_SECTOR - STAMP) != 0)
		note_flipped(t, off, bits_wrong(c, sector, off, pass, place));
}

/* It is not: has it lost some bits, or was it never there? */
static void
check_broken(const struct check *c, const unsigned char *sector, uint64_t off)
{
	struct verify_tally *t = c->tally;
	uint64_t pass = c->pattern->pass, places = get_le64(sector + 16);
	unsigned least = BITS_FOREIGN;

	if (pass == VERIFY_ANY_PASS)
		pass = t->pass;
	/* One half of the place may be what is broken. */
	for (unsigned half = 0; half < 64; half += 32) {
		unsigned place = (unsigned)(places >> half & UINT32_MAX);
		unsigned bits;

		if (place >= PATTERN_PLACES)
			continue;
		bits = bits_wrong(c, sector, off, pass, place);
		if (bits < least)
			least = bits;
	}
	if (least < BITS_FOREIGN)
		note_flipped(t, off, least);
	else
		note(t, WRONG_UNWRITTEN, off);
}

static bool
is_whole(const struct check *c, const unsigned char *sector, unsigned *place)
{
	struct pattern p = *c->pattern;
	uint64_t word[PATTERN_WORDS];

	p.pass = get_le64(sector + 8) ^ c->mark;
	*place = (unsigned)(get_le64(sector + 16) & UINT32_MAX);
	if (*place >= PATTERN_PLACES)
		return false;
	pattern_stamp_words(&p, get_le64(sector), *place, word);
	return word[2] == get_le64(sector + 16) &&
	    word[3] == get_le64(sector + 24);
}

void
verify_check(const struct pattern *p, const void *reference,
    const void *data, size_t len, uint64_t off, struct verify_tally *t)
{
	const struct check c = {
		.pattern = p,
		.reference = reference,
		.mark = pattern_mark(p),
		.tally = t,
	};
	const unsigned char *byte = data;
	unsigned place;
	size_t i;

	for (i = 0; i + PATTERN_SECTOR <= len; i += PATTERN_SECTOR) {
		if (is_whole(&c, byte + i, &place))
			check_whole(&c, byte + i, off + i, place);
		else
			check_broken(&c, byte + i, off + i);
		t->sectors++;
	}
	t->skipped_bytes += len - i;
}

void
verify_merge(struct verify_tally *a, const struct verify_tally *b)
{
	const uint64_t here = a->wrong[WRONG_MISPLACED].sectors == 0 ?
	    UINT64_MAX : a->wrong[WRONG_MISPLACED].first;

	if (b->wrong[WRONG_MISPLACED].sectors > 0 &&
	    b->wrong[WRONG_MISPLACED].first < here)
		a->distance = b->distance;
	for (enum wrong k = 0; k < WRONG_KINDS; k++) {
		if (b->wrong[k].sectors == 0)
			continue;
		if (a->wrong[k].sectors == 0 ||
		    b->wrong[k].first < a->wrong[k].first)
			a->wrong[k].first = b->wrong[k].first;
		a->wrong[k].sectors += b->wrong[k].sectors;
	}
	a->sectors += b->sectors;
	a->skipped_bytes += b->skipped_bytes;
	a->bits += b->bits;
}

uint64_t
verify_wrong(const struct verify_tally *t)
{
	uint64_t n = 0;

	for (enum wrong k = 0; k < WRONG_KINDS; k++)
		n += t->wrong[k].sectors;
	return n;
}
