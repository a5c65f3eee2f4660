/*
 * file -- what the system knows of a file, a file system and a block device,
 * and how it is looked at, reopened, dropped from the cache and counted.
 *
 * One implementation per system.  A fact that the kernel can't tell is
 * NOT_KNOWN, -1 or an empty string, never an error.
 */
#ifndef SEQBENCH_FILE_H
#define SEQBENCH_FILE_H

#include <sys/stat.h>
#include <sys/types.h>

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct diag;
struct map;

#define NOT_KNOWN	UINT64_MAX

/* What is not known of a part is not known of the whole. */
static inline uint64_t
known_sum(uint64_t a, uint64_t b)
{
	return a == NOT_KNOWN || b == NOT_KNOWN ? NOT_KNOWN : a + b;
}

static inline void
known_add(uint64_t *sum, uint64_t n)
{
	*sum = known_sum(*sum, n);
}

/* ---- looking without opening ---- */

/*
 * A descriptor that names path without opening it (no driver is entered, a
 * FIFO does not block), and its stat.  Symbolic links are followed.
 * Returns the descriptor or -errno.
 */
int	file_look(const char *path, struct stat *st);

/*
 * What a descriptor of any kind names, opened anew with flags of its own.
 * Returns the descriptor or -errno.
 */
int	file_reopen(int fd, int flags);

/* The absolute path behind look_fd; 0 or -errno. */
int	file_path(int look_fd, char path[PATH_MAX]);

/* What a character device is good for. */
enum file_special {
	SPECIAL_NONE,		/* never opened by us */
	SPECIAL_SOURCE,		/* /dev/zero, full, random, urandom: read */
	SPECIAL_SINK,		/* /dev/null: read (empty) and write */
	SPECIAL_DISK,		/* a disk on systems with character disks */
};
enum file_special file_special(const struct stat *st);

/* ---- temporary files ---- */

/*
 * An unnamed file, mode 0600, in the directory look_fd: O_TMPFILE|O_EXCL;
 * where that is missing, made in a mkdtemp 0700 directory that is opened
 * O_NOFOLLOW|O_DIRECTORY, and unlinked by descriptor at once.  With linkable
 * it can be named later with file_link(); -EOPNOTSUPP where only the second
 * way is left.  Opened O_RDWR|extra_flags.  Returns the descriptor or -errno.
 */
int	file_temporary(int dir_fd, bool linkable, int extra_flags);

/* Name an unnamed file path; -EEXIST if there is one. */
int	file_link(int fd, int dir_fd, const char *name);

/* ---- file systems ---- */

struct fs_facts {
	char		 type[32];	/* "ext4" */
	char		 source[PATH_MAX];	/* "/dev/sdb1", "host:/x" */
	char		 mount[PATH_MAX];	/* mount point */
	char		 options[256];
	uint64_t	 free_bytes;	/* for the caller; NOT_KNOWN */
	uint64_t	 block_bytes;	/* f_bsize */
	bool		 is_memory;	/* tmpfs, ramfs: cannot be cold */
	bool		 is_read_only;
	bool		 is_dev;	/* the file system of /dev */
	const char	*cache_note;	/* a cache no page count shows: "ZFS
					   ARC", "FUSE server", ..; or NULL */
};
void	file_system_facts(int look_fd, const struct stat *st,
	    struct fs_facts *out);

/* ---- block devices ---- */

struct device_facts {
	bool		 known;		/* there is a block device at all */
	dev_t		 number;	/* the node (partition) */
	char		 node[PATH_MAX];	/* "/dev/sdb1" */
	char		 name[64];	/* kernel's name: "sdb1" */
	char		 disk[64];	/* whole disk: "sdb" */
	char		 model[64];	/* "ST2000DM008"; "" */
	char		 transport[16];	/* SATA NVMe USB virtio loop zram.. */
	uint64_t	 bytes;		/* capacity */
	uint64_t	 sector_bytes;	/* logical */
	uint64_t	 physical_bytes;
	uint64_t	 readahead_bytes;
	int		 rotational;	/* 1, 0, -1 not known; a virtual disk
					   may say 1 and is then -1 */
	bool		 is_read_only;
	bool		 counts_off;	/* queue/iostats is 0 */
	char		 scheduler[32];
	char		 write_cache[32];	/* "write back", "write
						   through", "" */
	const char	*cache_note;	/* "loop without direct I/O", "virtual
					   disk"; or NULL */
};

