/*
 * queue -- the kernel's queues of transfers, io_uring(7), io_submit(2) and
 * aio(4), and what may keep a process from them.
 *
 * As in sys.h each is the call of its name, with a count or a negative errno
 * and no policy.  Every system has its own; the issuers that call them are
 * built where they are.
 */
#ifndef SEQBENCH_QUEUE_H
#define SEQBENCH_QUEUE_H

#include <sys/types.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct aiocb;			/* <aio.h> */
struct io_event;		/* <linux/aio_abi.h> */
struct io_uring_params;		/* <linux/io_uring.h> */
struct iocb;

/* ---- Linux ---- */

int	sys_uring_setup(unsigned entries, struct io_uring_params *p);
int	sys_uring_enter(int ring, unsigned submit, unsigned min,
	    unsigned flags);
int	sys_uring_register(int ring, unsigned what, const void *arg,
	    unsigned n);
/* One of the ring's areas (IORING_OFF_..); undone with the next. */
int	sys_uring_map(int ring, uint64_t area, size_t len, void **out);
void	sys_uring_unmap(void *addr, size_t len);

int	sys_aio_setup(unsigned depth, uint64_t *queue);
/* Waits for what is in flight. */
int	sys_aio_destroy(uint64_t queue);
int	sys_aio_submit(uint64_t queue, unsigned n, struct iocb **list);
int	sys_aio_reap(uint64_t queue, unsigned min, unsigned max,
	    struct io_event *list);

/* Raise the soft RLIMIT_MEMLOCK to the hard one. */
int	sys_memlock_raise(void);

/* Why a queue is refused.  Counters that nobody keeps are NOT_KNOWN. */
struct queue_facts {
	unsigned	 major, minor;	/* kernel release */
	bool		 root;		/* effective user 0 */
	bool		 filtered;	/* a seccomp filter is installed */
	uint64_t	 uring_disabled;	/* kernel.io_uring_disabled */
	uint64_t	 aio_in_use, aio_most;	/* fs.aio-nr, fs.aio-max-nr */
	uint64_t	 memlock_bytes;	/* soft RLIMIT_MEMLOCK */
};

void	queue_look(struct queue_facts *out);

/* ---- FreeBSD ---- */

int	sys_aio_queue(void);
int	sys_aio_start(int queue, struct aiocb *entry, bool write);
/* 1 with a finished entry and its bytes or negative errno; 0: none yet. */
int	sys_aio_wait(int queue, bool wait, struct aiocb **done,
	    ssize_t *result);

#endif
