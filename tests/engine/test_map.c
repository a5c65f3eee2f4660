/* test_map -- where the kernel says that a file lies, on its device or not. */

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "seqbench/diag.h"
#include "seqbench/file.h"
#include "seqbench/map.h"

#include "../../src/platform/chunks.h"
#include "../../src/platform/fiemap.h"
#include "scratch.h"

int	test_map(void);

enum { MIB = 1024 * 1024 };

/* The bits by number, as Documentation/filesystems/fiemap.rst has them. */
static void
only_extents_with_an_address_of_their_own_are_taken(void **state)
{
	static const struct {
		uint32_t	 flags;
		const char	*word;		/* NULL: it is taken */
	} rows[] = {
		{ 0x0000, NULL },
		{ 0x0001, NULL },		/* LAST */
		{ 0x1000, NULL },		/* MERGED */
		{ 0x2000, NULL },		/* SHARED */
		{ 0x2001, NULL },
		{ 0x0002, "no known address" },
		{ 0x0004, "not written out" },
		{ 0x0006, "not written out" },	/* delayed ones are unknown */
		{ 0x0007, "not written out" },
		{ 0x0008, "compressed" },
		{ 0x0009, "compressed" },	/* btrfs, the last one */
		{ 0x0088, "encrypted" },
		{ 0x0100, "not aligned" },
		{ 0x0301, "inline" },		/* ext4, btrfs */
		{ 0x0400, "ends of other files" },
		{ 0x0800, "never written" },
		{ 0x0801, "never written" },
		{ 0x2800, "never written" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const char *why = fiemap_refusal(rows[i].flags);

		if (rows[i].word == NULL)
			assert_null(why);
		else
			assert_non_null(strstr(why, rows[i].word));
	}
}

/* An item as it lies on the disk, field by field; 2 stripes. */
struct item {
	unsigned char	 byte[48 + 2 * 32];
};

static void
put(unsigned char *at, uint64_t value, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		at[i] = (unsigned char)(value >> 8 * i);
}

static struct item
item_make(uint64_t bytes, uint64_t type, uint64_t device, uint64_t physical)
{
	struct item item = { { 0 } };

	put(item.byte, bytes, 8);
	put(item.byte + 8, 2, 8);		/* owner */
	put(item.byte + 16, 65536, 8);		/* stripe length */
	put(item.byte + 24, type, 8);
	put(item.byte + 40, 4096, 4);		/* sector */
	put(item.byte + 44, 2, 2);		/* stripes */
	put(item.byte + 48, device, 8);
	put(item.byte + 56, physical, 8);
	put(item.byte + 80, device, 8);
	put(item.byte + 88, physical + bytes, 8);
	return item;
}

static void
add(struct chunks *c, uint64_t logical, struct item item)
{
	assert_int_equal(chunks_add(c, logical, item.byte, sizeof item), 0);
}

static void
addresses_of_btrfs_are_translated_chunk_by_chunk(void **state)
{
	struct chunks c = { 0 };
	struct map m = { 0 };
	struct diag d = { 0 };

	(void)state;
	add(&c, 1000 * MIB, item_make(8 * MIB, 1, 1, 500 * MIB));
	add(&c, 1008 * MIB, item_make(8 * MIB, 1 | 1 << 5, 1, 20 * MIB));
	add(&c, 1016 * MIB, item_make(8 * MIB, 1, 1, 28 * MIB));
	assert_int_equal(chunks_translate(&c, &(struct segment){ 0,
	    1002 * MIB, MIB }, &m, &d), 0);
	assert_int_equal(m.n, 1);
	assert_int_equal(m.segment[0].device, 502 * MIB);
	/* FIEMAP joins extents across chunks. */
	assert_int_equal(chunks_translate(&c, &(struct segment){ MIB,
	    1004 * MIB, 16 * MIB }, &m, &d), 0);
	assert_int_equal(m.n, 3);
	assert_int_equal(m.segment[1].file, MIB);
	assert_int_equal(m.segment[1].device, 504 * MIB);
	assert_int_equal(m.segment[1].bytes, 4 * MIB);
	assert_int_equal(m.segment[2].file, 5 * MIB);
	assert_int_equal(m.segment[2].device, 20 * MIB);
	assert_int_equal(m.segment[2].bytes, 12 * MIB);
	assert_int_equal(map_end(&m), 17 * MIB);
	map_release(&m);
	chunks_release(&c);
}

static void
what_lies_in_several_places_is_refused(void **state)
{
	/* RAID 0, 1, 10, 5, 6, 1C3, 1C4. */
	static const unsigned bits[] = { 3, 4, 6, 7, 8, 9, 10 };
	struct segment s = { 0, 100 * MIB, MIB };
	struct map m = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++) {
		struct chunks c = { 0 };
		struct diag d = { 0 };

		add(&c, 100 * MIB, item_make(8 * MIB, 1 | 1u << bits[i], 1,
		    MIB));
		assert_int_equal(chunks_translate(&c, &s, &m, &d), -ENOTSUP);
		assert_non_null(strstr(d.text, "single or DUP"));
		chunks_release(&c);
	}
	struct chunks c = { 0 };
	struct diag d = { 0 };
	add(&c, 0, item_make(8 * MIB, 1, 1, MIB));
	add(&c, 100 * MIB, item_make(8 * MIB, 1, 2, MIB));
	assert_int_equal(chunks_translate(&c, &s, &m, &d), -ENOTSUP);
	assert_int_equal(m.n, 0);
	chunks_release(&c);
}

