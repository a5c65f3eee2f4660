/*
 * aio -- POSIX aio(4), each context with a queue of its own.
 *
 * Completions come through a kqueue(2): aio_waitcomplete(2) gives any that
 * the process has, another job's too.
 */

#include "issuers.h"

#include <aio.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "seqbench/diag.h"
#include "seqbench/queue.h"
#include "seqbench/sys.h"

struct slot {
	struct aiocb	 entry;		/* first: the kernel names it by that */
	struct io	*io;
	struct slot	*next;		/* of those that are free */
};

struct aio {
	int		 queue;
	struct slot	*slots;		/* depth of them */
	struct slot	*free;
	unsigned	 in_flight;
};

static int
aio_open(struct issuer_context *c, struct diag *d)
{
	struct aio *a = c->priv;

	a->queue = sys_aio_queue();
	if (a->queue < 0)
		return diag_set(d, a->queue, "aio: kqueue: %s",
		    strerror(-a->queue));
	a->slots = calloc(c->args.depth, sizeof *a->slots);
	if (a->slots == NULL) {
		(void)sys_close(a->queue);
		return diag_set(d, -ENOMEM, "aio: %s", strerror(ENOMEM));
	}
	for (unsigned i = 0; i < c->args.depth; i++) {
		a->slots[i].next = a->free;
		a->free = &a->slots[i];
	}
	return 0;
}

/* Up to the first that is refused, as aio(4) at its limits does. */
static int
aio_submit(struct issuer_context *c, struct io *const *list, unsigned n)
{
	struct aio *a = c->priv;
	unsigned taken;

	for (taken = 0; taken < n && a->free != NULL; taken++) {
		struct slot *s = a->free;
		struct io *io = list[taken];
		int rc;

		s->io = io;
		s->entry = (struct aiocb){
			.aio_fildes = c->args.fd,
			.aio_buf = io->buffer,
			.aio_nbytes = io->length,
			.aio_offset = io->offset,
		};
		rc = sys_aio_start(a->queue, &s->entry,
		    io->direction == IO_WRITE);
		if (rc < 0)
			return taken > 0 ? (int)taken : rc;
		a->free = s->next;
		a->in_flight++;
	}
	return (int)taken;
}

static int
aio_reap(struct issuer_context *c, struct io **done, unsigned min,
    unsigned max)
{
	struct aio *a = c->priv;
	unsigned got = 0;
	int rc = 0;

	if (max > a->in_flight)
		max = a->in_flight;
	if (min > max)
		min = max;
	while (got < max) {
		struct aiocb *entry;
		ssize_t result;

		rc = sys_aio_wait(a->queue, got < min, &entry, &result);
		if (rc <= 0)
			break;
		struct slot *s = (struct slot *)(void *)entry;
		done[got] = s->io;
		done[got++]->result = result;
		s->next = a->free;
		a->free = s;
	}
	a->in_flight -= got;
	return got > 0 ? (int)got : rc;
}

static void
aio_close(struct issuer_context *c)
{
	struct aio *a = c->priv;
	struct io *done;
	int rc = 0;

	while (a->in_flight > 0 && (rc >= 0 || rc == -EINTR))
		rc = aio_reap(c, &done, 1, 1);
	(void)sys_close(a->queue);
	free(a->slots);
}

const struct issuer issuer_aio = {
	.name	    = "aio",
	.summary    = "POSIX aio: several transfers in flight",
	.moves_data = true,
	.positioned = true,
	.priv_size  = sizeof(struct aio),
	.open	    = aio_open,
	.close	    = aio_close,
	.submit	    = aio_submit,
	.reap	    = aio_reap,
};
