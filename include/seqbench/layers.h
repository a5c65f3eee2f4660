/*
 * layers -- what a target lies on, from its file system down to the disks.
 *
 * A tree, kept as a list: each layer is followed by those below it, which
 * are one deeper.  A fact that the system can't tell is NULL or NOT_KNOWN
 * (file.h), never an error; a tree that can't be looked at has no layers.
 *
 * The bottoms are the layers whose counters are summed: the whole disks,
 * each once.  What lies below a loop device is shown but not counted: its
 * file shares a disk with others, and the page cache may lie between.
 */
#ifndef SEQBENCH_LAYERS_H
#define SEQBENCH_LAYERS_H

#include <sys/stat.h>
#include <sys/types.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fs_facts;

enum layer_kind {
	LAYER_FILE_SYSTEM,
	LAYER_PARTITION,
	LAYER_DM,		/* device mapper: LVM, LUKS, multipath .. */
	LAYER_MD,		/* RAID of the kernel */
	LAYER_BCACHE,
	LAYER_LOOP,
	LAYER_ZRAM,
	LAYER_RAM,
	LAYER_NBD,
	LAYER_DISK,
};
/* "file system", "partition", "dm" .. */
const char *layer_kind_text(enum layer_kind k);

enum layer_text {
	LAYER_NAME,		/* the kernel's: "sdb1"; of a file system its
				   type: "ext4" */
	LAYER_NODE,		/* "/dev/sdb1" */
	LAYER_TYPE,		/* "raid1", "LVM", "LUKS" */
	LAYER_LABEL,		/* device mapper's name: "vg-home" */
	LAYER_SOURCE,		/* of a file system: what is mounted */
	LAYER_MOUNT,		/* where */
	LAYER_OPTIONS,		/* how */
	LAYER_BACKING,		/* the file of a loop device */
	LAYER_MODEL,
	LAYER_TRANSPORT,	/* "SATA" */
	LAYER_LINK,		/* its speed: "6.0 Gbps" */
	LAYER_SCHEDULER,
	LAYER_WRITE_CACHE,	/* "write back" */
	LAYER_ZONED,		/* "host-managed"; none is left out */
	LAYER_ALGORITHM,	/* that compresses */
	LAYER_STATE,		/* "resync"; at rest it is left out */
	LAYER_NOTE,		/* a cache that no page count shows */
	LAYER_TEXTS
};

enum layer_number {
	LAYER_BYTES,
	LAYER_START,		/* in what lies below */
	LAYER_SECTOR, LAYER_PHYSICAL,	/* bytes of a sector */
	LAYER_MINIMUM_IO, LAYER_OPTIMAL_IO,	/* chunk, stripe: in bytes */
	LAYER_CHUNK,		/* of an array */
	LAYER_READAHEAD,	/* bytes */
	LAYER_MAX_REQUEST,	/* bytes */
	LAYER_DISCARD,		/* granularity in bytes */
	LAYER_MISALIGNED,	/* START is no multiple of so many bytes */
	LAYER_MEMORY,		/* that it takes, bytes */
	LAYER_REQUESTS,		/* in its queue in the kernel */
	LAYER_QUEUE_DEPTH,	/* of the device */
	LAYER_MEMBERS,		/* of an array */
	LAYER_DEGRADED,		/* of them missing */
	/* 0 or 1 */
	LAYER_ROTATIONAL, LAYER_FUA, LAYER_DIRECT_IO, LAYER_READ_ONLY,
	LAYER_COUNTERS,
	LAYER_NUMBERS
};

struct layer {
	enum layer_kind	 kind;
	unsigned	 depth;		/* 0: the top */
	dev_t		 device;	/* 0: none */
	bool		 bottom;	/* its counters are summed */
	bool		 repeated;	/* stands above already, and with it
					   what lies below */
	bool		 moves;		/* moves data by itself: a cache, an
					   array that is not whole */
	char		*text[LAYER_TEXTS];	/* owned */
	uint64_t	 number[LAYER_NUMBERS];
};

struct layers {
	struct layer	*layer;		/* owned */
	size_t		 n;
};

/*
 * Look down from what look_fd (file_look()) names: from its file system fs,
 * or with NULL from the block device that it is.  Nothing is opened but what
 * system files tell; no privilege is needed.  Release in any case.
 */
void	layers_look(struct layers *out, int look_fd, const struct stat *st,
	    const struct fs_facts *fs);
void	layers_release(struct layers *l);

size_t	layers_bottoms(const struct layers *l);

/* Do the bottoms count something else than the device at the top, or the
   disk that it is a part of? */
bool	layers_stacked(const struct layers *l);

/* Does one above the bottoms move data by itself? */
bool	layers_move(const struct layers *l);

/* ---- for those who fill them ---- */

/* A new layer at the end, nothing known of it; NULL: no memory. */
struct layer *layers_add(struct layers *l, enum layer_kind kind,
	    unsigned depth);
/* A copy of s; NULL and "" are not known. */
void	layer_set(struct layer *l, enum layer_text t, const char *s);

#endif
