/* queue_freebsd -- aio(4), with completions through kqueue(2). */
#include "seqbench/queue.h"

#include <sys/types.h>
#include <sys/event.h>
#include <sys/time.h>

#include <aio.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>

int
sys_aio_queue(void)
{
	int queue = kqueue();

	return queue < 0 ? -errno : queue;
}

int
sys_aio_start(int queue, struct aiocb *entry, bool write)
{
	entry->aio_sigevent.sigev_notify = SIGEV_KEVENT;
	entry->aio_sigevent.sigev_notify_kqueue = queue;
	entry->aio_sigevent.sigev_value.sival_ptr = entry;
	return (write ? aio_write(entry) : aio_read(entry)) < 0 ? -errno : 0;
}

int
sys_aio_wait(int queue, bool wait, struct aiocb **done, ssize_t *result)
{
	static const struct timespec at_once = { 0, 0 };
	struct kevent event;
	int n = kevent(queue, NULL, 0, &event, 1, wait ? NULL : &at_once);

	if (n <= 0)
		return n < 0 ? -errno : 0;
	*done = event.udata;
	*result = aio_return(*done);
	if (*result < 0)
		*result = -errno;
	return 1;
}
