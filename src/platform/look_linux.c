/* look_linux -- what a path names, found out without opening it. */
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>

#include <linux/fs.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "seqbench/file.h"

static void
fd_link(int fd, char link[32])
{
	snprintf(link, 32, "/proc/self/fd/%d", fd);
}

int
file_reopen(int fd, int flags)
{
	char link[32];

	fd_link(fd, link);
	int again = open(link, flags | O_CLOEXEC);
	return again < 0 ? -errno : again;
}

int
file_path(int look_fd, char path[PATH_MAX])
{
	char link[32];

	fd_link(look_fd, link);
	ssize_t n = readlink(link, path, PATH_MAX);
	if (n < 0)
		return -errno;
	if (n == PATH_MAX)
		return -ENAMETOOLONG;
	path[n] = '\0';
	return 0;
}

/* Documentation/admin-guide/devices.txt, major 1. */
enum file_special
file_special(const struct stat *st)
{
	if (!S_ISCHR(st->st_mode) || major(st->st_rdev) != 1)
		return SPECIAL_NONE;
	switch (minor(st->st_rdev)) {
	case 3:		/* null */
		return SPECIAL_SINK;
	case 5:		/* zero */
	case 7:		/* full */
	case 8:		/* random */
	case 9:		/* urandom */
		return SPECIAL_SOURCE;
	default:
		return SPECIAL_NONE;
	}
}

bool
file_is_immutable(int look_fd)
{
	struct statx stx;

	return statx(look_fd, "", AT_EMPTY_PATH, 0, &stx) == 0 &&
	    (stx.stx_attributes &
	    (STATX_ATTR_IMMUTABLE | STATX_ATTR_APPEND)) != 0;
}

static int
may(int look_fd, int how)
{
	char link[32];

	fd_link(look_fd, link);
	return faccessat(AT_FDCWD, link, how, AT_EACCESS) < 0 ? -errno : 0;
}

int
file_may_read(int look_fd)
{
	return may(look_fd, R_OK);
}

int
file_may_write(int look_fd)
{
	return may(look_fd, W_OK);
}

int
device_bytes(int fd, uint64_t *bytes)
{
	return ioctl(fd, BLKGETSIZE64, bytes) < 0 ? -errno : 0;
}

/* struct statx as of Linux 6.1, for headers that are older. */
enum { DIRECT_ALIGN = 0x2000 };		/* STATX_DIOALIGN */
struct statx_direct {
	uint32_t	 mask;
	uint32_t	 before[37];
	uint32_t	 memory_align;
	uint32_t	 offset_align;
	uint32_t	 after[24];
};
_Static_assert(sizeof(struct statx_direct) == 256, "struct statx");

int
file_direct_alignment(int fd, uint64_t *memory, uint64_t *offset)
{
	struct statx_direct stx = { 0 };
	int sector;

	*memory = *offset = 0;
	if (syscall(SYS_statx, fd, "", AT_EMPTY_PATH, DIRECT_ALIGN,
	    &stx) == 0 && (stx.mask & DIRECT_ALIGN) != 0) {
		if (stx.memory_align == 0 || stx.offset_align == 0)
			return -EINVAL;
		*memory = stx.memory_align;
		*offset = stx.offset_align;
	} else if (ioctl(fd, BLKSSZGET, &sector) == 0)
		*memory = *offset = (uint64_t)sector;
	return 0;
}
