/*
 * target -- the thing measured: what it is, whether it may be written, and
 * how it is prepared.
 *
 * A target is looked at without being opened, so that looking at a tape, a
 * tty or a watchdog has no effect; only what is known to be harmless is then
 * opened, through the descriptor that was looked at.
 */
#ifndef SEQBENCH_TARGET_H
#define SEQBENCH_TARGET_H

#include <sys/stat.h>

#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "seqbench/file.h"
#include "seqbench/layers.h"
#include "seqbench/meter.h"
#include "seqbench/pattern.h"
#include "seqbench/readahead.h"

struct diag;
struct warnings;

enum target_kind {
	TARGET_DIRECTORY,	/* temporary files in it */
	TARGET_FILE,
	TARGET_DEVICE,		/* a block device, or a character disk */
	TARGET_STREAM,		/* FIFO, pipe, "-" (standard input) */
	TARGET_SOURCE,		/* /dev/zero and kin: endless reads */
	TARGET_SINK,		/* /dev/null */
	TARGET_TOTAL,		/* of several others: a sum, and no object */
};

const char *target_kind_text(enum target_kind k);

enum { BELOW_WHY = 256 };

struct target {
	const char	*path;		/* as typed; belongs to the caller */
	char		 resolved[PATH_MAX];	/* links followed */
	enum target_kind kind;
	bool		 missing;	/* --create/--keep: look_fd is the
					   directory, name the file to be */
	char		 name[NAME_MAX + 1];
	int		 look_fd;	/* from file_look(); -1 none */
	int		 exclusive_fd;	/* a device that may be written: held
					   from the check to the end; else -1 */
	const char	*destroy;	/* the words that agreed to that */
	const char	*lose;		/* NULL none */
	struct stat	 st;
	uint64_t	 bytes;		/* file, device; NOT_KNOWN: endless,
					   a directory, a missing file */
	uint64_t	 sector_bytes;	/* direct transfers are multiples; 0
					   where direct I/O is refused, 1
					   where it does not matter */
	uint64_t	 memory_align;	/* of buffers for direct I/O */
	struct fs_facts	 fs;		/* of the file or directory */
	struct device_facts device;	/* the device itself or below */
	struct layers	 layers;	/* all from there down */
	char		 no_raw[BELOW_WHY];	/* by target_look_below(): why
					   that can't be read; "" */
	struct readahead_setting readahead;	/* what file or device has */
};

/*
 * Look at path and fill t.  may_create: a path that is missing is a file to
 * be made in its directory (TARGET_FILE with missing set); otherwise -ENOENT.
 * Refuses (with the reason and the way out in d): missing paths, sockets,
 * character devices that are not known to be harmless, directories and
 * missing files on the file system of /dev.  Returns 0 or -errno; release
 * in either case.
 */
int	target_look(struct target *t, const char *path, bool may_create,
	    struct diag *d);
void	target_release(struct target *t);

/*
 * As target_look(), but only for what it is and what it lies on: nothing is
 * opened, so that it needs no permission on a device.  Sector and alignment
 * are left out.
 */
int	target_place(struct target *t, const char *path, struct diag *d);

/*
 * Whether the device below a file or directory could be read past the file
 * system, without opening it: t->no_raw.  Asked only where somebody wants to.
 */
void	target_look_below(struct target *t);

/*
 * What direct I/O asks for, into sector_bytes and memory_align: by an open
 * file, or where fd is -1 or can't tell, by the device below.
 */
void	target_alignment(struct target *t, int fd);

/*
 * Open an existing target with flags; a descriptor or -errno (d filled).  A
 * stream is opened once for all passes, since closing it would lose what is
 * under way in it; a FIFO waits here for its writer (-EINTR on a signal).
 */
int	target_open(const struct target *t, int flags, struct diag *d);

/* What the user has allowed. */
struct target_consent {
	bool		 overwrite;	/* --overwrite */
	const char	*destroy;	/* --destroy DEV or NULL */
	const char	*lose;		/* its --lose WHAT or NULL */
	bool		 dry_run;	/* nothing is opened for writing */
};

