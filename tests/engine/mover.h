/* mover -- an issuer and its buffer, driven as simply as can be. */
#ifndef SEQBENCH_MOVER_H
#define SEQBENCH_MOVER_H

#include "seqbench/engine.h"

enum { MOVER_BLOCK = 8192, MOVER_BLOCKS = 64 };

struct mover {
	struct issuer_context c;
	char		*buffer;	/* MOVER_BLOCKS of them */
	struct io	 io[MOVER_BLOCKS];
	char		 message[256];	/* of an open that failed */
};

/* Open it on the first MOVER_BLOCKS of fd; 0 or what issuer_open() gave. */
int	mover_open(struct mover *m, const struct issuer *is, int fd,
	    enum io_direction direction, unsigned depth);
void	mover_close(struct mover *m);

/* Set io number i: block i of the buffer to or from block i of the file. */
struct io *mover_io(struct mover *m, unsigned i);

/* Move io 0 to n - 1 as they are set; the results are in them. */
void	mover_move(struct mover *m, unsigned n);

/* Set and move one block at a place of the file; its result. */
ssize_t	mover_one(struct mover *m, unsigned i, off_t offset);

/* What block number i holds, made or checked. */
void	mover_fill(struct mover *m, unsigned i, unsigned salt);
void	mover_check(const struct mover *m, unsigned i, unsigned salt);

#endif
