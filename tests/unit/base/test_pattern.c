/* test_pattern -- pools, stamps, and the generators behind them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "seqbench/pattern.h"

enum { POOL = 64 << 10 };
#define MIB	(1ull << 20)

int	test_pattern(void);

static uint64_t
get_le64(const unsigned char *p)
{
	uint64_t v = 0;

	for (int i = 7; i >= 0; i--)
		v = v << 8 | p[i];
	return v;
}

/* xoshiro256starstar.c as published (David Blackman, Sebastiano Vigna). */
static uint64_t s[4];

static uint64_t
rotl(const uint64_t x, int k)
{
	return (x << k) | (x >> (64 - k));
}

static uint64_t
next(void)
{
	const uint64_t result = rotl(s[1] * 5, 7) * 9;
	const uint64_t t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotl(s[3], 45);
	return result;
}

static int
pool_make(void **state)
{
	*state = aligned_alloc(PATTERN_PAGE, POOL);
	return *state == NULL ? -1 : 0;
}

static int
pool_free(void **state)
{
	free(*state);
	return 0;
}

static void
splitmix_gives_the_published_values(void **state)
{
	static const uint64_t want[] = {
		6457827717110365317u, 3203168211198807973u,
		9817491932198370423u, 4593380528125082431u,
		16408922859458223821u,
	};
	uint64_t seed = 1234567;

	(void)state;
	for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++)
		assert_int_equal(pattern_splitmix(&seed), want[i]);
}

static void
random_bytes_are_those_of_xoshiro(void **state)
{
	/* From { 1, 2, 3, 4 }, by the authors' program. */
	static const uint64_t want[] = {
		11520u, 0u, 1509978240u, 1215971899390074240u,
		1216172134540287360u, 607988272756665600u,
		16172922978634559625u, 8476171486693032832u,
		10595114339597558777u, 2904607092377533576u,
	};
	struct pattern p = { .kind = PATTERN_RANDOM, .seed = 4711 };
	unsigned char *pool = *state;
	uint64_t seed = 4711;

	for (uint64_t i = 0; i < 4; i++)
		s[i] = i + 1;
	for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++)
		assert_int_equal(next(), want[i]);
	for (size_t i = 0; i < 4; i++)
		s[i] = pattern_splitmix(&seed);
	memset(pool, 0, POOL);
	pattern_fill(&p, pool, POOL - 3);
	for (size_t i = 0; i + 8 < POOL; i += 8)
		assert_int_equal(get_le64(pool + i), next());
	assert_int_equal(get_le64(pool + POOL - 8), next() << 24 >> 24);
}

static void
a_pool_holds_what_is_in_flight_and_what_rests(void **state)
{
	static const struct {
		uint64_t	 block, depth, bytes;
	} rows[] = {
		{ 1, 1, 4 * MIB },
		{ 2 * MIB, 1, 4 * MIB },
		{ 2 * MIB + 1, 1, 4 * MIB + 2 },
		{ MIB / 8, 8, 4 * MIB },
		{ MIB / 8, 32, 5 * MIB },
		{ MIB, 8, 9 * MIB },
		{ 3 * MIB / 32, 64, (64 + 11) * 3 * MIB / 32 },
		{ 16 * MIB, 1024, 1025 * 16 * MIB },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_int_equal(pattern_pool_bytes(rows[i].block,
		    rows[i].depth), rows[i].bytes);
}

static void
zero_and_file_pools_are_left_unstamped(void **state)
{
	struct pattern p = { .kind = PATTERN_ZERO, .seed = 1 };
	unsigned char *pool = *state;

	memset(pool, 0xaa, POOL);
	pattern_fill(&p, pool, POOL);
	pattern_stamp(&p, pool, POOL, 0);
	for (size_t i = 0; i < POOL; i++)
		assert_int_equal(pool[i], 0);
	memset(pool, 0xaa, POOL);
	p.kind = PATTERN_FILE;
	pattern_fill(&p, pool, POOL);
	pattern_stamp(&p, pool, POOL, 0);
	for (size_t i = 0; i < POOL; i++)
		assert_int_equal(pool[i], 0xaa);
}

static void
a_share_of_each_4_kib_is_zero(void **state)
{
	static const struct {
		unsigned	 percent;
		size_t		 zeros;
	} rows[] = {
		{ 0, 0 }, { 1, 48 }, { 25, 1024 }, { 50, 2048 },
		{ 99, 4048 }, { 100, 4096 },
	};
	unsigned char *pool = *state;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct pattern p = { .kind = PATTERN_COMPRESS,
			.zero_percent = rows[i].percent, .seed = 3 };
		size_t filled = PATTERN_PAGE - rows[i].zeros;
		size_t len = POOL - 100;

		memset(pool, 0xaa, POOL);
		pattern_fill(&p, pool, len);
		pattern_stamp(&p, pool, len, 0);
		for (size_t k = 0; k < len; k++) {
			if (k % PATTERN_PAGE >= filled)
				assert_int_equal(pool[k], 0);
		}
		for (size_t k = 0; k + 16 <= len; k += 16) {
			if (k % PATTERN_PAGE < filled)
				assert_int_not_equal(get_le64(pool + k + 8), 0);
		}
		assert_int_equal(pool[len], 0xaa);
	}
}

