/* pattern -- what a write pass writes. */
#include "seqbench/pattern.h"

#include <string.h>

enum {
	POOL_MIN	= 4 << 20,
	POOL_REST	= 1 << 20,
	STAMP		= 16,		/* bytes: offset, then seed and pass */
};

struct xoshiro {
	uint64_t	 s[4];
};

static void	fill(const struct pattern *p, unsigned char *byte, size_t len);
static void	random_fill(uint64_t seed, unsigned char *out, size_t len);
static size_t	random_part(const struct pattern *p);
static uint64_t	xoshiro_next(struct xoshiro *x);

static inline uint64_t
rotl(uint64_t x, int k)
{
	return x << k | x >> (64 - k);
}

/* One store: from shifts and bytes not every compiler makes that. */
static inline void
put_le64(unsigned char *out, uint64_t v)
{
	if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
		v = __builtin_bswap64(v);
	memcpy(out, &v, sizeof v);
}

uint64_t
pattern_pool_bytes(uint64_t block, uint64_t depth)
{
	uint64_t rest = (POOL_REST + block - 1) / block * block;
	uint64_t bytes = depth * block + rest;

	return bytes > POOL_MIN ? bytes : POOL_MIN;
}

void
pattern_fill(const struct pattern *p, void *pool, size_t len)
{
	unsigned char *byte = pool;
	size_t period = p->sealed && len > PATTERN_PERIOD ? PATTERN_PERIOD :
	    len;

	fill(p, byte, period);
	if (p->kind == PATTERN_FILE)
		return;
	for (size_t at = period; at < len; at += period)
		memcpy(byte + at, byte, period < len - at ? period : len - at);
}

static void
fill(const struct pattern *p, unsigned char *byte, size_t len)
{
	switch (p->kind) {
	case PATTERN_RANDOM:
		random_fill(p->seed, byte, len);
		break;
	case PATTERN_ZERO:
		memset(byte, 0, len);
		break;
	case PATTERN_COMPRESS:
		random_fill(p->seed, byte, len);
		for (size_t at = random_part(p); at < len; at += PATTERN_PAGE) {
			size_t zeros = PATTERN_PAGE - random_part(p);

			memset(byte + at, 0,
			    zeros < len - at ? zeros : len - at);
		}
		break;
	case PATTERN_FILE:
		break;
	}
}

uint64_t
pattern_mark(const struct pattern *p)
{
	uint64_t state = p->seed;

	return pattern_splitmix(&state);
}

void
pattern_stamp_words(const struct pattern *p, uint64_t off, unsigned place,
    uint64_t word[PATTERN_WORDS])
{
	uint64_t state = off;

	word[0] = off;
	word[1] = pattern_mark(p) ^ p->pass;
	word[2] = (uint64_t)place << 32 | place;
	state = pattern_splitmix(&state) ^ word[1];
	state = pattern_splitmix(&state) ^ word[2];
	word[3] = pattern_splitmix(&state);
}

static void
seal(const struct pattern *p, unsigned char *byte, size_t len, uint64_t off)
{
	size_t from = (size_t)(byte - (const unsigned char *)p->pool);

	for (size_t i = 0; i + PATTERN_SECTOR <= len; i += PATTERN_SECTOR) {
		uint64_t word[PATTERN_WORDS];

		pattern_stamp_words(p, off + i, (unsigned)((from + i) /
		    PATTERN_SECTOR % PATTERN_PLACES), word);
		for (size_t k = 0; k < PATTERN_WORDS; k++)
			put_le64(byte + i + 8 * k, word[k]);
	}
}

void
pattern_stamp(const struct pattern *p, void *block, size_t len, uint64_t off)
{
	/* Where in 4 KiB of the pool, which is aligned, the block begins. */
	size_t start = (uintptr_t)block % PATTERN_PAGE;
	size_t stamped = PATTERN_PAGE + STAMP;
	uint64_t mark = pattern_mark(p) ^ p->pass;
	unsigned char *byte = block;

	if (p->sealed) {
		seal(p, byte, len, off);
		return;
	}
	if (p->kind == PATTERN_COMPRESS)
		stamped = random_part(p);
	else if (p->kind != PATTERN_RANDOM)
		return;
	for (size_t i = 0; i + PATTERN_SECTOR <= len; i += PATTERN_SECTOR) {
		if ((start + i) % PATTERN_PAGE + STAMP > stamped)
			continue;
		put_le64(byte + i, off + i);
		put_le64(byte + i + 8, mark);
	}
}

/* Bytes of each 4 KiB that are not zero: whole stamps. */
static size_t
random_part(const struct pattern *p)
{
	size_t zeros = PATTERN_PAGE * (size_t)p->zero_percent / 100;

	return PATTERN_PAGE - (zeros + STAMP / 2) / STAMP * STAMP;
}

static void
random_fill(uint64_t seed, unsigned char *out, size_t len)
{
	unsigned char last[8];
	struct xoshiro x;

	for (int i = 0; i < 4; i++)
		x.s[i] = pattern_splitmix(&seed);
	for (; len >= 8; out += 8, len -= 8)
		put_le64(out, xoshiro_next(&x));
	put_le64(last, xoshiro_next(&x));
	memcpy(out, last, len);
}

/* https://prng.di.unimi.it/xoshiro256starstar.c */
static uint64_t
xoshiro_next(struct xoshiro *x)
{
	uint64_t *s = x->s;
	uint64_t result = rotl(s[1] * 5, 7) * 9;
	uint64_t t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotl(s[3], 45);
	return result;
}

/* https://prng.di.unimi.it/splitmix64.c */
uint64_t
pattern_splitmix(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}
