/* signature -- what a device carries, by the magic numbers on it. */
#include "signature.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "seqbench/sys.h"
#include "seqbench/target.h"

struct signature {
	const char	*name;		/* a word, to be typed after --lose */
	int64_t		 offset;	/* below 0: from the end.. */
	uint32_t	 align;		/* ..and rounded down to this */
	const char	*magic;
	size_t		 magic_len;
	uint32_t	 times, step;	/* looked for that often, step apart */
	uint32_t	 bits_offset;	/* and one of bits is set there */
	unsigned char	 bits;
};

#define MAGIC(s)	.magic = (s), .magic_len = sizeof(s) - 1
#define EVERY(n, bytes)	.times = (n), .step = (bytes)

/*
 * The first match is named: what holds data before what divides the disk,
 * and the two bytes that end a boot sector, which many others carry too, at
 * the very end.  The numbers are those of each format's own headers, as
 * libblkid has them.
 */
static const struct signature signatures[] = {
	{ "ext4",	1080, MAGIC("\x53\xef"),
	    .bits_offset = 1120, .bits = 0xc0 },	/* extents, 64bit */
	{ "ext3",	1080, MAGIC("\x53\xef"),
	    .bits_offset = 1116, .bits = 0x04 },	/* has_journal */
	{ "ext2",	1080, MAGIC("\x53\xef") },
	{ "XFS",	0, MAGIC("XFSB") },
	{ "btrfs",	65600, MAGIC("_BHRfS_M") },
	{ "bcachefs",	4120, MAGIC("\xc6\x85\x73\xf6\x66\xce\x90\xa9"
	    "\xd9\x6a\x60\xcf\x80\x3d\xf7\xef") },
	{ "F2FS",	1024, MAGIC("\x10\x20\xf5\xf2") },
	{ "JFS",	32768, MAGIC("JFS1") },
	{ "ReiserFS",	65588, MAGIC("ReIsEr") },
	{ "GFS2",	65536, MAGIC("\x01\x16\x19\x70") },
	{ "OCFS2",	1024, MAGIC("OCFSV2"), EVERY(8, 1024) },
	{ "VMFS",	1048576, MAGIC("\x0d\xd0\x01\xc0") },
	{ "UFS",	66908, MAGIC("\x19\x01\x54\x19") },
	{ "UFS",	9564, MAGIC("\x54\x19\x01\x00") },
	{ "NTFS",	3, MAGIC("NTFS    ") },
	{ "exFAT",	3, MAGIC("EXFAT   ") },
	{ "ReFS",	3, MAGIC("ReFS\0\0\0\0") },
	{ "FAT",	82, MAGIC("FAT32   ") },
	{ "FAT",	54, MAGIC("FAT16   ") },
	{ "FAT",	54, MAGIC("FAT12   ") },
	{ "APFS",	32, MAGIC("NXSB") },
	{ "HFS+",	1024, MAGIC("H+") },
	{ "HFS+",	1024, MAGIC("HX") },
	{ "UDF",	32769, MAGIC("BEA01") },
	{ "ISO9660",	32769, MAGIC("CD001") },
	{ "squashfs",	0, MAGIC("hsqs") },
	{ "EROFS",	1024, MAGIC("\xe2\xe1\xf5\xe0") },
	{ "NILFS2",	1030, MAGIC("\x34\x34") },
	{ "swap",	4086, MAGIC("SWAPSPACE2") },
	{ "swap",	8182, MAGIC("SWAPSPACE2") },
	{ "swap",	16374, MAGIC("SWAPSPACE2") },
	{ "swap",	65526, MAGIC("SWAPSPACE2") },

	{ "LUKS",	0, MAGIC("LUKS\xba\xbe") },
	{ "BitLocker",	3, MAGIC("-FVE-FS-") },
	{ "LVM2",	24, MAGIC("LVM2 001"), EVERY(4, 512) },
	{ "md",		0, MAGIC("\xfc\x4e\x2b\xa9") },
	{ "md",		4096, MAGIC("\xfc\x4e\x2b\xa9") },
	{ "md",		-8192, 4096, MAGIC("\xfc\x4e\x2b\xa9") },
	{ "md",		-65536, 65536, MAGIC("\xfc\x4e\x2b\xa9") },
	{ "RAID",	-512, MAGIC("\xde\x11\xde\x11") },	/* DDF */
	{ "RAID",	-1024, MAGIC("Intel Raid ISM Cfg Sig. ") },
	{ "bcache",	4120, MAGIC("\xc6\x85\x73\xf6\x4e\x1a\x45\xca"
	    "\x82\x65\xf5\x7f\x48\xba\x6d\x81") },
	{ "Stratis",	516, MAGIC("!Stra0tis\x86\xff\x02^\x41rh") },
	{ "VDO",	0, MAGIC("dmvdo001") },
	{ "Ceph",	0, MAGIC("bluestore block device") },
	{ "ASM",	32, MAGIC("ORCLDISK") },
	{ "qcow2",	0, MAGIC("QFI\xfb") },
	/* An uberblock, either byte order, of a label in front or behind. */
	{ "ZFS",	131072, MAGIC("\x0c\xb1\xba\0\0\0\0\0"),
	    EVERY(128, 1024) },
	{ "ZFS",	131072, MAGIC("\0\0\0\0\0\xba\xb1\x0c"),
	    EVERY(128, 1024) },
	{ "ZFS",	-786432, 1024, MAGIC("\x0c\xb1\xba\0\0\0\0\0"),
	    EVERY(768, 1024) },
	{ "ZFS",	-786432, 1024, MAGIC("\0\0\0\0\0\xba\xb1\x0c"),
	    EVERY(768, 1024) },

	{ "GPT",	512, MAGIC("EFI PART") },
	{ "GPT",	4096, MAGIC("EFI PART") },
	{ "GPT",	-512, MAGIC("EFI PART") },
	{ "GPT",	-4096, MAGIC("EFI PART") },
	{ "APM",	512, MAGIC("PM\0\0") },
	{ "disklabel",	512, MAGIC("\x57\x45\x56\x82") },	/* BSD */
	{ "disklabel",	508, MAGIC("\xda\xbe") },		/* Sun */
	{ "MBR",	510, MAGIC("\x55\xaa") },
};

