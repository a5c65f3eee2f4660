/* test_verify -- each way in which a sector can be wrong, and their edges. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "seqbench/verify.h"

int	test_verify(void);

enum { SECTORS = 16, BLOCK = SECTORS * PATTERN_SECTOR };
#define OFFSET	(1ull << 33)
#define PASS	7
#define SEED	4711

/* What was made of a block on its way through a device. */
typedef void (*damage)(unsigned char *block);

static unsigned char *pool, *reference;

static struct pattern
sealed(uint64_t pass)
{
	return (struct pattern){ .seed = SEED, .pass = pass, .sealed = true,
	    .pool = pool };
}

/* As a pass writes it, from the pool's third sector on. */
static void
write_block(unsigned char *block, uint64_t seed, uint64_t pass, uint64_t off)
{
	struct pattern p = sealed(pass);
	unsigned char *from = pool + 3 * PATTERN_SECTOR;

	p.seed = seed;
	pattern_stamp(&p, from, BLOCK, off);
	memcpy(block, from, BLOCK);
}

static unsigned char *
sector(unsigned char *block, unsigned i)
{
	return block + i * (size_t)PATTERN_SECTOR;
}

/* Sector i as something else was written there. */
static void
replace(unsigned char *block, unsigned i, uint64_t seed, uint64_t pass,
    int64_t moved)
{
	unsigned char other[BLOCK];

	write_block(other, seed, pass, OFFSET + (uint64_t)moved);
	memcpy(sector(block, i), sector(other, i), PATTERN_SECTOR);
}

static void
nothing(unsigned char *block)
{
	(void)block;
}

static void
zeros_in_two(unsigned char *block)
{
	memset(sector(block, 4), 0, 2 * (size_t)PATTERN_SECTOR);
}

static void
ones(unsigned char *block)
{
	memset(block, 0xff, BLOCK);
}

static void
another_seed(unsigned char *block)
{
	replace(block, 15, SEED + 1, PASS, 0);
}

static void
from_beyond(unsigned char *block)
{
	replace(block, 0, SEED, PASS, 8 << 20);
	replace(block, 1, SEED, PASS, 16 << 20);
}

static void
from_before(unsigned char *block)
{
	replace(block, 2, SEED, PASS - 1, -512);
}

static void
older(unsigned char *block)
{
	replace(block, 9, SEED, PASS - 1, 0);
	replace(block, 10, SEED, 0, 0);
}

static void
bit_in_last_byte(unsigned char *block)
{
	block[BLOCK - 1] ^= 0x80;
}

/* One in each word of a stamp, and both halves of the place. */
static void
bits_in_stamps(unsigned char *block)
{
	sector(block, 0)[0] ^= 1;
	sector(block, 1)[15] ^= 4;
	sector(block, 2)[16] ^= 8;
	sector(block, 3)[20] ^= 8;
	sector(block, 4)[31] ^= 16;
}

static void
a_page_of_bits(unsigned char *block)
{
	for (size_t i = 32; i < PATTERN_SECTOR; i++)
		sector(block, 6)[i] ^= 0xff;
}

static void
torn_after_a_quarter(unsigned char *block)
{
	memset(sector(block, 3) + 128, 0, 384);
}

static void
stampless(unsigned char *block)
{
	memset(sector(block, 3), 0, 32);
	memset(sector(block, 3) + 128, 0, 384);
}

static void
everything(unsigned char *block)
{
	zeros_in_two(block);
	from_beyond(block);
	older(block);
	bit_in_last_byte(block);
}

#define AT(i)	(OFFSET + (i) * PATTERN_SECTOR)

