/* world.h -- what the files of the fake share: the tables and the state. */
#ifndef TESTS_FAKE_WORLD_H
#define TESTS_FAKE_WORLD_H

#include <sys/stat.h>
#include <sys/types.h>

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fake/fake.h"

enum {
	PAGE		= 4096,
	PIECE		= 65536,
	DISK_MAX	= 10,
	FS_MAX		= 8,
	OBJECT_MAX	= 128,
	FD_MAX		= 256,
	MAPPING_MAX	= 16,
	QUEUE_MAX	= 64,
	CALL_NS		= 1000,
	MEMORY_NS	= 100,
	MEMORY_BYTES_PER_NS = 20,
	FLUSH_NS	= 1000000,
	DIRTY_NS_PER_BYTE = 2,
};

/* ---- what exists: const tables of world.c ---- */

struct fake_disk {
	const char	*node;
	const char	*name;
	uint64_t	 bytes;
	uint64_t	 sector;
	const char	*users;		/* who keeps it busy, or NULL */
	int		 rotational;
	uint64_t	 slow_from;	/* four times as slow from here; 0 */
	int		 mirrors;	/* a half of that disk; 0: none */
};

struct fake_fs {
	const char	*type;
	const char	*source;
	const char	*mount;
	int		 disk;		/* index, or -1 */
	bool		 memory, read_only, dev, no_direct;
	const char	*cache_note;
};

enum row_flag {
	ROW_ZEROS	= 1 << 0,	/* reads as zeros */
	ROW_HOLES	= 1 << 1,	/* the second half is unwritten */
	ROW_EXT4	= 1 << 2,	/* carries ext4's signature */
	ROW_DENIED	= 1 << 3,	/* may be looked at, not opened */
	ROW_IMMUTABLE	= 1 << 4,
	ROW_SWAP	= 1 << 5,
	ROW_LOOP	= 1 << 6,	/* backs a loop device */
	ROW_FULL	= 1 << 7,	/* writing: no space */
	ROW_SINK	= 1 << 8,	/* reading: end of file */
};

struct fake_row {
	const char	*path;
	mode_t		 mode;
	int		 fs;		/* that it lies on */
	int		 disk;		/* that it is; -1: none */
	dev_t		 rdev;		/* of a character device */
	uint64_t	 bytes;
	unsigned	 flags;		/* enum row_flag */
	const char	*link;		/* a symbolic link to that row */
};

extern const struct fake_disk fake_disks[DISK_MAX];	/* node NULL ends */
extern const struct fake_fs fake_fss[FS_MAX];		/* type NULL ends */
extern const struct fake_row fake_rows[];		/* path NULL ends */

dev_t	fake_number(int disk);
int	fake_disk_of(dev_t number);	/* -1: no disk */

/* ---- what changes ---- */

enum page_state {
	PAGE_RESIDENT	= 1 << 0,
	PAGE_DIRTY	= 1 << 1,
	PAGE_WRITTEN	= 1 << 2,
	PAGE_ZEROS	= 1 << 3,
};

struct object {
	char		 path[256];	/* "" for an unnamed file */
	const struct fake_row *row;	/* NULL: created */
	mode_t		 mode;
	int		 fs, disk;
	dev_t		 rdev;
	unsigned	 flags;
	ino_t		 ino;		/* 0: the slot is free */
	uint64_t	 bytes;
	uint64_t	 allocated;	/* taken from the free space */
	uint64_t	 changed_ns;
	unsigned char	*page;		/* enum page_state each; owned */
	uint64_t	 pages;		/* entries there are */
	unsigned char	*store;		/* bytes, where they are kept; owned */
	uint64_t	 store_bytes;
	unsigned	 opens;
	struct fake_file count;
};

struct descriptor {
	struct object	*object;	/* NULL: the slot is free */
	int		 flags;
	bool		 look_only;
	off_t		 offset;
	uint64_t	 window;	/* of read-ahead, as it was at the open */
};

struct disk_count {
	uint64_t	 read_bytes, write_bytes, reads, writes;
	uint64_t	 busy_ns;	/* one transfer at a time */
};

struct mapping {
	void		*start, *base;	/* base is what free() wants */
	size_t		 bytes;
	bool		 huge;
};

struct fake_queue {
	unsigned	 depth;		/* 0: there is none */
	unsigned	 n;		/* in flight */
	struct {
		uint64_t data;
		ssize_t	 result;
	} held[QUEUE_MAX];
};

