/* uring_ring -- the rings of io_uring(7): made, mapped, and undone. */
#ifndef ENGINE_URING_RING_H
#define ENGINE_URING_RING_H

#include <linux/io_uring.h>

#include <stdatomic.h>
#include <stddef.h>

struct ring {
	int		 fd;
	unsigned	 flags;		/* of the set-up, as taken */

	/* Submission: the tail is ours, the entries go before it. */
	_Atomic unsigned *sq_tail;
	unsigned	 sq_mask;
	struct io_uring_sqe *sqe;

	/* Completion: the tail is the kernel's, the head ours. */
	_Atomic unsigned *cq_head, *cq_tail;
	unsigned	 cq_mask;
	const struct io_uring_cqe *cqe;

	void		*rings;
	size_t		 rings_bytes, sqe_bytes;
};

/*
 * A ring of at least so many entries, with the newest flags that the kernel
 * takes.  0, or a negative errno and nothing to close.
 */
int	ring_open(struct ring *r, unsigned entries);
void	ring_close(struct ring *r);

#endif