static const struct {
	const char	*name;
	damage		 make;
	uint64_t	 wrong[WRONG_KINDS], first[WRONG_KINDS];
	int64_t		 distance;
	uint64_t	 bits;		/* UINT64_MAX: some */
} rows[] = {
	{ "nothing", nothing, { 0 }, { 0 }, 0, 0 },
	{ "zeros in two", zeros_in_two, { 2 }, { AT(4) }, 0, 0 },
	{ "ones", ones, { 16 }, { AT(0) }, 0, 0 },
	{ "another seed", another_seed, { 1 }, { AT(15) }, 0, 0 },
	{ "from beyond", from_beyond, { 0, 2 }, { 0, AT(0) }, 8 << 20, 0 },
	{ "from before", from_before, { 0, 1 }, { 0, AT(2) }, -512, 0 },
	{ "older", older, { 0, 0, 2 }, { 0, 0, AT(9) }, 0, 0 },
	{ "last bit", bit_in_last_byte, { 0, 0, 0, 1 },
	    { 0, 0, 0, AT(15) }, 0, 1 },
	{ "bits in stamps", bits_in_stamps, { 0, 0, 0, 5 },
	    { 0, 0, 0, AT(0) }, 0, 5 },
	{ "a page of bits", a_page_of_bits, { 0, 0, 0, 1 },
	    { 0, 0, 0, AT(6) }, 0, 480 * 8 },
	{ "torn", torn_after_a_quarter, { 0, 0, 0, 1 },
	    { 0, 0, 0, AT(3) }, 0, UINT64_MAX },
	{ "stampless", stampless, { 1 }, { AT(3) }, 0, 0 },
	{ "everything", everything, { 2, 2, 2, 1 },
	    { AT(4), AT(0), AT(9), AT(15) }, 8 << 20, 1 },
};

static int
set_up(void **state)
{
	struct pattern p = sealed(0);

	(void)state;
	pool = malloc(PATTERN_PERIOD);
	reference = malloc(PATTERN_PERIOD);
	assert_non_null(pool);
	assert_non_null(reference);
	pattern_fill(&p, pool, PATTERN_PERIOD);
	pattern_fill(&p, reference, PATTERN_PERIOD);
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	free(pool);
	free(reference);
	return 0;
}

static void
each_kind_of_damage_is_told_counted_and_placed(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct pattern p = sealed(PASS);
		struct verify_tally t = { 0 };
		unsigned char block[BLOCK];
		uint64_t sum = 0;

		write_block(block, SEED, PASS, OFFSET);
		rows[i].make(block);
		verify_check(&p, reference, block, BLOCK, OFFSET, &t);
		for (enum wrong k = 0; k < WRONG_KINDS; k++) {
			if (t.wrong[k].sectors != rows[i].wrong[k] ||
			    t.wrong[k].first != rows[i].first[k])
				fail_msg("%s: kind %d: %llu from %llu",
				    rows[i].name, (int)k,
				    (unsigned long long)t.wrong[k].sectors,
				    (unsigned long long)t.wrong[k].first);
			sum += rows[i].wrong[k];
		}
		assert_int_equal(verify_wrong(&t), sum);
		assert_int_equal(t.sectors, SECTORS);
		assert_int_equal(t.distance, rows[i].distance);
		if (rows[i].bits == UINT64_MAX)
			assert_true(t.bits > 1000);
		else
			assert_int_equal(t.bits, rows[i].bits);
	}
}

static void
any_single_flipped_bit_of_a_sector_is_found_as_one(void **state)
{
	struct pattern p = sealed(PASS);
	unsigned char block[BLOCK];

	(void)state;
	write_block(block, SEED, PASS, OFFSET);
	for (unsigned bit = 0; bit < PATTERN_SECTOR * 8; bit++) {
		struct verify_tally t = { 0 };

		block[bit / 8] ^= (unsigned char)(1u << bit % 8);
		verify_check(&p, reference, block, PATTERN_SECTOR, OFFSET, &t);
		block[bit / 8] ^= (unsigned char)(1u << bit % 8);
		assert_int_equal(verify_wrong(&t), 1);
		assert_int_equal(t.wrong[WRONG_FLIPPED].sectors, 1);
		assert_int_equal(t.bits, 1);
	}
}

static void
a_tail_shorter_than_a_sector_is_skipped_and_counted(void **state)
{
	static const struct { size_t len; uint64_t sectors, skipped; } tails[]
	    = { { 0, 0, 0 }, { 511, 0, 511 }, { 512, 1, 0 }, { 513, 1, 1 },
	    { BLOCK - 1, SECTORS - 1, 511 } };
	struct pattern p = sealed(PASS);
	unsigned char block[BLOCK];

	(void)state;
	write_block(block, SEED, PASS, OFFSET);
	for (size_t i = 0; i < sizeof tails / sizeof tails[0]; i++) {
		struct verify_tally t = { 0 };

		verify_check(&p, reference, block, tails[i].len, OFFSET, &t);
		assert_int_equal(t.sectors, tails[i].sectors);
		assert_int_equal(t.skipped_bytes, tails[i].skipped);
		assert_int_equal(verify_wrong(&t), 0);
	}
}