static bool	matches(const struct signature *s,
		    const struct signature_image *image);
static const unsigned char *bytes_at(const struct signature_image *image,
		    uint64_t pos, size_t len);
static int	read_all(int fd, unsigned char *buf, size_t len, uint64_t off);

const char *
signature_find(int fd, uint64_t bytes)
{
	size_t head = bytes < SIGNATURE_HEAD ? (size_t)bytes : SIGNATURE_HEAD;
	size_t tail = bytes < SIGNATURE_TAIL ? (size_t)bytes : SIGNATURE_TAIL;
	const char *name = "unreadable";
	unsigned char *buf;

	buf = malloc(head + tail + 1);
	if (buf != NULL && read_all(fd, buf, head, 0) == 0 &&
	    read_all(fd, buf + head, tail, bytes - tail) == 0)
		name = signature_match(&(struct signature_image){
		    .bytes = bytes,
		    .head = buf,
		    .head_len = head,
		    .tail = buf + head,
		    .tail_len = tail,
		});
	free(buf);
	return name;
}

const char *
signature_match(const struct signature_image *image)
{
	size_t n = sizeof(signatures) / sizeof(signatures[0]);

	for (size_t i = 0; i < n; i++)
		if (matches(&signatures[i], image))
			return signatures[i].name;
	return NULL;
}

static bool
matches(const struct signature *s, const struct signature_image *image)
{
	uint32_t times = s->times == 0 ? 1 : s->times;
	uint64_t pos = (uint64_t)s->offset;

	if (s->offset < 0) {
		if (image->bytes < (uint64_t)-s->offset)
			return false;
		pos += image->bytes;
		if (s->align != 0)
			pos -= pos % s->align;
	}
	for (uint32_t i = 0; i < times; i++, pos += s->step) {
		const unsigned char *p, *bits;

		p = bytes_at(image, pos, s->magic_len);
		if (p == NULL || memcmp(p, s->magic, s->magic_len) != 0)
			continue;
		if (s->bits == 0)
			return true;
		bits = bytes_at(image, s->bits_offset, 1);
		if (bits != NULL && (*bits & s->bits) != 0)
			return true;
	}
	return false;
}

/* Where the image has these bytes, or NULL. */
static const unsigned char *
bytes_at(const struct signature_image *image, uint64_t pos, size_t len)
{
	uint64_t tail = image->bytes - image->tail_len;

	if (pos + len <= image->head_len)
		return image->head + pos;
	if (pos >= tail && pos + len <= image->bytes)
		return image->tail + (pos - tail);
	return NULL;
}

static int
read_all(int fd, unsigned char *buf, size_t len, uint64_t off)
{
	while (len > 0) {
		ssize_t n = sys_pread(fd, buf, len, (off_t)off);

		if (n == -EINTR)
			continue;
		if (n <= 0)
			return n == 0 ? -EIO : (int)n;
		buf += n;
		len -= (size_t)n;
		off += (uint64_t)n;
	}
	return 0;
}
