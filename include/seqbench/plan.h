/*
 * plan -- every decision, made from options and target facts, then closed
 * with two facts from set-up: the size and the durable write rate.  Pure: a
 * plan touches nothing, and is const once closed.
 *
 * A cell is one point of the sweep: target x op x engine x block x depth x
 * jobs x read-ahead x buffer pages; in a profile (zones.h) it is a place in
 * the target.  A variant is what differs besides block and op.
 */
#ifndef SEQBENCH_PLAN_H
#define SEQBENCH_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "seqbench/engine.h"
#include "seqbench/options.h"
#include "seqbench/pattern.h"
#include "seqbench/target.h"

struct diag;
struct warnings;

enum {
	PLAN_DEFAULT_RUNS	= 3,
	PLAN_ADAPTIVE_FROM	= 5,	/* first n that --precision looks at */
};
#define PLAN_DEFAULT_PRECISION	0.02
#define PLAN_DEFAULT_LIMIT_NS	10000000000ull
#define PLAN_LATENCY_BLOCK	65536ull	/* timed from here up */
#define PLAN_INTERVAL_NS	100000000ull	/* of the series */
#define PLAN_MIN_WRITE		(64ull << 20)	/* of a write pass, layout */
#define PLAN_AUTO_MIN		(1ull << 30)	/* of an automatic size */
#define PLAN_AUTO_MAX		(16ull << 30)
#define PLAN_AUTO_NS		2000000000ull	/* what auto sizes aim at */

struct plan_cell {
	size_t		 target;	/* index into plan->target */
	enum op		 op;
	const struct engine *engine;
	const struct issuer *issuer;
	struct size_item block;
	unsigned	 depth;		/* transfers in flight of each job */
	unsigned	 jobs;		/* threads, each on its own range */
	bool		 timed;		/* the latency of each transfer */
	enum buffer_pages buffer;
	struct readahead readahead;	/* text "": not on that axis, the
					   setting is left alone */
	size_t		 variant;	/* engine x depth x read-ahead x jobs
					   x buffer, or point */
	uint64_t	 offset;	/* of its passes within the range */
	unsigned	 point;		/* of a profile, by offset from 1; 0:
					   the whole range is read */
	char		 refused[256];	/* why it can't run, a marked row; "" */
};

struct plan_target {
	struct target	*target;	/* not owned */
	uint64_t	 offset;	/* of the range in file or device */
	uint64_t	 size;		/* bytes per pass; 0 until closed when
					   automatic */
	uint64_t	 write_size;	/* a write pass; <= size */
	bool		 automatic;	/* size is found by set-up */
	bool		 temporary;	/* we make the files: directory or
					   missing path */
	bool		 needs_layout;	/* read cells or overwrite there */
	bool		 reads, writes;
	enum layout_mode layout;
	size_t		 first_cell, cells;	/* its cells are adjacent */
};

struct plan {
	const struct options *options;	/* for what is passed through */
	struct plan_target *target;
	size_t		 targets;
	size_t		 together;	/* so many, the first, are measured at
					   once, and the last is their total,
					   which has the same cells; 0: each
					   by itself */
	struct target	*total;		/* owned; NULL */
	struct plan_cell *cell;
	size_t		 cells;
	size_t		 variants;
	size_t		 readaheads;	/* values on that axis; 0: none */
	uint64_t	 runs_min, runs_max;
	double		 precision;	/* share; only when max > min */
	uint64_t	 time_limit_ns;
	uint64_t	 interval_ns;	/* of the series, at first */
	enum cache_mode	 cache;
	enum flush_mode	 flush;
	uint64_t	 flush_every;
	enum order_mode	 order;
	uint64_t	 seed;
	struct pattern	 pattern;
	bool		 verify;	/* read back and compare */
	uint64_t	 largest_block, smallest_block;
};

/* What a plan wants to know beside the targets. */
struct plan_world {
	uint64_t	 seed;		/* used when none was given */
	/* issuer_usable(); asked once at most for each issuer in question */
	int		(*usable)(const struct issuer *is,
			    char why[ISSUER_WHY]);
};

/*
 * Decide everything but automatic sizes.  Targets are looked at; their array
 * outlives the plan.  Usage errors and what was asked for by name and can't
 * be are errors; what only a default asked for and can't be is left out with
 * a warning.  A cell that one device can't do (block not a multiple of its
 * sector), or whose issuer can't be used, stays, refused.  Returns 0 or
 * -errno with d filled; release in either case.
 */
int	plan_make(struct plan *p, const struct options *o,
	    struct target *target, size_t targets,
	    const struct plan_world *world, struct warnings *w,
	    struct diag *d);
void	plan_release(struct plan *p);

/*
 * Close the plan for one target.  bytes: what set-up found or laid out for
 * the range; durable_rate: bytes/s that became durable, 0 not known.  Sizes
 * are rounded down to a multiple of the largest block where they can be.
 */
void	plan_close(struct plan *p, size_t target, uint64_t bytes,
	    double durable_rate, struct warnings *w);

/* Is it the sum of all others, which nothing can be done with? */
static inline bool
plan_is_total(const struct plan *p, size_t target)
{
	return p->together > 0 && target == p->together;
}

/* A cell of the total that one of the targets can't do has no figure. */
void	plan_refuse_total(struct plan *p, size_t target, size_t k,
	    const char *why);
/* Does the cell read the device below a file or directory? */
bool	plan_reads_below(const struct plan *p, const struct plan_cell *c);

/* Passes of target at runs_min runs; bytes they will at most write, 0 where
   their size is still to be found. */
uint64_t plan_passes(const struct plan *p, size_t target);
uint64_t plan_write_bytes(const struct plan *p, size_t target);

/* Are the cells of this target points of a profile? */
bool	plan_is_profile(const struct plan *p, size_t target);

/* Transfer memory of one job of a cell: its buffers, or its pool of data. */
uint64_t plan_job_memory(const struct plan_cell *c);
/* That of all its jobs. */
uint64_t plan_cell_memory(const struct plan_cell *c);

/*
 * What differs besides block and op: "buffered", "direct q8 j2 page",
 * "buffered ra=128k", "raw at 4.0 GiB".
 */
enum { PLAN_VARIANT = 64 };
char	*plan_variant(const struct plan_cell *c, char buf[PLAN_VARIANT]);

/* ---- the read-ahead axis ---- */

/* Is the value all that its variants differ in? */
bool	plan_compares_readahead(const struct plan *p);

/* Is the setting of a target changed by a pass of it? */
bool	plan_sets_readahead(const struct plan *p, size_t target);

/*
 * Bytes that the kernel reads ahead in passes of a cell on its target: off is
 * 0, and default what the setting was when it was looked at; NOT_KNOWN.
 */
uint64_t plan_readahead_bytes(const struct plan_cell *c,
	    const struct target *t);

/*
 * The order of passes over n cells, up to runs_max each.  mirror: rounds
 * 0 1 2, 2 1 0, ..; blocked: all runs of cell 0, then of 1; random: each
 * round shuffled by seed.
 */
struct schedule {
	enum order_mode	 order;
	uint64_t	 random;	/* generator state */
	size_t		 n;
	uint64_t	 runs;
	uint64_t	 step;		/* passes handed out */
	size_t		*deck;		/* n indices, owned */
};
int	schedule_init(struct schedule *s, const struct plan *p, size_t n);
void	schedule_release(struct schedule *s);
/* The next (cell, run from 1); false at the end. */
bool	schedule_next(struct schedule *s, size_t *cell, uint64_t *run);

#endif
