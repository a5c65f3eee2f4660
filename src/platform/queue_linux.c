/* queue_linux -- io_uring and native aio by their system calls. */
#include "seqbench/queue.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/utsname.h>

#include <linux/aio_abi.h>
#include <linux/io_uring.h>

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "seqbench/file.h"

#include "sysfs.h"

static int
answer(long rc)
{
	return rc < 0 ? -errno : (int)rc;
}

int
sys_uring_setup(unsigned entries, struct io_uring_params *p)
{
	return answer(syscall(SYS_io_uring_setup, entries, p));
}

int
sys_uring_enter(int ring, unsigned submit, unsigned min, unsigned flags)
{
	return answer(syscall(SYS_io_uring_enter, ring, submit, min, flags,
	    NULL, (size_t)0));
}

int
sys_uring_register(int ring, unsigned what, const void *arg, unsigned n)
{
	return answer(syscall(SYS_io_uring_register, ring, what, arg, n));
}

int
sys_uring_map(int ring, uint64_t area, size_t len, void **out)
{
	void *addr = mmap(NULL, len, PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_POPULATE, ring, (off_t)area);

	*out = addr == MAP_FAILED ? NULL : addr;
	return addr == MAP_FAILED ? -errno : 0;
}

void
sys_uring_unmap(void *addr, size_t len)
{
	if (addr != NULL)
		munmap(addr, len);
}

int
sys_aio_setup(unsigned depth, uint64_t *queue)
{
	aio_context_t context = 0;
	int rc = answer(syscall(SYS_io_setup, depth, &context));

	*queue = context;
	return rc;
}

int
sys_aio_destroy(uint64_t queue)
{
	return answer(syscall(SYS_io_destroy, (aio_context_t)queue));
}

int
sys_aio_submit(uint64_t queue, unsigned n, struct iocb **list)
{
	return answer(syscall(SYS_io_submit, (aio_context_t)queue, (long)n,
	    list));
}

int
sys_aio_reap(uint64_t queue, unsigned min, unsigned max, struct io_event *list)
{
	return answer(syscall(SYS_io_getevents, (aio_context_t)queue,
	    (long)min, (long)max, list, NULL));
}

int
sys_memlock_raise(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_MEMLOCK, &limit) < 0)
		return -errno;
	limit.rlim_cur = limit.rlim_max;
	return answer(setrlimit(RLIMIT_MEMLOCK, &limit));
}

void
queue_look(struct queue_facts *out)
{
	char status[8192];
	struct utsname system;
	struct rlimit limit;

	*out = (struct queue_facts){
		.root = geteuid() == 0,
		.uring_disabled =
		    sysfs_number("/proc/sys/kernel/io_uring_disabled"),
		.aio_in_use = sysfs_number("/proc/sys/fs/aio-nr"),
		.aio_most = sysfs_number("/proc/sys/fs/aio-max-nr"),
		.memlock_bytes = NOT_KNOWN,
	};
	if (uname(&system) == 0)
		(void)sscanf(system.release, "%u.%u", &out->major,
		    &out->minor);
	/* 0 none, 1 strict (nobody lives to ask), 2 a filter */
	if (sysfs_read(status, sizeof status, "/proc/thread-self/status"))
		out->filtered =
		    sysfs_parse(sysfs_value(status, "Seccomp")) == 2;
	if (getrlimit(RLIMIT_MEMLOCK, &limit) == 0 &&
	    limit.rlim_cur != RLIM_INFINITY)
		out->memlock_bytes = limit.rlim_cur;
}
