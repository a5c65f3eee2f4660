/* queue -- several transfers in flight, until the range or the time ends. */

#include "loop.h"

#include <errno.h>
#include <stdlib.h>

#include "seqbench/sys.h"

#define RETRY_NS	1000000ull	/* when nothing could be handed over */
/*
 * Bytes that are stamped in one go, some us, while the device is busy: small
 * enough that what came back meanwhile does not wait, large enough that
 * looking for it costs nothing.
 */
#define STAMP_BYTES	((size_t)64 << 10)

/* A transfer on its way; the io comes first, so that reap() gives it back. */
struct slot {
	struct io	 io;
	char		*buffer;
	uint64_t	 offset;	/* of the block */
	uint64_t	 place;		/* where that is moved */
	size_t		 want, moved;
	uint64_t	 sent_ns;
};

struct queue {
	struct loop	*loop;
	unsigned	 depth;
	uint64_t	 next;		/* bytes of the range handed out */
	uint64_t	 handed;	/* transfers handed out */
	int		 rc;		/* the first error */
	uint64_t	 now;

	struct slot	*slot;
	size_t		 slots;
	struct slot	**idle;		/* a ring: oldest first */
	size_t		 first, idles;
	size_t		 stamped;	/* of them, for what is next */
	struct io	**waiting;	/* filled in, not yet submitted */
	unsigned	 waits;
	struct io	**done;		/* what reap() answers */
	unsigned	 in_flight;
};

/* An error of no one transfer: the first that is not done yet has it. */
static int
queue_fail(struct loop *l, int code)
{
	l->failed_op = l->direction == IO_READ ? "read" : "write";
	l->failed_at = l->offset + l->done;
	return code;
}

static int
queue_open(struct queue *q, struct loop *l)
{
	size_t depth = l->context->args.depth;

	*q = (struct queue){ .loop = l, .depth = (unsigned)depth };
	q->slots = l->buffer_bytes / l->block;
	q->slot = calloc(q->slots, sizeof *q->slot);
	q->idle = calloc(q->slots, sizeof(struct slot *));
	q->waiting = calloc(depth, sizeof(struct io *));
	q->done = calloc(depth, sizeof(struct io *));
	if (q->slot == NULL || q->idle == NULL || q->waiting == NULL ||
	    q->done == NULL)
		return queue_fail(l, -ENOMEM);
	for (size_t i = 0; i < q->slots; i++) {
		q->slot[i].buffer = l->buffer + i * l->block;
		q->idle[q->idles++] = &q->slot[i];
	}
	return 0;
}

static void
queue_close(struct queue *q)
{
	free(q->slot);
	free(q->idle);
	free(q->waiting);
	free(q->done);
}

/*
 * Reads use the buffer that came back last, which is warm; writes the one
 * that rests longest, so that the whole pool of data is written in turn.
 */
static struct slot *
take_idle(struct queue *q)
{
	size_t at = q->first;

	q->idles--;
	if (q->loop->direction == IO_READ)
		at += q->idles;
	else
		q->first = (q->first + 1) % q->slots;
	return q->idle[at % q->slots];
}

static void
give_idle(struct queue *q, struct slot *s)
{
	q->idle[(q->first + q->idles++) % q->slots] = s;
}

/* More to hand out?  Not past an error, a stop, the time or a flush. */
static bool
has_more(const struct queue *q)
{
	const struct loop *l = q->loop;

	return q->next < l->bytes && q->rc == 0 && !l->limited &&
	    *l->control->stop == 0 && (l->flush_every == 0 ||
	    q->handed - l->transfers == 0 || q->handed % l->flush_every != 0);
}

/*
 * Blocks that are to be stamped now, before anything is waited for: a go, or
 * what is left where nothing is ready.
 */
static size_t
to_stamp(const struct queue *q)
{
	const struct loop *l = q->loop;
	size_t n = q->idles < q->depth ? q->idles : q->depth;
	size_t go = STAMP_BYTES / l->block + 1;
	uint64_t left = (l->bytes - q->next + l->block - 1) / l->block;

	if (l->stamp == NULL || !has_more(q))
		return 0;
	n = (left < n ? (size_t)left : n) - q->stamped;
	if (q->stamped > 0 && n < go)
		return 0;
	return n < go ? n : go;
}

static void
stamp_ahead(struct queue *q)
{
	struct loop *l = q->loop;

	for (size_t n = to_stamp(q); n > 0; n--, q->stamped++) {
		uint64_t at = q->next + q->stamped * l->block;
		uint64_t left = l->bytes - at;

		pattern_stamp(l->stamp,
		    q->idle[(q->first + q->stamped) % q->slots]->buffer,
		    left < l->block ? (size_t)left : l->block,
		    l->offset + at);
	}
}

static bool
is_ready(const struct queue *q)
{
	return q->loop->stamp != NULL ? q->stamped > 0 : q->idles > 0;
}

