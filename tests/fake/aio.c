/*
 * aio -- native aio where the script has it: one queue, whose transfers are
 * made when they are handed over and come back newest first.
 */
#include <linux/aio_abi.h>

#include <errno.h>

#include "fake/world.h"
#include "seqbench/queue.h"
#include "seqbench/sys.h"

int
sys_aio_setup(unsigned depth, uint64_t *queue)
{
	struct fake_queue *q = &fake_world()->queue;

	*queue = 0;
	if (!fake_world()->script.aio)
		return -ENOSYS;
	if (q->depth != 0 || depth == 0 || depth > QUEUE_MAX)
		return -EAGAIN;
	q->depth = depth;
	q->n = 0;
	*queue = 1;
	return 0;
}

int
sys_aio_destroy(uint64_t queue)
{
	(void)queue;
	fake_world()->queue.depth = 0;
	return 0;
}

int
sys_aio_submit(uint64_t queue, unsigned n, struct iocb **list)
{
	struct fake_queue *q = &fake_world()->queue;
	int rc = fake_enter(FAKE_SUBMIT, NULL, NULL);
	unsigned i;

	(void)queue;
	if (rc < 0)
		return rc;
	for (i = 0; i < n && q->n < q->depth; i++, q->n++) {
		const struct iocb *e = list[i];
		/* NOLINTNEXTLINE(performance-no-int-to-ptr) */
		void *buf = (void *)(uintptr_t)e->aio_buf;
		int fd = (int)e->aio_fildes;

		q->held[q->n].data = e->aio_data;
		q->held[q->n].result = e->aio_lio_opcode == IOCB_CMD_PREAD ?
		    sys_pread(fd, buf, e->aio_nbytes, e->aio_offset) :
		    sys_pwrite(fd, buf, e->aio_nbytes, e->aio_offset);
	}
	return (int)i;
}

int
sys_aio_reap(uint64_t queue, unsigned min, unsigned max, struct io_event *list)
{
	struct fake_queue *q = &fake_world()->queue;
	int rc = fake_enter(FAKE_REAP, NULL, NULL);
	unsigned n;

	(void)queue;
	if (rc < 0)
		return rc;
	if (max > min && min > 0)
		max = min;
	for (n = 0; n < max && q->n > 0; n++) {
		q->n--;
		list[n] = (struct io_event){ .data = q->held[q->n].data,
		    .res = q->held[q->n].result };
	}
	return (int)n;
}