/*
 * May this target be written?  Checks everything of seqbench(1) SAFETY that
 * applies to its kind and, for a device, opens and keeps exclusive_fd.  A dry
 * run is told the same, but for what only such an open can find out.
 * Returns 0 or -errno with d saying who uses it or what would be lost, and
 * the line to type.
 */
int	target_may_write(struct target *t, const struct target_consent *c,
	    struct diag *d);

/*
 * 1 when path is a node of this device, whatever its name, 0 when not, or
 * -errno with d filled.
 */
int	target_is_named(const struct target *t, const char *path,
	    struct diag *d);

/*
 * What an open device or file carries, by its signature, as one word to be
 * typed after --lose: "ext4", "XFS", "GPT", "LVM2", "swap" ..; NULL when none
 * is found, "unreadable" when that can't be told.
 */
const char *signature_find(int fd, uint64_t bytes);

/* ---- files that seqbench makes in a directory ---- */

/*
 * An unnamed file in the directory of t (or of the missing file t), opened
 * O_RDWR|extra_flags.  A descriptor or -errno with d filled.
 */
int	target_temporary(const struct target *t, bool linkable,
	    int extra_flags, struct diag *d);

/* ---- laying out ---- */

/* How long-running work below main() is watched and ended; both are set. */
struct control {
	const volatile sig_atomic_t *stop;	/* nonzero: end soon */
	struct meter	*meter;
	unsigned	 lane;		/* of the meter, where one begins */
};

struct layout_request {
	int		 fd;		/* O_RDWR, empty */
	uint64_t	 bytes;		/* exact size; 0: by the clock */
	uint64_t	 min_bytes, max_bytes;	/* when by the clock */
	uint64_t	 enough_ns;	/* go on at least this long, by clock */
	uint64_t	 limit_ns;	/* stop here, from floor_bytes on */
	uint64_t	 floor_bytes;
	uint64_t	 unit_bytes;	/* size is a multiple of this */
	const struct pattern *pattern;
	void		*pool;		/* filled, pattern_pool_bytes() long */
	size_t		 pool_bytes;
};

struct layout_outcome {
	uint64_t	 bytes;		/* fully written and durable */
	uint64_t	 ns;		/* what that took: the durable rate */
	bool		 cut_short;	/* limit_ns ended it */
};

/*
 * Preallocate (where possible), write and flush in steps.  Returns 0, or
 * -errno with d filled: -ENOSPC, -EINTR when *stop was set.
 */
int	layout_write(const struct layout_request *r, const struct control *c,
	    struct layout_outcome *out, struct diag *d);

/*
 * Flush [0, len) of fd in steps of sys_write_out(), the stop flag and the
 * deadline (sys_now() value; 0: none) looked at between them, then one
 * fdatasync, which alone makes it durable.  A step grows to 8 MiB and
 * shrinks to 1 MiB so that it takes a fraction of a second on slow devices.
 * Where sys_write_out() is missing: one fdatasync.
 *
 * The deadline counts only from floor bytes on, and not while there is
 * nothing to wait for: what the kernel has written out by itself, or what
 * went past the page cache, is not left out.  *flushed (never NULL) is
 * len, or what was written out when the deadline ended it: then without the
 * fdatasync, which would write out the rest as well.  Returns 0 or -errno:
 * -EINTR when *stop was set.
 */
int	flush_steps(int fd, uint64_t off, uint64_t len, uint64_t deadline_ns,
	    uint64_t floor, const struct control *c, uint64_t *flushed);

/*
 * A read target must be written: more than 1 % unwritten (holes,
 * preallocated) is refused unless allowed; less is a warning.
 */
int	holes_check(const struct target *t, int fd, uint64_t off,
	    uint64_t len, bool allowed, struct warnings *w, struct diag *d);

/*
 * Look at 64 blocks of at most 4 KiB spread over the range: true when all
 * of them are all zero, or all ones.  buffer is 4 KiB or more, aligned for
 * the descriptor.  An unreadable block ends the look (false).
 */
bool	zeros_only(int fd, uint64_t off, uint64_t len, void *buffer);

#endif