static void
each_sector_carries_offset_seed_and_pass(void **state)
{
	struct pattern p = { .kind = PATTERN_RANDOM, .seed = 1234567,
		.pass = 5 };
	unsigned char *pool = *state, *before;
	size_t len = 3 * PATTERN_SECTOR + 511;

	before = malloc(POOL);
	assert_non_null(before);
	pattern_fill(&p, pool, POOL);
	memcpy(before, pool, POOL);
	pattern_stamp(&p, pool + 512, len, 0x123456789a00);
	for (size_t i = 0; i < POOL; i++) {
		size_t at = i - 512;

		if (i < 512 || at >= 3 * PATTERN_SECTOR ||
		    at % PATTERN_SECTOR >= 16)
			assert_int_equal(pool[i], before[i]);
		else if (at % PATTERN_SECTOR == 0)
			assert_int_equal(get_le64(pool + i),
			    0x123456789a00 + at);
		else if (at % PATTERN_SECTOR == 8)
			assert_int_equal(get_le64(pool + i),
			    6457827717110365317u ^ 5);
	}
	free(before);
}

static void
sectors_that_begin_in_zeros_are_not_stamped(void **state)
{
	struct pattern p = { .kind = PATTERN_COMPRESS, .zero_percent = 50,
		.seed = 7 };
	unsigned char *pool = *state;

	pattern_fill(&p, pool, POOL);
	/* Half a page in: it is the place in the pool that counts. */
	pattern_stamp(&p, pool + 2048, 8192, 1ull << 40);
	for (size_t i = 0; i < 8192; i += PATTERN_SECTOR) {
		uint64_t word = get_le64(pool + 2048 + i);

		if ((2048 + i) % PATTERN_PAGE < 2048)
			assert_int_equal(word, (1ull << 40) + i);
		else
			assert_int_equal(word, 0);
	}
}

static void
a_block_below_a_sector_is_left_alone(void **state)
{
	struct pattern p = { .kind = PATTERN_RANDOM, .seed = 7 };
	unsigned char *pool = *state;

	memset(pool, 0, POOL);
	pattern_stamp(&p, pool, 511, 1);
	for (size_t i = 0; i < 511; i++)
		assert_int_equal(pool[i], 0);
}

int
test_pattern(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(splitmix_gives_the_published_values),
		cmocka_unit_test(random_bytes_are_those_of_xoshiro),
		cmocka_unit_test(a_pool_holds_what_is_in_flight_and_what_rests),
		cmocka_unit_test(zero_and_file_pools_are_left_unstamped),
		cmocka_unit_test(a_share_of_each_4_kib_is_zero),
		cmocka_unit_test(each_sector_carries_offset_seed_and_pass),
		cmocka_unit_test(sectors_that_begin_in_zeros_are_not_stamped),
		cmocka_unit_test(a_block_below_a_sector_is_left_alone),
	};

	return cmocka_run_group_tests_name("base/pattern", tests, pool_make,
	    pool_free);
}