struct world {
	bool		 made;
	pthread_t	 thread;	/* whose calls move the clock */
	struct fake_script script;
	_Atomic uint64_t now_ns;	/* a watching thread reads it */
	bool		 looked;	/* the last call was sys_now() */
	uint64_t	 user_ns, system_ns, switches;
	uint64_t	 io_read_bytes, io_write_bytes;
	uint64_t	 calls[FAKE_CALLS];
	uint64_t	 free_bytes[FS_MAX];
	struct disk_count disk[DISK_MAX];
	uint64_t	 readahead[DISK_MAX];	/* their setting */
	struct object	 object[OBJECT_MAX];
	ino_t		 inodes;	/* handed out */
	struct descriptor standard[3], fd[FD_MAX];
	struct mapping	 mapping[MAPPING_MAX];
	struct fake_queue queue;
};

struct world *fake_world(void);

/* ---- clock.c ---- */

/* Let time pass, cpu_ns of it in the kernel; no-op on other threads. */
void	fake_pass(uint64_t ns, uint64_t cpu_ns);
bool	fake_is_first_thread(void);

/* ---- script.c ---- */

/*
 * Count a call, let 1 us pass unless it is a transfer (len given) or a
 * sleep, and follow the script.  0 or the negative errno to return; *len may
 * be cut.  o may be NULL.
 */
int	fake_enter(enum fake_call call, struct object *o, size_t *len);

/* ---- objects.c ---- */

struct object *fake_find(const char *path);
struct object *fake_create(const struct object *dir, const char *path);
void	fake_forget(struct object *o);		/* when nothing needs it */

/* The open descriptor fd, or NULL. */
struct descriptor *fake_descriptor(int fd);
struct object *fake_object(const struct descriptor *d);	/* of NULL: NULL */
/* A new descriptor on o; the checks of open(2) are made.  Or -errno. */
int	fake_open(struct object *o, int flags);
int	fake_open_look(struct object *o);

/* ---- pages.c: which pages are there ---- */

/* Bytes of the pages in a range that have, or lack, a state. */
uint64_t fake_page_bytes(const struct object *o, uint64_t off, uint64_t len,
	    enum page_state state, bool wanted);
void	fake_page_set(struct object *o, uint64_t off, uint64_t len,
	    unsigned add, unsigned remove);
unsigned fake_page_get(const struct object *o, uint64_t page);
/* Clean pages of the range leave the cache, unless the script says never. */
void	fake_drop(struct object *o, uint64_t off, uint64_t len);
void	fake_resize(struct object *o, uint64_t bytes);
/* Take free space up to a size of bytes: 0, or -ENOSPC. */
int	fake_reserve(struct object *o, uint64_t bytes);
bool	fake_in_memory(const struct object *o);

/* ---- transfer.c: what it costs to move bytes ---- */

ssize_t	fake_transfer_in(const struct descriptor *d, void *buf, size_t len,
	    uint64_t off);
ssize_t	fake_transfer_out(struct object *o, int flags, const void *buf,
	    size_t len, uint64_t off);
/* Write dirty pages out, in ns plus what the bytes take. */
void	fake_flush(struct object *o, uint64_t off, uint64_t len, uint64_t ns);
int	fake_disk_below(const struct object *o);	/* -1: none */

/* ---- place.c: where files lie on their disks ---- */

uint64_t fake_address(const struct object *o, uint64_t off);
/* The file that has a byte of a disk, and where in it; NULL: none. */
const struct object *fake_file_at(int disk, uint64_t address, uint64_t *off);
/* ---- readahead.c ---- */

/* What a file that is opened now has from its disk. */
uint64_t fake_window(const struct object *o);
/* Transfers that the device makes for a read. */
uint64_t fake_windows(const struct descriptor *d, uint64_t off, size_t len);

/* ---- content.c ---- */

void	fake_fill(const struct object *o, void *buf, size_t len,
	    uint64_t off);

/* ---- store.c ---- */

/* Keep what is written, if the script has "store=on". */
void	fake_store(struct object *o, const void *buf, size_t len,
	    uint64_t off);
/* Put what was kept in the place of what fake_fill() made. */
void	fake_stored(const struct object *o, void *buf, size_t len,
	    uint64_t off);

#endif
