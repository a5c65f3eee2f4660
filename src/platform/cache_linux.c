/* cache_linux -- what of a file is in the page cache, and dropping it. */
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>

#include <linux/fs.h>
#include <linux/magic.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "seqbench/file.h"

/* cachestat(2), Linux 6.5; the number is the same on every architecture. */
enum { CACHESTAT = 451 };
struct cachestat_range {
	uint64_t	 off, len;
};
struct cachestat {
	uint64_t	 cached, dirty, writeback, evicted, recently_evicted;
};

/* Pages a mincore() call: the vector is on the stack. */
enum { WINDOW = 16384 };

/*
 * Who may neither is told "all resident" by mincore(2): the kernel's rule,
 * asked beforehand.
 */
static bool
may_look(int fd)
{
	char link[32];
	struct stat st;

	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	return geteuid() == 0 ||
	    (fstat(fd, &st) == 0 && st.st_uid == geteuid()) ||
	    faccessat(AT_FDCWD, link, W_OK, AT_EACCESS) == 0;
}

static int
mincore_pages(int fd, uint64_t off, uint64_t len, uint64_t page,
    uint64_t *pages)
{
	unsigned char vec[WINDOW];

	*pages = 0;
	for (uint64_t end = off + len; off < end; off += WINDOW * page) {
		uint64_t part = end - off;
		if (part > WINDOW * page)
			part = WINDOW * page;
		void *map = mmap(NULL, part, PROT_NONE, MAP_SHARED, fd,
		    (off_t)off);
		if (map == MAP_FAILED)
			return -ENOTSUP;
		int rc = mincore(map, part, vec);
		munmap(map, part);
		if (rc < 0)
			return -ENOTSUP;
		for (uint64_t i = 0; i < (part + page - 1) / page; i++)
			*pages += vec[i] & 1;
	}
	return 0;
}

/* File systems whose pages may belong to a file below, which cachestat(2)
   does not see; mincore(2) does. */
static bool
may_have_pages_below(int fd)
{
	struct statfs fs;

	return fstatfs(fd, &fs) < 0 || fs.f_type == OVERLAYFS_SUPER_MAGIC ||
	    fs.f_type == FUSE_SUPER_MAGIC;
}

/*
 * cachestat(2) takes microseconds, mincore(2) 10 ms a GiB, before the first
 * transfer.  So only where the zero of the first may be wrong is it
 * confirmed.
 */
int
file_resident(int fd, uint64_t off, uint64_t len, uint64_t *bytes)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), pages = 0;
	uint64_t before = off % page;
	struct cachestat_range range = { off - before, len + before };
	struct cachestat cs;

	*bytes = 0;
	if (len == 0)
		return 0;
	if (!may_look(fd))
		return -EPERM;
	int rc = syscall(CACHESTAT, fd, &range, &cs, 0) < 0 ? -errno : 0;
	if (rc == -EPERM)
		return rc;
	if (rc == 0 && (cs.cached > 0 || !may_have_pages_below(fd)))
		pages = cs.cached;
	else if (mincore_pages(fd, range.off, range.len, page, &pages) < 0 &&
	    rc < 0)
		return -ENOTSUP;
	*bytes = pages * page < len ? pages * page : len;
	return 0;
}

int
file_drop(int fd, bool is_device)
{
	/* Not for ordinary users, who can still advise. */
	if (is_device && ioctl(fd, BLKFLSBUF, 0) == 0)
		return 0;
	return -posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
}
