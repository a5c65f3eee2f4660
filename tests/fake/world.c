/* world -- what exists in the fake: disks, file systems and names. */
#include "fake/world.h"

#define KIB	1024ull
#define MIB	(1024 * KIB)
#define GIB	(1024 * MIB)

enum {
	DISK, DISK4K, MOUNTED, EXT4_DISK, ROOT, HDD, STEP, RAID, LEFT, RIGHT,
	NO_DISK = -1
};
enum { FS_EXT4, FS_TMPFS, FS_RAMFS, FS_RO, FS_DEV, FS_HDD, FS_NFS };

const struct fake_disk fake_disks[DISK_MAX] = {
	[DISK] = { "/fake/disk", "disk", 4 * GIB, 512, NULL, 0, 0, 0 },
	[DISK4K] = { "/fake/disk4k", "disk4k", 4 * GIB, 4096, NULL, 0, 0, 0 },
	[MOUNTED] = { "/fake/mounted", "mounted", 4 * GIB, 512,
	    "mounted on /home", 0, 0, 0 },
	[EXT4_DISK] = { "/fake/ext4", "ext4", 4 * GIB, 512, NULL, 0, 0, 0 },
	[ROOT] = { "/fake/root", "root", 64 * GIB, 512, "mounted on /fake",
	    0, 0, 0 },
	[HDD] = { "/fake/hdd", "hdd", 64 * GIB, 512,
	    "mounted on /fake/spinning", 1, 0, 0 },
	[STEP] = { "/fake/step", "step", 4 * GIB, 512, NULL, 0, 2 * GIB, 0 },
	[RAID] = { "/fake/raid", "md0", 4 * GIB, 512, NULL, 0, 0, 0 },
	[LEFT] = { "/fake/left", "left", 4 * GIB, 512, NULL, 0, 0, RAID },
	[RIGHT] = { "/fake/right", "right", 4 * GIB, 512, NULL, 0, 0, RAID },
};

const struct fake_fs fake_fss[FS_MAX] = {
	[FS_EXT4] = { .type = "ext4", .source = "/fake/root",
	    .mount = "/fake", .disk = ROOT },
	[FS_TMPFS] = { .type = "tmpfs", .source = "tmpfs",
	    .mount = "/fake/tmpfs", .disk = NO_DISK, .memory = true },
	[FS_RAMFS] = { .type = "ramfs", .source = "ramfs",
	    .mount = "/fake/ramfs", .disk = NO_DISK, .memory = true,
	    .no_direct = true },
	[FS_RO] = { .type = "ext4", .source = "/fake/root",
	    .mount = "/fake/ro", .disk = ROOT, .read_only = true },
	[FS_DEV] = { .type = "devtmpfs", .source = "devtmpfs",
	    .mount = "/dev", .disk = NO_DISK, .memory = true, .dev = true },
	[FS_HDD] = { .type = "ext4", .source = "/fake/hdd",
	    .mount = "/fake/spinning", .disk = HDD },
	[FS_NFS] = { .type = "nfs4", .source = "host:/export",
	    .mount = "/fake/nfs", .disk = NO_DISK,
	    .cache_note = "NFS server" },
};

#define DIRECTORY(path, fs)						\
	{ path, S_IFDIR | 0755, fs, NO_DISK, 0, PAGE, 0, NULL }
#define FLAGGED(path, bytes, flags)					\
	{ path, S_IFREG | 0644, FS_EXT4, NO_DISK, 0, bytes, flags, NULL }
#define PLAIN(path, bytes)	FLAGGED(path, bytes, 0)
#define DEVICE(path, disk, bytes, flags)				\
	{ path, S_IFBLK | 0660, FS_DEV, disk, 0, bytes, flags, NULL }
#define CHARACTER(path, rdev, flags)					\
	{ path, S_IFCHR | 0666, FS_DEV, NO_DISK, rdev, 0, flags, NULL }
#define OTHER(path, type, bytes)					\
	{ path, (type) | 0644, FS_EXT4, NO_DISK, 0, bytes, 0, NULL }

const struct fake_row fake_rows[] = {
	OTHER("(standard input)", S_IFIFO, 64 * MIB),
	OTHER("(standard output)", S_IFIFO, 0),
	DIRECTORY("/dev", FS_DEV),
	CHARACTER("/dev/full", 0x107, ROW_ZEROS | ROW_FULL),
	CHARACTER("/dev/null", 0x103, ROW_SINK),
	CHARACTER("/dev/random", 0x108, 0),
	CHARACTER("/dev/urandom", 0x109, 0),
	CHARACTER("/dev/watchdog", 0xa82, 0),
	CHARACTER("/dev/zero", 0x105, ROW_ZEROS),
	DIRECTORY("/fake", FS_EXT4),
	DIRECTORY("/fake/dir", FS_EXT4),
	DIRECTORY("/fake/nfs", FS_NFS),
	DIRECTORY("/fake/ramfs", FS_RAMFS),
	DIRECTORY("/fake/ro", FS_RO),
	DIRECTORY("/fake/spinning", FS_HDD),
	DIRECTORY("/fake/tmpfs", FS_TMPFS),
	DEVICE("/fake/disk", DISK, 4 * GIB, 0),
	DEVICE("/fake/disk4k", DISK4K, 4 * GIB, 0),
	DEVICE("/fake/ext4", EXT4_DISK, 4 * GIB, ROW_EXT4),
	DEVICE("/fake/hdd", HDD, 64 * GIB, ROW_EXT4),
	DEVICE("/fake/mounted", MOUNTED, 4 * GIB, ROW_EXT4),
	DEVICE("/fake/root", ROOT, 64 * GIB, ROW_EXT4),
	PLAIN("/fake/empty", 0),
	PLAIN("/fake/file", 1 * GIB),
	PLAIN("/fake/small", 3),
	PLAIN("/fake/a b", 1 * MIB),
	PLAIN("/fake/new\nline", 1 * MIB),
	PLAIN("/fake/bad\xff", 1 * MIB),
	PLAIN("-dash", 1 * MIB),
	FLAGGED("/fake/backing", 1 * MIB, ROW_LOOP),
	FLAGGED("/fake/denied", 1 * MIB, ROW_DENIED),
	FLAGGED("/fake/holes", 64 * MIB, ROW_HOLES),
	FLAGGED("/fake/immutable", 1 * MIB, ROW_IMMUTABLE),
	FLAGGED("/fake/swap", 1 * MIB, ROW_SWAP),
	FLAGGED("/fake/zeros", 64 * MIB, ROW_ZEROS),
	OTHER("/fake/fifo", S_IFIFO, 64 * MIB),
	OTHER("/fake/socket", S_IFSOCK, 0),
	DEVICE("/fake/step", STEP, 4 * GIB, 0),
	DEVICE("/fake/raid", RAID, 4 * GIB, 0),
	{ .path = ".", .link = "/fake/dir" },
	{ .path = "/fake/link", .link = "/fake/file" },
	{ .path = "/fake/by-id", .link = "/fake/disk" },
	{ .path = NULL },
};

enum { MAJOR_240 = 0xf000 };

dev_t
fake_number(int disk)
{
	return MAJOR_240 + (dev_t)disk;
}

int
fake_disk_of(dev_t number)
{
	if (number < MAJOR_240 || number >= MAJOR_240 + DISK_MAX ||
	    fake_disks[number - MAJOR_240].node == NULL)
		return -1;
	return (int)(number - MAJOR_240);
}