static void
where_no_pass_is_expected_any_of_the_seed_is_right(void **state)
{
	struct pattern p = sealed(VERIFY_ANY_PASS);
	struct verify_tally t = { 0 };
	unsigned char block[BLOCK];

	(void)state;
	write_block(block, SEED, PASS, OFFSET);
	older(block);
	bits_in_stamps(sector(block, 11));
	another_seed(block);
	verify_check(&p, reference, block, BLOCK, OFFSET, &t);
	assert_int_equal(t.wrong[WRONG_STALE].sectors, 0);
	assert_int_equal(t.wrong[WRONG_UNWRITTEN].sectors, 1);
	assert_int_equal(t.wrong[WRONG_FLIPPED].sectors, 4);
}

static void
sums_keep_the_first_offsets_and_the_distance_there(void **state)
{
	struct verify_tally a = { .sectors = 4, .bits = 1, .distance = 512,
	    .wrong = { [WRONG_MISPLACED] = { 1, 9000 },
	    [WRONG_FLIPPED] = { 1, 512 } } };
	const struct verify_tally b = { .sectors = 4, .bits = 2,
	    .distance = -1024, .skipped_bytes = 3,
	    .wrong = { [WRONG_MISPLACED] = { 2, 4096 },
	    [WRONG_STALE] = { 1, 0 }, [WRONG_FLIPPED] = { 1, 1024 } } };

	(void)state;
	verify_merge(&a, &b);
	assert_int_equal(a.sectors, 8);
	assert_int_equal(a.bits, 3);
	assert_int_equal(a.skipped_bytes, 3);
	assert_int_equal(a.distance, -1024);
	assert_int_equal(a.wrong[WRONG_MISPLACED].sectors, 3);
	assert_int_equal(a.wrong[WRONG_MISPLACED].first, 4096);
	assert_int_equal(a.wrong[WRONG_STALE].sectors, 1);
	assert_int_equal(a.wrong[WRONG_STALE].first, 0);
	assert_int_equal(a.wrong[WRONG_FLIPPED].first, 512);
	assert_int_equal(verify_wrong(&a), 6);
}

/* Whoever reads knows neither the blocks nor the pool of who wrote. */
static void
a_sealed_pool_repeats_so_that_any_place_can_be_made_again(void **state)
{
	static const enum pattern_kind kinds[] = { PATTERN_RANDOM,
	    PATTERN_COMPRESS };
	size_t bytes = 2 * PATTERN_PERIOD + 3 * PATTERN_PAGE;
	unsigned char *large = malloc(bytes), *unit = malloc(PATTERN_PERIOD);

	(void)state;
	assert_non_null(large);
	assert_non_null(unit);
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		struct pattern p = { .kind = kinds[i], .zero_percent = 50,
		    .seed = SEED, .pass = 1, .sealed = true, .pool = large };
		struct verify_tally t = { 0 };

		pattern_fill(&p, large, bytes);
		pattern_fill(&p, unit, PATTERN_PERIOD);
		pattern_stamp(&p, large, bytes, 0);
		verify_check(&p, unit, large, bytes, 0, &t);
		assert_int_equal(t.sectors, bytes / PATTERN_SECTOR);
		assert_int_equal(verify_wrong(&t), 0);
	}
	free(large);
	free(unit);
}

int
test_verify(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_kind_of_damage_is_told_counted_and_placed),
		cmocka_unit_test(
		    any_single_flipped_bit_of_a_sector_is_found_as_one),
		cmocka_unit_test(
		    a_tail_shorter_than_a_sector_is_skipped_and_counted),
		cmocka_unit_test(
		    where_no_pass_is_expected_any_of_the_seed_is_right),
		cmocka_unit_test(
		    sums_keep_the_first_offsets_and_the_distance_there),
		cmocka_unit_test(
		    a_sealed_pool_repeats_so_that_any_place_can_be_made_again),
	};

	return cmocka_run_group_tests_name("base/verify", tests, set_up, tear_down);
}
