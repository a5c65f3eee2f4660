/* aio -- native Linux AIO, io_submit(2), by its system calls. */

#include "issuers.h"

#include <linux/aio_abi.h>

#include <errno.h>
#include <stdint.h>

#include "reason.h"
#include "seqbench/diag.h"
#include "seqbench/queue.h"

enum { BATCH = 64 };			/* handed over by one call */

struct aio {
	uint64_t	 queue;
	unsigned	 in_flight;
};

static const struct feature native_aio = {
	.name	= "aio",
	.major	= 2, .minor = 6,
	.option	= "CONFIG_AIO",
};

static const uint16_t opcode[] = {
	[IO_READ] = IOCB_CMD_PREAD, [IO_WRITE] = IOCB_CMD_PWRITE,
};

static int
aio_probe(char why[ISSUER_WHY])
{
	uint64_t queue;
	int rc = sys_aio_setup(1, &queue);

	if (rc < 0)
		return feature_why(&native_aio, rc, why);
	return sys_aio_destroy(queue);
}

static int
aio_open(struct issuer_context *c, struct diag *d)
{
	struct aio *a = c->priv;
	char why[ISSUER_WHY];
	int rc = sys_aio_setup(c->args.depth, &a->queue);

	if (rc == 0)
		return 0;
	feature_why(&native_aio, rc, why);
	return diag_set(d, rc, "aio: depth %u: %s", c->args.depth, why);
}

static void
aio_close(struct issuer_context *c)
{
	const struct aio *a = c->priv;

	(void)sys_aio_destroy(a->queue);
}

/* The kernel copies the entries, so they need not outlive the call. */
static int
aio_submit(struct issuer_context *c, struct io *const *list, unsigned n)
{
	struct aio *a = c->priv;
	struct iocb entry[BATCH], *entries[BATCH];
	unsigned room = c->args.depth - a->in_flight;
	int rc;

	if (n > room)
		n = room;
	if (n > BATCH)
		n = BATCH;
	if (n == 0)
		return 0;
	for (unsigned i = 0; i < n; i++) {
		const struct io *io = list[i];

		entry[i] = (struct iocb){
			.aio_data = (uint64_t)(uintptr_t)io,
			.aio_lio_opcode = opcode[io->direction],
			.aio_fildes = (uint32_t)c->args.fd,
			.aio_buf = (uint64_t)(uintptr_t)io->buffer,
			.aio_nbytes = io->length,
			.aio_offset = io->offset,
		};
		entries[i] = &entry[i];
	}
	rc = sys_aio_submit(a->queue, n, entries);
	if (rc > 0)
		a->in_flight += (unsigned)rc;
	return rc;
}

static int
aio_reap(struct issuer_context *c, struct io **done, unsigned min,
    unsigned max)
{
	struct aio *a = c->priv;
	struct io_event event[BATCH];
	unsigned got = 0, want;
	int rc;

	if (max > a->in_flight)
		max = a->in_flight;
	if (min > max)
		min = max;
	do {
		want = max - got < BATCH ? max - got : BATCH;
		rc = sys_aio_reap(a->queue, min > got + want ? want :
		    min > got ? min - got : 0, want, event);
		for (int i = 0; i < rc; i++) {
			/* NOLINTNEXTLINE(performance-no-int-to-ptr) */
			done[got] = (struct io *)(uintptr_t)event[i].data;
			done[got++]->result = (ssize_t)event[i].res;
		}
	} while (rc > 0 && got < min);
	a->in_flight -= got;
	return got > 0 ? (int)got : rc;
}

const struct issuer issuer_aio = {
	.name	    = "aio",
	.summary    = "native aio: several transfers in flight",
	.moves_data = true,
	.positioned = true,
	.priv_size  = sizeof(struct aio),
	.probe	    = aio_probe,
	.open	    = aio_open,
	.close	    = aio_close,
	.submit	    = aio_submit,
	.reap	    = aio_reap,
};
