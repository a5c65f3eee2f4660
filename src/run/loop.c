/* loop -- one transfer after the other, until the range or the time ends. */

#include "loop.h"

#include <errno.h>

#include "seqbench/sys.h"

enum {
	LOOK_MAX	= 256,		/* transfers between clock looks */
	RETRY_NS	= 1000000,	/* after EAGAIN */
};
/* A look costs tens of ns, so one a millisecond is well below 0.1 %. */
#define LOOK_NS		1000000ull

/* How many transfers until the next look: often enough, seldom enough. */
struct pace {
	uint64_t	 last_ns, every;
};

static bool
time_is_up(struct loop *l, struct pace *p)
{
	/* A loop that times its transfers has just looked. */
	uint64_t now = l->hist != NULL ? l->now_ns : sys_now();

	if (l->series != NULL)
		series_note(l->series, now - l->start_ns, l->done);
	if (now - p->last_ns < LOOK_NS && p->every < LOOK_MAX)
		p->every *= 2;
	else if (now - p->last_ns > 8 * LOOK_NS)
		p->every = 1;
	p->last_ns = now;
	return now - l->start_ns >= l->limit_ns;
}

size_t
loop_padded(const struct loop *l, size_t length)
{
	size_t odd = length % l->align;

	return odd == 0 ? length : length + l->align - odd;
}

int
loop_unfinished(struct loop *l, ssize_t result)
{
	if (result == -EINTR)
		return *l->control->stop != 0 ? -EINTR : 0;
	if (result == -EAGAIN) {
		if (sys_now() - l->start_ns >= l->limit_ns)
			return LOOP_TIMEOUT;
		(void)sys_sleep(RETRY_NS);
		return 0;
	}
	l->failed_op = l->direction == IO_READ ? "read" : "write";
	if (result < 0)
		return (int)result;
	if (result == 0 && l->endless)
		return LOOP_END;
	if (result == 0)
		return l->direction == IO_READ ? -ENODATA : -ENOSPC;
	l->short_transfers++;
	return 0;
}

/*
 * The rest of a block after a transfer that was not whole.  0: the block is;
 * else the bytes that were moved are counted.
 */
static int
finish_block(struct loop *l, struct io io, size_t want)
{
	size_t moved = 0;
	ssize_t got = io.result;
	int rc;

	for (;;) {
		if (got > 0 && (size_t)got > want - moved)
			got = (ssize_t)(want - moved);	/* padded tail */
		if (got > 0) {
			moved += (size_t)got;
			io.buffer = (char *)io.buffer + got;
			io.offset += got;
		}
		if (moved == want)
			return 0;
		rc = loop_unfinished(l, got);
		/* Direct I/O can't go on from an odd place: the file ends. */
		if (rc == 0 && moved % l->align != 0)
			rc = -ENODATA;
		if (rc == 0 && *l->control->stop != 0)
			rc = -EINTR;
		if (rc != 0)
			break;
		io.length = loop_padded(l, want - moved);
		got = l->context->issuer->transfer(l->context, &io);
	}
	l->done += moved;
	return rc;
}

/* From the end of one transfer to that of the next: one look at the clock. */
static inline uint64_t
time_one(struct hist *h, uint64_t last_ns)
{
	uint64_t now = sys_now();

	hist_add(h, now - last_ns);
	return now;
}

/*
 * At most n blocks of want bytes.  The kernel pushes this loop and what it
 * looks at out of the nearest caches at each call, and there is nothing else
 * that it costs: so it is short, and its state is in registers and in io.
 */
