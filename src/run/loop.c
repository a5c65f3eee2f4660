/* loop -- one transfer after the other, until the range or the time ends. */

#include "loop.h"

#include <errno.h>

#include "seqbench/sys.h"

enum {
	LOOK_MAX	= 256,		/* transfers between clock looks */
	RETRY_NS	= 1000000,	/* after EAGAIN */
	THE_END		= 1,		/* of a stream */
	OUT_OF_TIME	= 2,		/* while it gave nothing */
};
/* A look costs tens of ns, so one a millisecond is well below 0.1 %. */
#define LOOK_NS		1000000ull

/* How many transfers until the next look: often enough, seldom enough. */
struct pace {
	uint64_t	 last_ns, every;
};

static bool
time_is_up(struct pace *p, uint64_t deadline_ns)
{
	uint64_t now = sys_now();

	if (now - p->last_ns < LOOK_NS && p->every < LOOK_MAX)
		p->every *= 2;
	else if (now - p->last_ns > 8 * LOOK_NS)
		p->every = 1;
	p->last_ns = now;
	return now >= deadline_ns;
}

/* A tail is asked for in whole sectors, where the buffer has room for it. */
static size_t
padded(const struct loop *l, size_t length)
{
	size_t odd = length % l->align;

	return odd == 0 ? length : length + l->align - odd;
}

/*
 * What a call that did not move all of its bytes means: 0 go on, THE_END,
 * OUT_OF_TIME, or as loop_run().
 */
static int
unfinished(struct loop *l, ssize_t result)
{
	if (result == -EINTR)
		return *l->control->stop != 0 ? -EINTR : 0;
	if (result == -EAGAIN) {
		if (sys_now() >= l->deadline_ns)
			return OUT_OF_TIME;
		(void)sys_sleep(RETRY_NS);
		return 0;
	}
	l->failed_op = l->direction == IO_READ ? "read" : "write";
	if (result < 0)
		return (int)result;
	if (result == 0 && l->endless)
		return THE_END;
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
		rc = unfinished(l, got);
		/* Direct I/O can't go on from an odd place: the file ends. */
		if (rc == 0 && moved % l->align != 0)
			rc = -ENODATA;
		if (rc == 0 && *l->control->stop != 0)
			rc = -EINTR;
		if (rc != 0)
			break;
		io.length = padded(l, want - moved);
		got = l->issuer->transfer(l->fd, &io);
	}
	l->done += moved;
	return rc;
}

/*
 * At most n blocks of want bytes.  The kernel pushes this loop and what it
 * looks at out of the nearest caches at each call, and there is nothing else
 * that it costs: so it is short, and its state is in registers and in io.
 */
static int
move_blocks(struct loop *l, struct io *io, size_t want, uint64_t n)
{
	ssize_t (*const transfer)(int, struct io *) = l->issuer->transfer;
	const volatile sig_atomic_t *const stop = l->control->stop;
	struct meter *const meter = l->control->meter;
	const struct pattern *const stamp = l->stamp;
	char *const last = l->buffer + (l->buffer_bytes - l->block);
	const uint64_t start = l->offset;
	uint64_t moved;
	int rc = 0;

	io->length = padded(l, want);
	for (moved = 0; moved < n; moved++) {
		if (*stop != 0) {
			rc = -EINTR;
			break;
		}
		if (stamp != NULL)
			pattern_stamp(stamp, io->buffer, want,
			    (uint64_t)io->offset);
		if (transfer(l->fd, io) != (ssize_t)want) {
			rc = finish_block(l, *io, want);
			if (rc != 0)
				break;
		}
		io->offset += (off_t)want;
		meter_set(&meter->bytes, (uint64_t)io->offset - start);
		io->buffer = (char *)io->buffer + want;
		if ((char *)io->buffer > last)
			io->buffer = l->buffer;
	}
	l->done += moved * want;
	l->transfers += moved;
	return rc;
}

static int
flush_now(struct loop *l)
{
	int rc;

	do
		rc = sys_fdatasync(l->fd);
	while (rc == -EINTR && *l->control->stop == 0);
	if (rc < 0 && rc != -EINTR)
		l->failed_op = "flush";
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

int
loop_run(struct loop *l)
{
	struct pace pace = { .last_ns = sys_now(), .every = 1 };
	struct io io = {
		.direction = l->direction,
		.buffer = l->buffer,
		.offset = (off_t)(l->offset + l->done),
	};

	while (l->done < l->bytes) {
		uint64_t left = l->bytes - l->done;
		uint64_t whole = left / l->block, n = stretch(l, &pace);
		int rc;

		if (whole > 0)
			rc = move_blocks(l, &io, l->block,
			    whole < n ? whole : n);
		else
			rc = move_blocks(l, &io, (size_t)left, 1);
		if (rc == 0 && l->flush_every != 0 &&
		    l->transfers % l->flush_every == 0)
			rc = flush_now(l);
		if (rc < 0)
			return rc;
		l->ended = rc == THE_END;
		l->limited = rc == OUT_OF_TIME || (!l->ended &&
		    l->done < l->bytes && time_is_up(&pace, l->deadline_ns));
		if (l->ended || l->limited)
			return 0;
	}
	return 0;
}
