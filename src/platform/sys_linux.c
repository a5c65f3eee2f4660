/* sys_linux -- the calls of the data path that Linux has its own way of. */
#include "seqbench/sys.h"

#include <sys/mman.h>
#include <sys/syscall.h>

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

enum { HUGE_PAGE = 2 << 20 };

/* close_range(2), Linux 5.9; the number is the same on every architecture. */
enum { CLOSE_RANGE = 436, CLOSE_RANGE_OWN = 2 };

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
sys_syncfs(int fd)
{
	return syncfs(fd) < 0 ? -errno : 0;
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
