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

/* When to look at the clock: often enough, seldom enough. */
struct pace {
	uint64_t	 last_ns;
	unsigned	 every, left;
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
	p->left = p->every;
	return now >= deadline_ns;
}

/* A tail is asked for in whole sectors, where the buffer has room for it. */
static size_t
padded(const struct loop *l, size_t length)
{
	size_t odd = length % l->align;

	return odd == 0 ? length : length + l->align - odd;
}

/* What a call that did not move all of its bytes means: see loop_run(). */
static int
unfinished(struct loop *l, ssize_t result)
{
	if (result == -EINTR)
		return *l->control->stop != 0 ? -EINTR : 0;
	if (result == -EAGAIN) {
		(void)sys_sleep(RETRY_NS);
		return 0;
	}
	l->failed_op = l->direction == IO_READ ? "read" : "write";
	if (result < 0)
		return (int)result;
	if (result == 0 && l->endless) {
		l->ended = true;
		return 0;
	}
	if (result == 0)
		return l->direction == IO_READ ? -ENODATA : -ENOSPC;
	l->short_transfers++;
	return 0;
}

/* The rest of a block after a transfer that was not whole. */
static int
finish_block(struct loop *l, struct io *io, size_t want)
{
	size_t moved = 0;
	ssize_t got = io->result;
	int rc;

	for (;;) {
		if (got > 0 && (size_t)got > want - moved)
			got = (ssize_t)(want - moved);	/* padded tail */
		if (got > 0)
			moved += (size_t)got;
		if (moved == want)
			break;
		if ((rc = unfinished(l, got)) < 0 || l->ended) {
			l->done += moved;
			return rc;
		}
		/* Direct I/O can't go on from an odd place: the file ends. */
		if (moved % l->align != 0) {
			l->done += moved;
			return -ENODATA;
		}
		if (*l->control->stop != 0) {
			l->done += moved;
			return -EINTR;
		}
		io->buffer = (char *)io->buffer + (got > 0 ? got : 0);
		io->offset = (off_t)(l->offset + l->done + moved);
		io->length = padded(l, want - moved);
		got = l->issuer->transfer(l->fd, io);
	}
	l->done += want;
	return 0;
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

int
loop_run(struct loop *l)
{
	struct pace pace = { .last_ns = sys_now(), .every = 1, .left = 1 };
	struct io io = { .direction = l->direction };
	ssize_t (*transfer)(int, struct io *) = l->issuer->transfer;
	size_t at = 0;			/* in the buffer */
	int rc;

	while (l->done < l->bytes) {
		size_t want = l->block;

		if (*l->control->stop != 0)
			return -EINTR;
		if (want > l->bytes - l->done)
			want = (size_t)(l->bytes - l->done);
		io.buffer = l->buffer + at;
		io.offset = (off_t)(l->offset + l->done);
		io.length = padded(l, want);
		if (l->stamp != NULL)
			pattern_stamp(l->stamp, io.buffer, want,
			    l->offset + l->done);
		if (transfer(l->fd, &io) == (ssize_t)want)
			l->done += want;
		else if ((rc = finish_block(l, &io, want)) < 0 || l->ended)
			return rc;
		at += l->block;
		if (at + l->block > l->buffer_bytes)
			at = 0;
		l->transfers++;
		meter_set(&l->control->meter->bytes, l->done);
		if (l->flush_every != 0 && l->transfers % l->flush_every == 0 &&
		    (rc = flush_now(l)) < 0)
			return rc;
		if (--pace.left == 0 && time_is_up(&pace, l->deadline_ns)) {
			l->limited = l->done < l->bytes;
			return 0;
		}
	}
	return 0;
}
