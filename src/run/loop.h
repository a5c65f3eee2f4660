/*
 * loop -- the transfers of one job between t0 and t1, and nothing else.
 *
 * EINTR, EAGAIN and short transfers are continued here, for all issuers
 * alike, and counted.  A synchronous issuer is driven by loop.c, one that
 * keeps several transfers in flight by queue.c.
 */
#ifndef RUN_LOOP_H
#define RUN_LOOP_H

#include "seqbench/engine.h"
#include "seqbench/latency.h"
#include "seqbench/map.h"
#include "seqbench/pattern.h"
#include "seqbench/series.h"
#include "seqbench/target.h"
#include "verifier.h"

struct loop {
	/* given */
	struct issuer_context *context;	/* open */
	enum io_direction direction;
	char		*buffer;	/* a block, or a pool of them */
	size_t		 buffer_bytes;	/* taken in turn, block by block */
	size_t		 block;
	uint64_t	 offset;	/* of the range */
	uint64_t	 bytes;		/* in the range */
	const struct map *map;		/* where the range lies on what is
					   read; NULL: at its offsets */
	uint64_t	 align;		/* a tail is asked for in multiples of
					   this (direct); 1: exactly */
	bool		 endless;	/* a stream: its end is no error */
	const struct pattern *stamp;	/* NULL: not stamped */
	const struct verifier *verifier;	/* NULL: not looked at */
	struct verify_tally *tally;	/* what the verifier finds */
	uint64_t	 flush_every;	/* fdatasync each N transfers; 0 */
	uint64_t	 limit_ns;	/* it may take so long; UINT64_MAX */
	unsigned	 lane;		/* of the meter */
	struct hist	*hist;		/* NULL: transfers are not timed */
	struct series	*series;	/* NULL: none is kept */
	const struct control *control;

	/* found */
	uint64_t	 start_ns;	/* sys_now() */
	uint64_t	 now_ns;	/* the last look at the clock, where
					   transfers are timed */
	uint64_t	 done;		/* bytes moved */
	uint64_t	 transfers, short_transfers;
	bool		 limited;	/* the deadline ended it */
	bool		 ended;		/* the stream did */
	const char	*failed_op;	/* "read", "write", "flush" */
	uint64_t	 failed_at;	/* its offset */
	uint64_t	 thread_ns;	/* CPU of the threads made for it */
};

/*
 * Move the range.  0, -EINTR when *stop was set, or the negative errno of a
 * transfer, named in failed_op and failed_at; nothing is in flight then.  A
 * file that ends before its range does is -ENODATA.
 */
int	loop_run(struct loop *l);

/* ---- shared by loop.c and queue.c ---- */

/*
 * Where byte number at of the range is read or written; *left, of the bytes
 * from there on, is cut to what follows each other there.
 */
static inline uint64_t
loop_place(const struct loop *l, uint64_t at, uint64_t *left)
{
	uint64_t place, mapped;

	if (l->map == NULL)
		return l->offset + at;
	place = map_at(l->map, l->offset + at, &mapped);
	if (*left > mapped)
		*left = mapped;
	return place;
}

enum {
	LOOP_END	= 1,		/* of a stream */
	LOOP_TIMEOUT	= 2,		/* while it gave nothing */
};

/* loop_run() for an issuer with submit and reap. */
int	queue_run(struct loop *l);

/* A tail is asked for in whole sectors, where the buffer has room for it. */
size_t	loop_padded(const struct loop *l, size_t length);

/*
 * What a call that did not move all of its bytes means: 0 go on, LOOP_END,
 * LOOP_TIMEOUT, or as loop_run().
 */
int	loop_unfinished(struct loop *l, ssize_t result);

int	loop_flush(struct loop *l);

#endif
