/*
 * ringloop -- the bare io_uring loop that bench-peers shows beside fio and
 * seqbench: what can be reached at most with these system calls.
 *
 *	ringloop read|write FILE BLOCK DEPTH BYTES
 *
 * Moves the first BYTES of FILE past the page cache, DEPTH blocks in flight,
 * with the set-up that both have (registered file and buffer, huge pages,
 * completions that wait for the call) and without what a tool adds, but for
 * a stamp in each 512 bytes that are written: those are never the same data.
 * Prints the bytes and the ns of the loop by its own clock.
 */
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include <linux/io_uring.h>

#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifndef IORING_SETUP_SINGLE_ISSUER
#define IORING_SETUP_SINGLE_ISSUER	(1U << 12)
#endif
#ifndef IORING_SETUP_DEFER_TASKRUN
#define IORING_SETUP_DEFER_TASKRUN	(1U << 13)
#endif
#define HUGE_PAGE	((size_t)2 << 20)
#define SECTOR		512

struct job {
	bool		 writes;
	size_t		 block;
	unsigned	 depth;
	uint64_t	 bytes;
	char		*buffer;
};

struct ring {
	int		 fd;
	struct io_uring_sqe *sqe;
	struct io_uring_cqe *cqe;
	_Atomic unsigned *sq_tail, *cq_head, *cq_tail;
	unsigned	 sq_mask, cq_mask;
	unsigned	*idle, idles;		/* blocks of the buffer */
};

static void
check(bool ok, const char *what)
{
	if (ok)
		return;
	perror(what);
	exit(1);
}

static char *
buffer_make(size_t len)
{
	size_t whole = (len + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
	char *p = mmap(NULL, whole + HUGE_PAGE, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint64_t x = 88172645463325252;		/* xorshift64 */

	check(p != MAP_FAILED, "buffer");
	p += -(uintptr_t)p % HUGE_PAGE;
	(void)madvise(p, whole, MADV_HUGEPAGE);
	for (size_t i = 0; i < len; i += sizeof x) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		memcpy(p + i, &x, sizeof x);
	}
	return p;
}

static void
ring_make(struct ring *r, const struct job *j, int file)
{
	struct io_uring_params p = { .flags = IORING_SETUP_SINGLE_ISSUER |
	    IORING_SETUP_DEFER_TASKRUN };
	struct iovec whole = { j->buffer, j->depth * j->block };
	size_t len;
	char *at;

	r->fd = (int)syscall(SYS_io_uring_setup, j->depth, &p);
	check(r->fd >= 0, "io_uring_setup");
	len = p.cq_off.cqes + p.cq_entries * sizeof *r->cqe +
	    p.sq_off.array + p.sq_entries * sizeof(unsigned);
	at = mmap(NULL, len, PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_POPULATE, r->fd, IORING_OFF_SQ_RING);
	r->sqe = mmap(NULL, p.sq_entries * sizeof *r->sqe,
	    PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, r->fd,
	    IORING_OFF_SQES);
	check(at != MAP_FAILED && (void *)r->sqe != MAP_FAILED, "rings");
	r->sq_tail = (void *)(at + p.sq_off.tail);
	r->cq_head = (void *)(at + p.cq_off.head);
	r->cq_tail = (void *)(at + p.cq_off.tail);
	r->cqe = (void *)(at + p.cq_off.cqes);
	r->sq_mask = p.sq_entries - 1;
	r->cq_mask = p.cq_entries - 1;
	for (unsigned i = 0; i < p.sq_entries; i++)
		((unsigned *)(void *)(at + p.sq_off.array))[i] = i;
	check(syscall(SYS_io_uring_register, r->fd, IORING_REGISTER_BUFFERS,
	    &whole, 1) == 0, "register buffer");
	check(syscall(SYS_io_uring_register, r->fd, IORING_REGISTER_FILES,
	    &file, 1) == 0, "register file");
	r->idle = calloc(j->depth, sizeof *r->idle);
	check(r->idle != NULL, "memory");
	for (; r->idles < j->depth; r->idles++)
		r->idle[r->idles] = r->idles;
}

static void
stamp(char *block, size_t len, uint64_t offset)
{
	for (size_t i = 0; i < len; i += SECTOR) {
		uint64_t mark[2] = { offset + i, 0x5bd1e995 };

		memcpy(block + i, mark, sizeof mark);
	}
}

static void
submit(struct ring *r, const struct job *j, uint64_t offset)
{
	unsigned slot = r->idle[--r->idles];
	char *block = j->buffer + slot * j->block;
	unsigned tail = atomic_load_explicit(r->sq_tail, memory_order_relaxed);

	if (j->writes)
		stamp(block, j->block, offset);
	r->sqe[tail & r->sq_mask] = (struct io_uring_sqe){
		.opcode = j->writes ? IORING_OP_WRITE_FIXED :
		    IORING_OP_READ_FIXED,
		.flags = IOSQE_FIXED_FILE,
		.off = offset,
		.addr = (uintptr_t)block,
		.len = (uint32_t)j->block,
		.user_data = slot,
	};
	atomic_store_explicit(r->sq_tail, tail + 1, memory_order_release);
}

static uint64_t
reap(struct ring *r, const struct job *j)
{
	unsigned head = atomic_load_explicit(r->cq_head, memory_order_relaxed);
	unsigned tail = atomic_load_explicit(r->cq_tail, memory_order_acquire);
	uint64_t done = 0;

	for (; head != tail; head++, done += j->block) {
		const struct io_uring_cqe *e = &r->cqe[head & r->cq_mask];

		if (e->res != (int)j->block) {
			fprintf(stderr, "transfer: %s\n", e->res < 0 ?
			    strerror(-e->res) : "short");
			exit(1);
		}
		r->idle[r->idles++] = (unsigned)e->user_data;
	}
	atomic_store_explicit(r->cq_head, head, memory_order_release);
	return done;
}

static void
move_all(struct ring *r, const struct job *j)
{
	uint64_t next = 0, done = 0;
	unsigned n;

	while (done < j->bytes) {
		for (n = 0; r->idles > 0 && next < j->bytes; n++) {
			submit(r, j, next);
			next += j->block;
		}
		check(syscall(SYS_io_uring_enter, r->fd, n, 1,
		    IORING_ENTER_GETEVENTS, NULL, 0) >= 0, "io_uring_enter");
		done += reap(r, j);
	}
}

static uint64_t
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

int
main(int argc, char *argv[])
{
	struct ring r = { 0 };
	struct job j;
	uint64_t start;
	int fd;

	if (argc != 6) {
		fputs("usage: ringloop read|write FILE BLOCK DEPTH BYTES\n",
		    stderr);
		return 2;
	}
	j.writes = strcmp(argv[1], "write") == 0;
	j.block = (size_t)strtoull(argv[3], NULL, 10);
	j.depth = (unsigned)strtoul(argv[4], NULL, 10);
	j.bytes = strtoull(argv[5], NULL, 10);
	j.buffer = buffer_make(j.depth * j.block);
	fd = open(argv[2], (j.writes ? O_WRONLY : O_RDONLY) | O_DIRECT);
	check(fd >= 0, argv[2]);
	ring_make(&r, &j, fd);
	start = now();
	move_all(&r, &j);
	printf("%llu %llu\n", (unsigned long long)j.bytes,
	    (unsigned long long)(now() - start));
	return 0;
}