static inline int
move(struct loop *l, struct io *io, size_t want, uint64_t n, bool timed)
{
	struct issuer_context *const context = l->context;
	ssize_t (*const transfer)(struct issuer_context *, struct io *) =
	    context->issuer->transfer;
	const volatile sig_atomic_t *const stop = l->control->stop;
	_Atomic uint64_t *const meter =
	    &l->control->meter->lane[l->lane].bytes;
	const struct pattern *const stamp = l->stamp;
	char *const last = l->buffer + (l->buffer_bytes - l->block);
	const uint64_t start = (uint64_t)io->offset - l->done;
	uint64_t moved, last_ns = l->now_ns;
	int rc = 0;

	io->length = loop_padded(l, want);
	for (moved = 0; moved < n; moved++) {
		if (*stop != 0) {
			rc = -EINTR;
			break;
		}
		if (stamp != NULL)
			pattern_stamp(stamp, io->buffer, want,
			    (uint64_t)io->offset);
		if (transfer(context, io) != (ssize_t)want) {
			rc = finish_block(l, *io, want);
			if (rc != 0)
				break;
		}
		if (timed)
			last_ns = time_one(l->hist, last_ns);
		io->offset += (off_t)want;
		meter_set(meter, (uint64_t)io->offset - start);
		io->buffer = (char *)io->buffer + want;
		if ((char *)io->buffer > last)
			io->buffer = l->buffer;
	}
	l->now_ns = last_ns;
	l->done += moved * want;
	l->failed_at = l->offset + l->done;
	l->transfers += moved;
	return rc;
}

/* Two of them, so that not timing costs nothing. */
static int
move_blocks(struct loop *l, struct io *io, size_t want, uint64_t n)
{
	return l->hist != NULL ? move(l, io, want, n, true) :
	    move(l, io, want, n, false);
}

/* Outside of any clock, so it may take its time. */
static int
move_and_look(struct loop *l, struct io *io, size_t want, uint64_t n)
{
	int rc = 0;

	for (; rc == 0 && n > 0; n--) {
		const struct io block = *io;

		rc = move_blocks(l, io, want, 1);
		if (rc == 0)
			verifier_look(l->verifier, block.buffer, want,
			    (uint64_t)block.offset, l->tally);
	}
	return rc;
}

int
loop_flush(struct loop *l)
{
	int rc;

	do
		rc = l->context->issuer->flush != NULL ?
		    l->context->issuer->flush(l->context) :
		    sys_fdatasync(l->context->args.fd);
	while (rc == -EINTR && *l->control->stop == 0);
	if (rc < 0 && rc != -EINTR) {
		l->failed_op = "flush";
		l->failed_at = l->offset + l->done;
	}
	if (l->hist != NULL)
		l->now_ns = sys_now();
	return rc;
}

/* Transfers until somebody has to look: at the clock, or at a flush. */
static uint64_t
stretch(const struct loop *l, const struct pace *p)
{
	uint64_t n = p->every;

	if (l->flush_every != 0 &&
	    n > l->flush_every - l->transfers % l->flush_every)
		n = l->flush_every - l->transfers % l->flush_every;
	return n;
}

static int
calls_run(struct loop *l)
{
	int (*const blocks)(struct loop *, struct io *, size_t, uint64_t) =
	    l->verifier != NULL ? move_and_look : move_blocks;
	struct pace pace = { .last_ns = l->start_ns, .every = 1 };
	struct io io = {
		.direction = l->direction,
		.buffer = l->buffer,
	};

	while (l->done < l->bytes) {
		uint64_t left = l->bytes - l->done;
		uint64_t whole, n = stretch(l, &pace);
		int rc;

		io.offset = (off_t)loop_place(l, l->done, &left);
		whole = left / l->block;
		if (whole > 0)
			rc = blocks(l, &io, l->block,
			    whole < n ? whole : n);
		else
			rc = blocks(l, &io, (size_t)left, 1);
		if (rc == 0 && l->flush_every != 0 &&
		    l->transfers % l->flush_every == 0)
			rc = loop_flush(l);
		if (rc < 0)
			return rc;
		l->ended = rc == LOOP_END;
		l->limited = rc == LOOP_TIMEOUT || (!l->ended &&
		    l->done < l->bytes && time_is_up(l, &pace));
		if (l->ended || l->limited)
			return 0;
	}
	return 0;
}

int
loop_run(struct loop *l)
{
	l->now_ns = l->start_ns = sys_now();
	return issuer_is_async(l->context->issuer) ? queue_run(l) :
	    calls_run(l);
}
