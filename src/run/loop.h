/*
 * loop -- the transfers between t0 and t1, and nothing else.
 *
 * EINTR, EAGAIN and short transfers are continued here, for all issuers
 * alike, and counted.
 */
#ifndef RUN_LOOP_H
#define RUN_LOOP_H

#include "seqbench/engine.h"
#include "seqbench/pattern.h"
#include "seqbench/target.h"

struct loop {
	/* given */
	struct issuer_context *context;	/* open */
	enum io_direction direction;
	char		*buffer;	/* a block, or a pool of them */
	size_t		 buffer_bytes;	/* taken in turn, block by block */
	size_t		 block;
	uint64_t	 offset;	/* of the range */
	uint64_t	 bytes;		/* in the range */
	uint64_t	 align;		/* a tail is asked for in multiples of
					   this (direct); 1: exactly */
	bool		 endless;	/* a stream: its end is no error */
	const struct pattern *stamp;	/* NULL: not stamped */
	uint64_t	 flush_every;	/* fdatasync each N transfers; 0 */
	uint64_t	 deadline_ns;	/* sys_now() value */
	const struct control *control;

	/* found */
	uint64_t	 done;		/* bytes moved */
	uint64_t	 transfers, short_transfers;
	bool		 limited;	/* the deadline ended it */
	bool		 ended;		/* the stream did */
	const char	*failed_op;	/* "read", "write", "flush" */
};

/*
 * Move the range.  0, -EINTR when *stop was set, or the negative errno of
 * the transfer at offset + done, named in failed_op.  A file that ends
 * before its range does is -ENODATA.
 */
int	loop_run(struct loop *l);

#endif
