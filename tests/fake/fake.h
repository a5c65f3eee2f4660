/*
 * fake -- a system that is the same on every machine: a virtual clock, fake
 * disks, and faults on request.  It stands in for src/platform in the unit
 * tests and in tests/cli/seqbench-sim.
 *
 * Only the names of the table in world.c exist, and what is created in its
 * directories; anything else is -ENOENT.  Data is made, not stored: each 512
 * bytes begin with their own offset (8 bytes, little-endian), the rest is
 * FAKE_FILL; what was never written, and what was written as zeros, reads as
 * zeros.
 *
 * The clock moves only by calls, on the thread that called first:
 *
 *	transfer by the device	1 us + 1 ns a byte (direct, or not cached); 4 ns
 *				in the second half of /fake/step
 *	transfer by memory	100 ns + 1 ns for 20 bytes
 *	fsync, fdatasync	1 ms + 2 ns a dirty byte
 *	sys_write_out		1 us + 2 ns a dirty byte
 *	sys_sleep		its time
 *	other calls		1 us
 *	counters and facts	nothing
 *	sys_now			nothing, but FAKE_LOOK_NS when nothing else
 *				was called since the last look, so that a loop
 *				that only waits for time to pass ends
 *
 * A disk is busy while it moves bytes, in one transfer at a time.
 *
 * Pages are 4 KiB; there is no write-back by itself, so a device moves what
 * the application asked for (in whole pages).  Read-ahead of the usual 128 KiB
 * changes nothing; what is opened with another makes one device transfer for
 * so many bytes (0: one for each page).
 *
 * A file's bytes are also read from its disk, 256 MiB times its inode's
 * number from the start; a longer file hides where the next ones begin.
 */
#ifndef TESTS_FAKE_H
#define TESTS_FAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FAKE_EPOCH_NS	1769860800000000000ull	/* 2026-01-31T12:00:00Z */
#define FAKE_LOOK_NS	10000ull

enum {
	FAKE_FILL	= 0x5a,
	FAKE_FIRST_FD	= 1000,		/* no real descriptor by mistake */
	FAKE_RULES	= 16,
	FAKE_READAHEAD	= 131072,	/* of every disk, at first */
};

/* The calls that may be made to fail, in the order of script.c's names. */
enum fake_call {
	FAKE_OPEN, FAKE_CLOSE, FAKE_FSTAT, FAKE_READ, FAKE_WRITE, FAKE_PREAD,
	FAKE_PWRITE, FAKE_LSEEK, FAKE_FTRUNCATE, FAKE_FSYNC, FAKE_FDATASYNC,
	FAKE_FCNTL, FAKE_ALLOCATE, FAKE_WRITE_OUT, FAKE_SYNCFS, FAKE_MAP,
	FAKE_LOOK, FAKE_REOPEN, FAKE_PATH, FAKE_TEMPORARY, FAKE_LINK,
	FAKE_DEVICE_BYTES, FAKE_ALIGNMENT, FAKE_RESIDENT,
	FAKE_DROP, FAKE_DROP_RANGE, FAKE_EXTENTS, FAKE_SETTING,
	FAKE_SUBMIT, FAKE_REAP,	/* of aio */
	FAKE_ANY,		/* of those above; only sleep is not */
	FAKE_SLEEP,
	FAKE_CALLS
};

enum fake_action {
	FAKE_ERROR,		/* value: errno.  Nothing else happens */
	FAKE_SHORT,		/* value: transfer at most these bytes */
	FAKE_DELAY,		/* value: ns that it takes longer */
	FAKE_SIGNAL,		/* value: raised before the call goes on */
	FAKE_SHRINK,		/* value: new size of the file, before it */
};

/* What happens at the nth call (from 1), or from it on. */
struct fake_rule {
	enum fake_call	 call;
	uint64_t	 nth;
	bool		 from_then_on;
	enum fake_action action;
	uint64_t	 value;
};

/* All zero: a healthy system. */
struct fake_script {
	struct fake_rule rule[FAKE_RULES];
	size_t		 rules;
	uint64_t	 free_bytes;	/* of every file system; 0: 4 GiB */
	uint64_t	 memory_bytes;	/* available; 0: 6 GiB */
	bool		 owner_other;	/* files belong to somebody else */
	bool		 drop_never;	/* file_drop() has no effect */
	bool		 counters_off;	/* no device counters */
	bool		 map_pieces;	/* files lie in pieces of 64 KiB, each
					   two of them swapped */
	bool		 map_wrong;	/* and not where file_map() says */
	bool		 node_other;	/* device nodes have other numbers */
	bool		 input_file;	/* /fake/file is standard input */
	bool		 aio;		/* there is one queue of it */
	bool		 setting_denied;	/* read-ahead can't be set */
	bool		 store;		/* what is written is kept, up to 64
					   MiB of a file or device; with it: */
	uint64_t	 wrap_bytes;	/* offsets wrap around here */
	uint64_t	 lost_offset;	/* this sector is never written */
	uint64_t	 stale_offset;	/* this one only once */
	uint64_t	 flip_offset;	/* a bit of this byte is flipped */
};

/*
 * Parse what SEQBENCH_FAKE may hold, words with blanks or commas between:
 *
 *	CALL:N=ERRNO		pread:3=EIO, any:17=ENOSPC, open:1+=EMFILE
 *	CALL:N=short:BYTES	pwrite:2=short:100
 *	CALL:N=delay:NS	fdatasync:1=delay:3000000000
 *	CALL:N=signal:NUMBER	pread:5=signal:2
 *	CALL:N=shrink:BYTES	pread:5=shrink:4096
 *	free=BYTES memory=BYTES owner=other drop=never counters=off
 *	map=pieces map=wrong node=other
 *	aio=on input=file setting=denied
 *	store=on wrap=BYTES lost=OFFSET stale=OFFSET flip=OFFSET
 *
 * N+ means from the Nth call on.  Returns 0, or -EINVAL with *script
 * untouched.
 */
int	fake_script_parse(struct fake_script *script, const char *text);

/*
 * A new world at time 0 that follows the script (copied; NULL: healthy).
 * Before the first fake_reset() SEQBENCH_FAKE is followed; the program stops
 * when that is not a script.
 */
void	fake_reset(const struct fake_script *script);

/*
 * Calls made since the reset: of one kind, or FAKE_ANY for all.  To reach
 * every error path, fail any:1, any:2, .. until a run makes fewer calls.
 */
uint64_t fake_calls(enum fake_call call);

/* Descriptors that are open, standard input, output and error left out; and
   the queue. */
unsigned fake_open_descriptors(void);

/* Where standard input is, or was when it was closed. */
uint64_t fake_input_offset(void);

/* Mappings from sys_map() that were not unmapped. */
unsigned fake_mappings(void);

/* Unnamed and created files that still exist. */
unsigned fake_created_files(void);

/* What queue_look() says from now on; NULL: as at first.  Not copied. */
struct queue_facts;
void	fake_queue_facts(const struct queue_facts *wanted);

/* The setting of the disk named so, as /fake/sys has it; and set by others. */
uint64_t fake_readahead(const char *disk);
void	fake_readahead_set(const char *disk, uint64_t bytes);

/* The state of a file or device; all zero when there is none. */
struct fake_file {
	uint64_t	 bytes;			/* its size */
	uint64_t	 cached_bytes, dirty_bytes;
	uint64_t	 reads, writes, flushes;	/* calls */
	uint64_t	 read_bytes, written_bytes;
};
struct fake_file fake_file(const char *path);

#endif
