/*
 * result -- everything one session found; what all formats are made from.
 *
 * Filled by run, read by report.  A sample is what one pass gave; a cell is
 * its samples and their summary.  Bytes and nanoseconds throughout; NOT_KNOWN
 * (file.h) where a number was not to be had.  seqbench(5) documents every
 * field for users.
 */
#ifndef SEQBENCH_RESULT_H
#define SEQBENCH_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "seqbench/diag.h"
#include "seqbench/host.h"
#include "seqbench/latency.h"
#include "seqbench/limit.h"
#include "seqbench/plan.h"
#include "seqbench/rate.h"
#include "seqbench/series.h"
#include "seqbench/verify.h"

/* Of a sample; a cell's are those of its samples and of its rate. */
enum flag {
	FLAG_CACHED	= 1 << 0,	/* c part came from a cache */
	FLAG_UNCHECKED	= 1 << 1,	/* u cold could not be checked */
	FLAG_ZEROS	= 1 << 2,	/* z only zeros or ones were read */
	FLAG_NOISY	= 1 << 3,	/* n spread above 5 % */
	FLAG_OUTLIER	= 1 << 4,	/* o */
	FLAG_DRIFT	= 1 << 5,	/* d */
	FLAG_SHORT	= 1 << 6,	/* s shorter than 0.5 s */
	FLAG_LOAD	= 1 << 7,	/* l other load */
	FLAG_FRAGMENTED	= 1 << 8,	/* f */
	FLAG_TOOL	= 1 << 9,	/* x bound by the tool itself */
	FLAG_ERROR	= 1 << 10,	/* e */
	FLAG_FELL	= 1 << 11,	/* t speed fell for good in a pass */
	FLAG_BLOCK	= 1 << 12,	/* b block above the read-ahead */
	FLAG_WRONG	= 1 << 13,	/* v wrong data was read back */
};

struct flag_row {
	enum flag	 flag;
	char		 letter;
	const char	*word;		/* in JSON */
	const char	*meaning;	/* under the table */
};
extern const struct flag_row flag_rows[];	/* letter '\0' ends */

struct io_error {
	int		 code;		/* positive errno; 0: none */
	const char	*op;		/* "read", "write", "flush", "open",
					   "map" */
	uint64_t	 offset;	/* NOT_KNOWN */
	char		 text[256];	/* the sentence without the program */
};

enum cache_check {
	CHECK_NONE,		/* does not apply: direct, write, warm.. */
	CHECK_COLD,		/* dropped, and nothing was resident */
	CHECK_RESIDENT,		/* cached_bytes stayed */
	CHECK_UNKNOWN,		/* not the owner, or no way to ask */
	CHECK_MEMORY,		/* tmpfs: there is no cold */
};
/* "cold", "resident", "unknown", "memory"; NONE: "". */
const char *cache_check_text(enum cache_check c);
/* The one that says least of a figure's truth. */
enum cache_check cache_check_worse(enum cache_check a, enum cache_check b);

/* What one job of a pass moved; start since the pass's t0. */
struct job_sample {
	uint64_t	 start_ns, transfer_ns;
	uint64_t	 bytes;
	uint64_t	 offset;	/* of its range */
};

/* What --verify found when it read again what a pass had moved. */
struct verification {
	bool		 done;		/* it was begun */
	struct verify_tally tally;
	uint64_t	 ns;
	uint64_t	 cached_bytes;	/* resident before it; NOT_KNOWN */
};

/* What a device moved in a pass; NOT_KNOWN. */
struct moved {
	uint64_t	 read_bytes, write_bytes, transfers;
};

struct sample {
	uint64_t	 run, round;	/* from 1; round = place in session */
	uint64_t	 start_ns;	/* t0, since the session's start */
	uint64_t	 bytes;
	uint64_t	 transfer_ns;	/* t1 - t0 */
	uint64_t	 flush_ns;	/* t2 - t1 */
	uint64_t	 close_ns;	/* t3 - t2 */
	uint64_t	 user_ns, system_ns;
	uint64_t	 voluntary, involuntary;
	double		 busy_share;	/* of all CPUs, whole system; < 0 */
	uint64_t	 cached_bytes;	/* resident before t0 */
	enum cache_check cache_check;
	struct moved	 device;
	struct moved	 bottom;	/* of the target's layers, together */
	uint64_t	 io_read_bytes, io_write_bytes;	/* /proc/self/io */
	uint64_t	 transfers, short_transfers;
	uint64_t	 buffer_page_bytes;
	uint64_t	 extent_address, extents;	/* of what is read, or
							   of the file made */
	struct latency	 latency;	/* count 0: not taken */
	struct series	 series;	/* bytes by interval after t0 */
	double		 in_flight;	/* mean transfers in flight; < 0 */
	enum limit	 limit;		/* what held it back */
	bool		 kernel_workers;	/* a tenth of its CPU or more
					   was the kernel's threads for
					   asynchronous transfers */
	struct job_sample *job;		/* jobs of them, owned by the cell's
					   sample; NULL for one job */
	size_t		 jobs;
	bool		 limited;	/* the time limit ended it */
	struct verification verify;
	unsigned	 flags;		/* enum flag */
	struct io_error	 error;
};

