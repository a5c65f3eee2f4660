/* sys_linux -- the calls of the data path that Linux has its own way of. */
#include "seqbench/sys.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { HUGE_PAGE = 2 << 20 };

/* close_range(2), Linux 5.9; the number is the same on every architecture. */
enum { CLOSE_RANGE = 436, CLOSE_RANGE_OWN = 2 };

/*
 * Past the C library, in whose calls a program with threads may be cancelled:
 * to see to that takes 1 % of a 4 KiB read.  A long that has no room for an
 * offset goes there all the same.
 */
enum { LONG_OFFSETS = sizeof(long) >= sizeof(off_t) };

ssize_t
sys_pread(int fd, void *buf, size_t len, off_t off)
{
	ssize_t n = LONG_OFFSETS ? syscall(SYS_pread64, fd, buf, len, off) :
	    pread(fd, buf, len, off);

	return n < 0 ? -errno : n;
}

ssize_t
sys_pwrite(int fd, const void *buf, size_t len, off_t off)
{
	ssize_t n = LONG_OFFSETS ? syscall(SYS_pwrite64, fd, buf, len, off) :
	    pwrite(fd, buf, len, off);

	return n < 0 ? -errno : n;
}

/* Not posix_fallocate(3), which writes where the file system can't. */
int
sys_allocate(int fd, off_t off, off_t len)
{
	return fallocate(fd, 0, off, len) < 0 ? -errno : 0;
}

int
sys_write_out(int fd, off_t off, off_t len)
{
	return sync_file_range(fd, off, len, SYNC_FILE_RANGE_WAIT_BEFORE |
	    SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER) < 0 ?
	    -errno : 0;
}

int
sys_no_readahead(int fd)
{
	return -posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM);
}

int
sys_syncfs(int fd)
{
	return syncfs(fd) < 0 ? -errno : 0;
}

/* Newer than the headers of many a system. */
#ifndef RWF_DONTCACHE
#define RWF_DONTCACHE	0x80			/* Linux 6.14 */
#endif

ssize_t
sys_read_dontcache(int fd, void *buf, size_t len)
{
	/* -1: at the descriptor's own offset, which moves on. */
	return sys_pread_dontcache(fd, buf, len, -1);
}

ssize_t
sys_pread_dontcache(int fd, void *buf, size_t len, off_t off)
{
	struct iovec part = { buf, len };
	ssize_t n = preadv2(fd, &part, 1, off, RWF_DONTCACHE);

	return n < 0 ? -errno : n;
}

ssize_t
sys_pwrite_dontcache(int fd, const void *buf, size_t len, off_t off)
{
	struct iovec part = { .iov_len = len };
	ssize_t n;

	memcpy(&part.iov_base, &buf, sizeof buf);	/* drops the const */
	n = pwritev2(fd, &part, 1, off, RWF_DONTCACHE);
	return n < 0 ? -errno : n;
}

static size_t
round_up(size_t len)
{
	return (len + HUGE_PAGE - 1) & ~((size_t)HUGE_PAGE - 1);
}

/*
 * Whether the pages become huge is the kernel's choice: advice is not an
 * error when it is not taken, and memory_page_bytes() tells what came of it.
 */
int
sys_map(size_t len, int huge, void **out)
{
	size_t want = round_up(len);

	*out = NULL;
	if (len == 0)
		return -EINVAL;
	if (want < len || want + HUGE_PAGE < want)
		return -ENOMEM;
	char *start = mmap(NULL, want + HUGE_PAGE, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (start == MAP_FAILED)
		return -errno;
	size_t before = -(uintptr_t)start & (HUGE_PAGE - 1);
	if (before > 0)
		munmap(start, before);
	munmap(start + before + want, HUGE_PAGE - before);
	*out = start + before;
	madvise(*out, want, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
	return 0;
}

void
sys_unmap(void *addr, size_t len)
{
	if (addr != NULL)
		munmap(addr, round_up(len));
}

int
sys_keep_descriptors(int last)
{
	return syscall(CLOSE_RANGE, (unsigned)last + 1, ~0u,
	    CLOSE_RANGE_OWN) < 0 ? -errno : 0;
}