static void
what_is_in_no_chunk_is_an_error(void **state)
{
	static const uint64_t at[] = { 0, 100 * MIB - 1, 108 * MIB };
	struct chunks c = { 0 };
	struct map m = { 0 };
	struct diag d = { 0 };
	struct item item = item_make(8 * MIB, 1, 1, MIB);

	(void)state;
	add(&c, 100 * MIB, item);
	for (size_t i = 0; i < sizeof at / sizeof at[0]; i++)
		assert_int_equal(chunks_translate(&c, &(struct segment){ 0,
		    at[i], 1 }, &m, &d), -ENODATA);
	assert_int_equal(chunks_add(&c, 0, item.byte, 79), -EINVAL);
	put(item.byte + 44, 0, 2);
	assert_int_equal(chunks_add(&c, 0, item.byte, sizeof item), -EINVAL);
	chunks_release(&c);
}

static void
a_real_file_is_mapped_whole_or_refused(void **state)
{
	struct scratch *s = *state;
	struct map m = { 0 };
	struct diag d = { 0 };
	uint64_t left;

	int fd = scratch_file(s, "mapped", 2 * MIB);
	if (file_map(fd, 4096, MIB + 100, &m, &d) == 0) {
		assert_int_equal(m.segment[0].file, 4096);
		assert_int_equal(map_end(&m), 4096 + MIB + 100);
		for (uint64_t at = 4096; at < map_end(&m); at += left)
			(void)map_at(&m, at, &left);
	} else
		assert_true(d.text[0] != '\0');
	map_release(&m);
	/* A hole has no place, wherever the file is. */
	d = (struct diag){ 0 };
	assert_int_equal(ftruncate(fd, 4 * MIB), 0);
	assert_true(file_map(fd, 0, 4 * MIB, &m, &d) < 0);
	assert_true(d.text[0] != '\0');
	map_release(&m);
	close(fd);
	unlink(s->path);
}

static void
memory_and_what_is_no_file_have_no_map(void **state)
{
	struct map m = { 0 };
	struct diag d = { 0 };
	struct stat st;

	(void)state;
	assert_true(file_map(-1, 0, 1, &m, &d) < 0);
	int dir = file_look("/dev/shm", &st);
	scratch_need(dir >= 0, "no /dev/shm");
	int fd = file_temporary(dir, false, 0);
	assert_int_equal(pwrite(fd, "x", 1, 0), 1);
	d = (struct diag){ 0 };
	assert_int_equal(file_map(fd, 0, 1, &m, &d), -EOPNOTSUPP);
	assert_non_null(strstr(d.text, "does not tell"));
	close(fd);
	close(dir);
}

int
test_map(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    only_extents_with_an_address_of_their_own_are_taken),
		cmocka_unit_test(
		    addresses_of_btrfs_are_translated_chunk_by_chunk),
		cmocka_unit_test(what_lies_in_several_places_is_refused),
		cmocka_unit_test(what_is_in_no_chunk_is_an_error),
		cmocka_unit_test(a_real_file_is_mapped_whole_or_refused),
		cmocka_unit_test(memory_and_what_is_no_file_have_no_map),
	};

	return cmocka_run_group_tests_name("map", tests, scratch_setup,
	    scratch_teardown);
}