struct cell {
	const struct plan_cell *plan;
	struct sample	*sample;	/* owned */
	size_t		 samples;
	struct rate	 rate;
	struct comparison against;	/* variant 0 of block and op;
					   VERDICT_NONE for it itself */
	char		 queue[ISSUER_TEXT];	/* what of the kernel's offers
					   its issuer used; "" */
	bool		 star;		/* smallest block, or read-ahead, like
					   the best */
	unsigned	 flags;
	struct io_error	 error;		/* first of its samples; of a refused
					   cell EINVAL, "open" and why */
};

/*
 * Per target x op x variant, what the star line says of its blocks; where
 * values of read-ahead are compared, of those, per block (variant is the
 * first one's).
 */
struct star {
	size_t		 target;
	enum op		 op;
	size_t		 variant;
	int		 cell;		/* index into result->cell, or
					   STAR_NONE, STAR_TOO_FEW */
	size_t		 first;		/* of the cells it was looked for in */
};

/* What set-up and the first round found of a target. */
struct target_record {
	struct io_limit	 io_limit;	/* host_io_limit() */
	bool		 cut_short;	/* the lay-out was ended by slowness */
	double		 read_rate;	/* bytes/s of the probe; 0 unknown */
	double		 durable_rate;	/* bytes/s of the lay-out; 0 unknown */
	uint64_t	 reached[OP_COUNT];	/* bytes that later rounds are
					   held to by the time limit; 0 */
	double		 seconds;	/* estimate for all its passes */
	uint64_t	 below_extents;	/* of the file on the device below;
					   0: raw did not read it there */
	uint64_t	 below_compared;	/* blocks read both ways */
	char		 error[512];	/* why it could not be set up or kept:
					   the sentence without its path; "" */
};

struct result {
	const char	*label;		/* or NULL */
	time_t		 started;
	int		 argc;
	char		**argv;
	struct host	 host;
	struct target_record *record;	/* plan->targets of them; owned */
	const struct plan *plan;
	struct cell	*cell;		/* plan->cells of them; owned */
	struct star	*star;		/* owned */
	size_t		 stars;
	double		 null_ns;	/* a block of the null engine; 0 */
	struct warnings	 warnings;
	int		 signal;	/* that ended the session; 0 */
};

/*
 * Allocate cells and records of a plan, closed or not.  r starts as { 0 };
 * what was set since then (label, warnings ..) stays.  The plan must outlive
 * the result.  0 or -ENOMEM; release in either case.
 */
int	result_init(struct result *r, const struct plan *p);
void	result_release(struct result *r);

/*
 * Append a sample to a cell: copied, its jobs taken over in any case, and
 * flagged where its series fell for good.  0 or -ENOMEM.
 */
int	result_add(struct result *r, size_t cell, const struct sample *s);

/*
 * Make rates, comparisons, stars and flags from the samples there are;
 * those with an error count for none of them but the flags.  May be called
 * again after more samples.  Pure.  0 or -ENOMEM.
 */
int	result_summarize(struct result *r);

/* The rate of one cell alone. */
int	result_rate(struct result *r, size_t cell);

/* Nanoseconds that count: reads transfer_ns, writes transfer + flush. */
uint64_t sample_clocked_ns(const struct sample *s, enum op op);
/* Bytes per second of them; < 0 where nothing was moved. */
double	sample_rate(const struct sample *s, enum op op);
double	job_rate(const struct job_sample *j);
/* What was moved in the op's own direction; NOT_KNOWN. */
uint64_t moved_bytes(const struct moved *m, enum op op);

/* Sums over a cell's samples without errors; NOT_KNOWN where any is. */
double	cell_cpu_per_gib(const struct cell *c);	/* s/GiB, < 0 unknown */
double	cell_device_ratio(const struct cell *c);	/* dev/app, < 0 */
double	cell_bottom_ratio(const struct cell *c);	/* the same of those */
/* Mean bytes of a transfer of the bottoms, in both directions; < 0. */
double	cell_transfer_bytes(const struct cell *c);

/* What held most of its samples without errors back. */
enum limit cell_limit(const struct cell *c);

/* STATUS_OK, or the exit status the result asks for (not signals). */
enum status result_status(const struct result *r);

#endif
