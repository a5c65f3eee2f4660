/* content -- the bytes that are read: made from the offset, never stored. */
#include <string.h>

#include "fake/world.h"

enum { SECTOR = 512, STAMP = 8, SUPERBLOCK = 1024, SUPERBLOCK_BYTES = 1024 };

/* What blkid looks for in an ext4 superblock; the rest of it is zeros. */
static const struct {
	uint64_t	 offset;
	unsigned char	 byte;
} ext4[] = {
	{ SUPERBLOCK + 0x38, 0x53 }, { SUPERBLOCK + 0x39, 0xef },
	{ SUPERBLOCK + 0x4c, 0x01 },	/* revision */
	{ SUPERBLOCK + 0x5c, 0x3c },	/* compatible: journal .. */
	{ SUPERBLOCK + 0x60, 0xc2 },	/* incompatible: extents .. */
	{ SUPERBLOCK + 0x61, 0x02 },
	{ SUPERBLOCK + 0x64, 0x6b },
};

static void	put(unsigned char *buf, size_t len, uint64_t off,
		    uint64_t at, const void *bytes, size_t n);
static void	zero(unsigned char *buf, size_t len, uint64_t off,
		    uint64_t at, uint64_t n);

/* Copy n bytes that belong at offset at into the window [off, off+len). */
static void
put(unsigned char *buf, size_t len, uint64_t off, uint64_t at,
    const void *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (at + i >= off && at + i < off + len)
			buf[at + i - off] = ((const unsigned char *)bytes)[i];
	}
}

static void
zero(unsigned char *buf, size_t len, uint64_t off, uint64_t at, uint64_t n)
{
	uint64_t from = at > off ? at : off;
	uint64_t to = at + n < off + len ? at + n : off + len;

	if (from < to)
		memset(buf + (from - off), 0, (size_t)(to - from));
}

/* A disk holds its files; what is asked for lies within a piece of one. */
void
fake_fill(const struct object *o, void *buf, size_t len, uint64_t off)
{
	bool stored = S_ISREG(o->mode) || S_ISBLK(o->mode);
	const struct object *file = S_ISBLK(o->mode) ?
	    fake_file_at(o->disk, off, &off) : NULL;

	if (file != NULL)
		o = file;

	if ((o->flags & ROW_ZEROS) != 0) {
		memset(buf, 0, len);
		return;
	}
	memset(buf, FAKE_FILL, len);
	for (uint64_t at = off - off % SECTOR; at < off + len; at += SECTOR) {
		unsigned char stamp[STAMP];

		for (size_t i = 0; i < STAMP; i++)
			stamp[i] = (unsigned char)(at >> 8 * i);
		if (at >= off && at + STAMP <= off + len)
			memcpy((unsigned char *)buf + (at - off), stamp, STAMP);
		else
			put(buf, len, off, at, stamp, STAMP);
	}
	for (uint64_t i = off / PAGE; stored && i * PAGE < off + len; i++) {
		unsigned state = fake_page_get(o, i);

		if ((state & PAGE_WRITTEN) == 0 || (state & PAGE_ZEROS) != 0)
			zero(buf, len, off, i * PAGE, PAGE);
	}
	if ((o->flags & ROW_EXT4) == 0 || off >= SUPERBLOCK + SUPERBLOCK_BYTES)
		return;
	zero(buf, len, off, SUPERBLOCK, SUPERBLOCK_BYTES);
	for (size_t i = 0; i < sizeof(ext4) / sizeof(ext4[0]); i++)
		put(buf, len, off, ext4[i].offset, &ext4[i].byte, 1);
}
