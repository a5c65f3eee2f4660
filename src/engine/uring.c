/*
 * uring -- io_uring(7) by its system calls: submit() only fills entries, and
 * one call in reap() hands them over and waits.
 */

#include "issuers.h"

#include <sys/uio.h>

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "reason.h"
#include "seqbench/diag.h"
#include "seqbench/queue.h"
#include "uring_ring.h"

struct uring {
	struct ring	 ring;
	unsigned	 waiting;	/* filled in, the kernel not told */
	unsigned	 in_flight;	/* those too */
	bool		 fixed_file;
	bool		 fixed_buffer;
	int		 buffer_error;	/* why it is not, negative errno */
};

static const struct feature io_uring = {
	.name	= "io_uring",
	.major	= 5, .minor = 6,
	.option	= "CONFIG_IO_URING",
	.sysctl	= true,
};

/* [fixed_buffer][direction] */
static const uint8_t opcode[2][2] = {
	{ [IO_READ] = IORING_OP_READ, [IO_WRITE] = IORING_OP_WRITE },
	{ [IO_READ] = IORING_OP_READ_FIXED,
	    [IO_WRITE] = IORING_OP_WRITE_FIXED },
};

static int
uring_probe(char why[ISSUER_WHY])
{
	struct ring r;
	int rc = ring_open(&r, 1);

	if (rc < 0)
		return feature_why(&io_uring, rc, why);
	ring_close(&r);
	return 0;
}

/*
 * Registered, pages are pinned once and not at each transfer.  They count
 * against RLIMIT_MEMLOCK, and a buffer above 1 GiB is not taken.
 */
static int
register_buffer(struct uring *u, const struct issuer_args *args)
{
	struct iovec whole = { args->buffer, args->buffer_bytes };
	int rc = sys_uring_register(u->ring.fd, IORING_REGISTER_BUFFERS,
	    &whole, 1);

	if (rc == -ENOMEM && sys_memlock_raise() == 0)
		rc = sys_uring_register(u->ring.fd, IORING_REGISTER_BUFFERS,
		    &whole, 1);
	return rc;
}

static int
uring_open(struct issuer_context *c, struct diag *d)
{
	struct uring *u = c->priv;
	int32_t fd = c->args.fd;
	char why[ISSUER_WHY];
	int rc = ring_open(&u->ring, c->args.depth);

	if (rc < 0) {
		feature_why(&io_uring, rc, why);
		return diag_set(d, rc, "uring: depth %u: %s", c->args.depth,
		    why);
	}
	u->buffer_error = register_buffer(u, &c->args);
	u->fixed_buffer = u->buffer_error == 0;
	u->fixed_file = sys_uring_register(u->ring.fd, IORING_REGISTER_FILES,
	    &fd, 1) == 0;
	return 0;
}

static int
uring_submit(struct issuer_context *c, struct io *const *list, unsigned n)
{
	struct uring *u = c->priv;
	struct ring *r = &u->ring;
	unsigned room = c->args.depth - u->in_flight;
	unsigned tail = atomic_load_explicit(r->sq_tail, memory_order_relaxed);

	if (n > room)
		n = room;
	for (unsigned i = 0; i < n; i++) {
		const struct io *io = list[i];

		r->sqe[(tail + i) & r->sq_mask] = (struct io_uring_sqe){
			.opcode = opcode[u->fixed_buffer][io->direction],
			.flags = u->fixed_file ? IOSQE_FIXED_FILE : 0,
			.fd = u->fixed_file ? 0 : c->args.fd,
			.off = (uint64_t)io->offset,
			.addr = (uint64_t)(uintptr_t)io->buffer,
			.len = (uint32_t)io->length,
			.user_data = (uint64_t)(uintptr_t)io,
		};
	}
	/* The entries must be visible before the tail that covers them. */
	atomic_store_explicit(r->sq_tail, tail + n, memory_order_release);
	u->waiting += n;
	u->in_flight += n;
	return (int)n;
}

/* What is completed, without a call. */
static unsigned
take(struct uring *u, struct io **done, unsigned max)
{
	struct ring *r = &u->ring;
	unsigned head = atomic_load_explicit(r->cq_head, memory_order_relaxed);
	unsigned tail = atomic_load_explicit(r->cq_tail, memory_order_acquire);
	unsigned n;

	for (n = 0; n < max && head + n != tail; n++) {
		const struct io_uring_cqe *e = &r->cqe[(head + n) & r->cq_mask];

		/* NOLINTNEXTLINE(performance-no-int-to-ptr) */
		done[n] = (struct io *)(uintptr_t)e->user_data;
		done[n]->result = e->res;
	}
	/* Only now that they were read may the kernel write there again. */
	atomic_store_explicit(r->cq_head, head + n, memory_order_release);
	u->in_flight -= n;
	return n;
}

static int
uring_reap(struct issuer_context *c, struct io **done, unsigned min,
    unsigned max)
{
	struct uring *u = c->priv;
	unsigned got = 0;
	int rc;

	if (max > u->in_flight)
		max = u->in_flight;
	if (min > max)
		min = max;
	if (u->waiting == 0 && min > 0 && (got = take(u, done, max)) >= min)
		return (int)got;
	/* Once, but where the kernel stops at an entry that it refuses. */
	do {
		rc = sys_uring_enter(u->ring.fd, u->waiting, min - got,
		    IORING_ENTER_GETEVENTS);
		if (rc > 0)
			u->waiting -= (unsigned)rc;
	} while (rc > 0 && u->waiting > 0);
	got += take(u, done + got, max - got);
	if (got > 0)
		return (int)got;
	if (rc < 0)
		return rc;
	return min > 0 ? -EINTR : 0;
}

/* Entries that the kernel was not told of are not in flight. */
static void
uring_close(struct issuer_context *c)
{
	struct uring *u = c->priv;
	struct io *done;
	int rc = 0;

	u->in_flight -= u->waiting;
	u->waiting = 0;
	while (u->in_flight > 0 && (rc >= 0 || rc == -EINTR))
		rc = uring_reap(c, &done, 1, 1);
	ring_close(&u->ring);
}

static void
uring_describe(const struct issuer_context *c, char text[ISSUER_TEXT])
{
	static const char *const registered[2][2] = {
		{ "nothing registered", "registered file" },
		{ "registered buffer", "registered buffer and file" },
	};
	const struct uring *u = c->priv;
	unsigned flags = u->ring.flags;

	snprintf(text, ISSUER_TEXT, "%s%s%s%s%s",
	    registered[u->fixed_buffer][u->fixed_file],
	    u->fixed_buffer ? "" : ", buffer: ",
	    u->fixed_buffer ? "" : u->buffer_error == -ENOMEM ?
	    "locked memory limit (ulimit -l)" : strerror(-u->buffer_error),
	    flags & IORING_SETUP_DEFER_TASKRUN ? ", DEFER_TASKRUN" : "",
	    (flags & IORING_SETUP_DEFER_TASKRUN) == 0 &&
	    flags & IORING_SETUP_COOP_TASKRUN ? ", COOP_TASKRUN" : "");
}

const struct issuer issuer_uring = {
	.name	    = "uring",
	.summary    = "io_uring: several transfers in flight",
	.moves_data = true,
	.positioned = true,
	.priv_size  = sizeof(struct uring),
	.probe	    = uring_probe,
	.open	    = uring_open,
	.close	    = uring_close,
	.submit	    = uring_submit,
	.reap	    = uring_reap,
	.describe   = uring_describe,
};
