/* uring_ring -- the rings of io_uring(7): made, mapped, and undone. */

#include "uring_ring.h"

#include <errno.h>

#include "seqbench/queue.h"
#include "seqbench/sys.h"

/* Needed: one mapping for both rings (5.4), READ and WRITE (5.6). */
#define FEATURES	(IORING_FEAT_SINGLE_MMAP | IORING_FEAT_RW_CUR_POS)

/*
 * Completions wait for the call that asks for them instead of interrupting
 * the submitter.  Newest first: what an older kernel refuses is taken off.
 */
static const unsigned optional[] = {
	IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_SINGLE_ISSUER, /* 6.1, 6.0 */
	IORING_SETUP_COOP_TASKRUN,				/* 5.19 */
	IORING_SETUP_SUBMIT_ALL,				/* 5.18 */
};

enum { OPTIONAL = sizeof optional / sizeof *optional };

static int
set_up(struct ring *r, unsigned entries, struct io_uring_params *p)
{
	unsigned flags = 0;

	for (size_t i = 0; i < OPTIONAL; i++)
		flags |= optional[i];
	for (size_t i = 0;; flags &= ~optional[i++]) {
		*p = (struct io_uring_params){ .flags = flags };
		r->fd = sys_uring_setup(entries, p);
		r->flags = flags;
		if (r->fd != -EINVAL || i == OPTIONAL)
			break;
	}
	if (r->fd < 0)
		return r->fd;
	return (p->features & FEATURES) == FEATURES ? 0 : -ENOSYS;
}

static void *
at(const struct ring *r, unsigned offset)
{
	return (char *)r->rings + offset;
}

static int
map(struct ring *r, const struct io_uring_params *p)
{
	size_t sq = p->sq_off.array + p->sq_entries * sizeof(unsigned);
	size_t cq = p->cq_off.cqes + p->cq_entries * sizeof *r->cqe;
	void *sqe;
	int rc;

	r->rings_bytes = sq > cq ? sq : cq;
	r->sqe_bytes = p->sq_entries * sizeof *r->sqe;
	if ((rc = sys_uring_map(r->fd, IORING_OFF_SQ_RING, r->rings_bytes,
	    &r->rings)) < 0 ||
	    (rc = sys_uring_map(r->fd, IORING_OFF_SQES, r->sqe_bytes,
	    &sqe)) < 0)
		return rc;
	r->sqe = sqe;
	r->sq_tail = at(r, p->sq_off.tail);
	r->sq_mask = p->sq_entries - 1;
	r->cq_head = at(r, p->cq_off.head);
	r->cq_tail = at(r, p->cq_off.tail);
	r->cq_mask = p->cq_entries - 1;
	r->cqe = at(r, p->cq_off.cqes);
	/* Entries are used in order, so each place names its own. */
	for (unsigned i = 0; i < p->sq_entries; i++)
		((unsigned *)at(r, p->sq_off.array))[i] = i;
	return 0;
}

int
ring_open(struct ring *r, unsigned entries)
{
	struct io_uring_params p;
	int rc;

	*r = (struct ring){ .fd = -1 };
	if ((rc = set_up(r, entries, &p)) < 0 || (rc = map(r, &p)) < 0) {
		ring_close(r);
		return rc;
	}
	return 0;
}

void
ring_close(struct ring *r)
{
	sys_uring_unmap(r->sqe, r->sqe_bytes);
	sys_uring_unmap(r->rings, r->rings_bytes);
	if (r->fd >= 0)
		(void)sys_close(r->fd);
	*r = (struct ring){ .fd = -1 };
}
