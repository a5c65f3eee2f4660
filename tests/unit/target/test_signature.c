/* test_signature -- magic numbers are found where their formats have them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../../src/target/signature.h"

int	test_signature(void);

#define KIB	1024u
#define BYTES	(4096u * KIB + 512)	/* no multiple of a page */

/* Positions from libblkid's probes; below 0 from the end of BYTES. */
static const struct row {
	const char	*name;
	int64_t		 at;
	const char	*magic;
	size_t		 len;
} rows[] = {
	{ "XFS",	0, "XFSB", 4 },
	{ "btrfs",	64 * KIB + 0x40, "_BHRfS_M", 8 },
	{ "ext2",	0x438, "\x53\xef", 2 },
	{ "F2FS",	KIB, "\x10\x20\xf5\xf2", 4 },
	{ "NTFS",	3, "NTFS    ", 8 },
	{ "exFAT",	3, "EXFAT   ", 8 },
	{ "FAT",	0x52, "FAT32   ", 8 },
	{ "ISO9660",	32 * KIB + 1, "CD001", 5 },
	{ "VMFS",	1024 * KIB, "\x0d\xd0\x01\xc0", 4 },
	{ "UFS",	64 * KIB + 0x55c, "\x19\x01\x54\x19", 4 },
	{ "LUKS",	0, "LUKS\xba\xbe", 6 },
	{ "LVM2",	0x18, "LVM2 001", 8 },
	{ "LVM2",	3 * 512 + 0x18, "LVM2 001", 8 },
	{ "md",		4 * KIB, "\xfc\x4e\x2b\xa9", 4 },	/* 1.2 */
	{ "md",		4096 * KIB - 8 * KIB, "\xfc\x4e\x2b\xa9", 4 },
	{ "md",		4096 * KIB - 64 * KIB, "\xfc\x4e\x2b\xa9", 4 },
	{ "swap",	4 * KIB - 10, "SWAPSPACE2", 10 },
	{ "swap",	64 * KIB - 10, "SWAPSPACE2", 10 },
	{ "ZFS",	128 * KIB, "\x0c\xb1\xba\0\0\0\0\0", 8 },
	{ "ZFS",	255 * KIB, "\0\0\0\0\0\xba\xb1\x0c", 8 },
	{ "ZFS",	3584 * KIB + 132 * KIB,		/* label 2 */
	    "\x0c\xb1\xba\0\0\0\0\0", 8 },
	{ "GPT",	512, "EFI PART", 8 },
	{ "GPT",	4 * KIB, "EFI PART", 8 },
	{ "GPT",	-512, "EFI PART", 8 },
	{ "MBR",	510, "\x55\xaa", 2 },
};

/* What the first bytes of the image, as a device, carry. */
static const char *
find(const unsigned char *image, uint64_t bytes)
{
	size_t head = bytes < SIGNATURE_HEAD ? (size_t)bytes : SIGNATURE_HEAD;
	size_t tail = bytes < SIGNATURE_TAIL ? (size_t)bytes : SIGNATURE_TAIL;

	return signature_match(&(struct signature_image){
	    .bytes = bytes,
	    .head = image,
	    .head_len = head,
	    .tail = image + bytes - tail,
	    .tail_len = tail,
	});
}

static int
set_up(void **state)
{
	*state = calloc(1, BYTES);
	return *state == NULL ? -1 : 0;
}

static int
tear_down(void **state)
{
	free(*state);
	return 0;
}

static void
each_is_found_at_its_place(void **state)
{
	unsigned char *image = *state;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct row *r = &rows[i];
		unsigned char *at = image + r->at +
		    (r->at < 0 ? BYTES : 0);
		const char *name;

		memcpy(at, r->magic, r->len);
		name = find(image, BYTES);
		assert_non_null(name);
		assert_string_equal(name, r->name);
		at[r->len - 1] ^= 0x40;
		assert_null(find(image, BYTES));
		memset(at, 0, r->len);
	}
}

static void
ext_is_told_by_its_features(void **state)
{
	unsigned char *image = *state;

	memcpy(image + 1080, "\x53\xef", 2);
	image[1116] = 0x04;
	assert_string_equal(find(image, BYTES), "ext3");
	image[1120] = 0x40;
	assert_string_equal(find(image, BYTES), "ext4");
	image[1116] = 0;
	assert_string_equal(find(image, BYTES), "ext4");
	memset(image, 0, 2048);
}

static void
what_holds_data_is_named_before_what_divides_the_disk(void **state)
{
	unsigned char *image = *state;

	memcpy(image + 510, "\x55\xaa", 2);
	memcpy(image + 512, "EFI PART", 8);
	assert_string_equal(find(image, BYTES), "GPT");
	memcpy(image + 82, "FAT32   ", 8);
	assert_string_equal(find(image, BYTES), "FAT");
	memset(image, 0, 1024);
}

static void
a_tiny_device_carries_nothing(void **state)
{
	for (uint64_t bytes = 0; bytes < 2048; bytes += 100)
		assert_null(find(*state, bytes));
}

int
test_signature(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_is_found_at_its_place),
		cmocka_unit_test(ext_is_told_by_its_features),
		cmocka_unit_test(
		    what_holds_data_is_named_before_what_divides_the_disk),
		cmocka_unit_test(a_tiny_device_carries_nothing),
	};

	return cmocka_run_group_tests_name("signature", tests, set_up,
	    tear_down);
}