/* Facts of the device numbered dev; out->known is false where none is. */
void	device_facts(dev_t dev, struct device_facts *out);

/*
 * The block device that a file system sits on: its number, or 0 where there
 * is none (tmpfs, NFS) or several.  btrfs and overlay are looked up by the
 * mount source.
 */
dev_t	file_system_device(int look_fd, const struct stat *st,
	    const struct fs_facts *fs);

/* Exact size of an open device; 0 or -errno. */
int	device_bytes(int fd, uint64_t *bytes);

/* ---- alignment ---- */

/*
 * What O_DIRECT asks of buffer and offset on this open file or device, in
 * bytes; 0 = not known.  -EINVAL: direct I/O is refused here.
 */
int	file_direct_alignment(int fd, uint64_t *memory, uint64_t *offset);

/* ---- the page cache ---- */

/*
 * Bytes of the range that are resident, from cachestat(2) or, where that may
 * not see them, mincore(2).  0, -EPERM when the caller neither owns nor may
 * write the file (no true answer is to be had), -ENOTSUP where nothing can
 * tell.
 */
int	file_resident(int fd, uint64_t off, uint64_t len, uint64_t *bytes);

/*
 * Ask once that the clean pages be dropped: POSIX_FADV_DONTNEED for all of
 * it, for a device BLKFLSBUF where allowed.  0 or -errno.
 */
int	file_drop(int fd, bool is_device);

/* ---- extents ---- */

struct extents {
	uint64_t	 count;		/* NOT_KNOWN where not to be had */
	uint64_t	 first_address;	/* on the device; NOT_KNOWN */
	uint64_t	 unwritten_bytes;	/* holes too, in range */
};

/*
 * How [off, off+len) of a file is laid out, dirty data written out first
 * (FIEMAP with FLAG_SYNC, else SEEK_HOLE).  0 or -errno.
 */
int	file_extents(int fd, uint64_t off, uint64_t len, struct extents *out);

/*
 * Append to out where all of [off, off+len) lies on the device of its file
 * system, dirty data written out first; to be released in either case.
 * Addresses of btrfs are translated, which only root may.  0, or -errno with
 * d filled, the path left to the caller: holes, what is inline, encoded,
 * delayed or unwritten, and real-time files of xfs have no such place.
 */
int	file_map(int fd, uint64_t off, uint64_t len, struct map *out,
	    struct diag *d);

/* ---- who else ---- */

/*
 * Who keeps a block device or file busy, in words: "mounted on /home",
 * "its partition sdb1 is mounted on /home", "active swap", "backs
 * /dev/loop0", "held by dm-0", "in use by the kernel (another mount
 * namespace?)".  Empty when nobody is seen.
 */
void	device_users(dev_t dev, char who[256]);

/* The loop device backed by this file or device, or "" (dev, ino, rdev). */
void	file_backs_loop(const struct stat *st, char loop[64]);

/* True when the file is active swap space. */
bool	file_is_swap(int look_fd);

/* True when the file or directory is marked immutable or append-only. */
bool	file_is_immutable(int look_fd);

/*
 * May it be read, or written, as far as can be told without opening it?
 * 0 or -errno.
 */
int	file_may_read(int look_fd);
int	file_may_write(int look_fd);

/* Names of users and groups; their numbers where they have none. */
enum { FILE_NAME = 64 };
void	file_user(uid_t uid, char name[FILE_NAME]);
void	file_group(gid_t gid, char name[FILE_NAME]);

/* ---- transfer buffers ---- */

/* Page size that backs this mapping now, as smaps shows it; NOT_KNOWN. */
uint64_t memory_page_bytes(const void *addr);

/* Bytes that can be had without swapping, cgroup limits included. */
uint64_t memory_available(void);

#endif
