/* sys_freebsd -- the calls of the data path that FreeBSD has its own way of. */
#include "seqbench/sys.h"

#include <sys/mman.h>

#include <errno.h>
#include <unistd.h>

enum { HUGE_BITS = 21, HUGE_PAGE = 1 << HUGE_BITS };

ssize_t
sys_pread(int fd, void *buf, size_t len, off_t off)
{
	ssize_t n = pread(fd, buf, len, off);

	return n < 0 ? -errno : n;
}

ssize_t
sys_pwrite(int fd, const void *buf, size_t len, off_t off)
{
	ssize_t n = pwrite(fd, buf, len, off);

	return n < 0 ? -errno : n;
}

/* posix_fallocate(2) writes zeros, which is not what is asked for. */
int
sys_allocate(int fd, off_t off, off_t len)
{
	(void)fd;
	(void)off;
	(void)len;
	return -EOPNOTSUPP;
}

int
sys_write_out(int fd, off_t off, off_t len)
{
	(void)fd;
	(void)off;
	(void)len;
	return -ENOSYS;
}

int
sys_no_readahead(int fd)
{
	return fcntl(fd, F_READAHEAD, 0) < 0 ? -errno : 0;
}

/* sync(2) only begins to write; fsync waits for this file at least. */
int
sys_syncfs(int fd)
{
	sync();
	return sys_fsync(fd);
}

ssize_t
sys_read_dontcache(int fd, void *buf, size_t len)
{
	(void)fd;
	(void)buf;
	(void)len;
	return -EOPNOTSUPP;
}

static size_t
round_up(size_t len)
{
	return (len + HUGE_PAGE - 1) & ~((size_t)HUGE_PAGE - 1);
}

/* An aligned mapping is promoted by itself; that can't be refused. */
int
sys_map(size_t len, int huge, void **out)
{
	size_t want = round_up(len);

	(void)huge;
	*out = NULL;
	if (len == 0)
		return -EINVAL;
	if (want < len)
		return -ENOMEM;
	void *map = mmap(NULL, want, PROT_READ | PROT_WRITE, MAP_PRIVATE |
	    MAP_ANON | MAP_ALIGNED(HUGE_BITS), -1, 0);
	if (map == MAP_FAILED)
		return -errno;
	*out = map;
	return 0;
}

void
sys_unmap(void *addr, size_t len)
{
	if (addr != NULL)
		munmap(addr, round_up(len));
}

/* The table is the process's there. */
int
sys_keep_descriptors(int last)
{
	(void)last;
	return -ENOSYS;
}