static void
prepare(struct queue *q)
{
	struct loop *l = q->loop;
	uint64_t left = l->bytes - q->next;
	struct slot *s = take_idle(q);

	s->place = loop_place(l, q->next, &left);
	s->want = left < l->block ? (size_t)left : l->block;
	s->moved = 0;
	s->offset = l->offset + q->next;
	s->io = (struct io){
		.direction = l->direction,
		.buffer = s->buffer,
		.length = loop_padded(l, s->want),
		.offset = (off_t)s->place,
	};
	if (l->stamp != NULL)
		q->stamped--;
	q->next += s->want;
	q->handed++;
	q->waiting[q->waits++] = &s->io;
}

/* Fill up to the depth; one look at the clock for the whole burst. */
static void
hand_over(struct queue *q)
{
	struct loop *l = q->loop;
	unsigned before = q->waits;
	int n;

	while (q->waits + q->in_flight < q->depth && is_ready(q) &&
	    has_more(q))
		prepare(q);
	if (q->waits == 0)
		return;
	if (l->stamp != NULL)
		q->now = sys_now();
	for (unsigned i = before; i < q->waits; i++)
		((struct slot *)q->waiting[i])->sent_ns = q->now;
	n = l->context->issuer->submit(l->context, q->waiting, q->waits);
	if (n == -EAGAIN || n == -EINTR)
		return;
	if (n < 0) {
		struct slot *s = (struct slot *)q->waiting[0];

		if (q->rc == 0) {
			q->rc = queue_fail(l, n);
			l->failed_at = s->offset + s->moved;
		}
		q->waits = 0;
		return;
	}
	q->in_flight += (unsigned)n;
	q->waits -= (unsigned)n;
	for (unsigned i = 0; i < q->waits; i++)
		q->waiting[i] = q->waiting[i + (unsigned)n];
}

/* A transfer came back: the block is done, goes on, or has failed. */
static void
settle(struct queue *q, struct slot *s)
{
	struct loop *l = q->loop;
	ssize_t got = s->io.result;
	size_t left = s->want - s->moved;
	int rc;

	if (got > 0)
		s->moved += (size_t)got < left ? (size_t)got : left;
	if (s->moved == s->want) {
		l->done += s->want;
		l->transfers++;
		if (l->hist != NULL)
			hist_add(l->hist, q->now - s->sent_ns);
		if (l->verifier != NULL)
			verifier_look(l->verifier, s->buffer, s->want,
			    s->offset, l->tally);
		give_idle(q, s);
		return;
	}
	rc = loop_unfinished(l, got);
	if (rc == 0 && s->moved % l->align != 0)
		rc = -ENODATA;
	if (rc == 0 && q->rc == 0 && *l->control->stop == 0) {
		s->io.buffer = s->buffer + s->moved;
		s->io.offset = (off_t)(s->place + s->moved);
		s->io.length = loop_padded(l, s->want - s->moved);
		q->waiting[q->waits++] = &s->io;
		return;
	}
	l->done += s->moved;
	l->limited |= rc == LOOP_TIMEOUT;
	if (rc < 0 && q->rc == 0) {
		q->rc = rc;
		l->failed_at = s->offset + s->moved;
	}
	give_idle(q, s);
}

/* Take what is done; min: wait for so many. */
static int
collect(struct queue *q, unsigned min)
{
	struct loop *l = q->loop;
	int n;

	if (q->in_flight == 0) {
		(void)sys_sleep(RETRY_NS);
		return 0;
	}
	n = l->context->issuer->reap(l->context, q->done, min, q->depth);
	if (n == 0 || n == -EINTR || n == -EAGAIN || n == -EBUSY)
		return 0;
	q->now = sys_now();
	if (n < 0)
		return queue_fail(l, n);
	q->in_flight -= (unsigned)n;
	for (int i = 0; i < n; i++)
		settle(q, (struct slot *)q->done[i]);
	meter_set(&l->control->meter->lane[l->lane].bytes, l->done);
	if (l->series != NULL)
		series_note(l->series, q->now - l->start_ns, l->done);
	l->limited |= q->now - l->start_ns >= l->limit_ns &&
	    q->next < l->bytes;
	return 0;
}

/* All that was handed out is back: is a flush due before more is? */
static bool
wants_flush(const struct queue *q)
{
	const struct loop *l = q->loop;

	return l->flush_every != 0 && q->in_flight == 0 && q->waits == 0 &&
	    q->rc == 0 && q->handed > 0 && q->handed % l->flush_every == 0;
}

static int
drive(struct queue *q)
{
	int rc = 0;

	q->now = q->loop->start_ns;
	while (rc == 0 && (has_more(q) || q->waits > 0 || q->in_flight > 0)) {
		hand_over(q);
		if (q->in_flight > 0 || q->waits > 0)
			rc = collect(q, to_stamp(q) > 0 ? 0 : 1);
		stamp_ahead(q);
		if (rc == 0 && wants_flush(q))
			rc = loop_flush(q->loop);
	}
	if (rc == 0)
		rc = q->rc;
	if (rc == 0 && *q->loop->control->stop != 0)
		rc = -EINTR;
	return rc;
}

int
queue_run(struct loop *l)
{
	struct queue q;
	int rc;

	rc = queue_open(&q, l);
	if (rc == 0)
		rc = drive(&q);
	/* The kernel still writes to slots where reap() itself failed. */
	if (q.in_flight > 0)
		issuer_close(l->context);
	queue_close(&q);
	return rc;
}
