/* sys -- the calls that are the same on every system. */
#include "seqbench/sys.h"

#include <sys/mman.h>

#include <errno.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

int
sys_open(const char *path, int flags, mode_t mode)
{
	int fd = open(path, flags | O_CLOEXEC, mode);

	return fd < 0 ? -errno : fd;
}

int
sys_close(int fd)
{
	return close(fd) < 0 ? -errno : 0;
}

int
sys_fstat(int fd, struct stat *st)
{
	return fstat(fd, st) < 0 ? -errno : 0;
}

ssize_t
sys_read(int fd, void *buf, size_t len)
{
	ssize_t n = read(fd, buf, len);

	return n < 0 ? -errno : n;
}

ssize_t
sys_write(int fd, const void *buf, size_t len)
{
	ssize_t n = write(fd, buf, len);

	return n < 0 ? -errno : n;
}

off_t
sys_lseek(int fd, off_t off, int whence)
{
	off_t pos = lseek(fd, off, whence);

	return pos < 0 ? -errno : pos;
}

int
sys_ftruncate(int fd, off_t len)
{
	return ftruncate(fd, len) < 0 ? -errno : 0;
}

int
sys_fsync(int fd)
{
	return fsync(fd) < 0 ? -errno : 0;
}

int
sys_fdatasync(int fd)
{
	return fdatasync(fd) < 0 ? -errno : 0;
}

int
sys_fcntl(int fd, int cmd, int arg)
{
	int rc = fcntl(fd, cmd, arg);

	return rc < 0 ? -errno : rc;
}

int
sys_drop(int fd, off_t off, off_t len)
{
	return -posix_fadvise(fd, off, len, POSIX_FADV_DONTNEED);
}

/* How far an address or offset is into its page. */
static size_t
into_page(uintptr_t at)
{
	return at % (size_t)sysconf(_SC_PAGESIZE);
}

int
sys_map_file(int fd, bool write, off_t off, size_t len, void **out)
{
	size_t before = into_page((uintptr_t)off);

	*out = NULL;
	if (len + before < len)
		return -ENOMEM;
	char *map = mmap(NULL, len + before,
	    write ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, fd,
	    off - (off_t)before);
	if (map == MAP_FAILED)
		return -errno;
	(void)posix_madvise(map, len + before, POSIX_MADV_SEQUENTIAL);
	*out = map + before;
	return 0;
}

int
sys_map_flush(void *addr, size_t len)
{
	size_t before = into_page((uintptr_t)addr);

	return msync((char *)addr - before, len + before, MS_SYNC) < 0 ?
	    -errno : 0;
}

void
sys_unmap_file(void *addr, size_t len)
{
	size_t before = into_page((uintptr_t)addr);

	if (addr != NULL)
		munmap((char *)addr - before, len + before);
}

static uint64_t
now(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

uint64_t
sys_now(void)
{
	return now(CLOCK_MONOTONIC);
}

uint64_t
sys_wall(void)
{
	return now(CLOCK_REALTIME);
}

int
sys_sleep(uint64_t ns)
{
	struct timespec ts = {
		.tv_sec = (time_t)(ns / 1000000000),
		.tv_nsec = (long)(ns % 1000000000),
	};

	return nanosleep(&ts, NULL) < 0 ? -errno : 0;
}
