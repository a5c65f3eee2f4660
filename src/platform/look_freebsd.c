/* look_freebsd -- what a path names, found out without opening it. */
#include <sys/param.h>
#include <sys/disk.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/user.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "seqbench/file.h"

int
file_reopen(int fd, int flags)
{
	int again = openat(fd, "", flags | O_EMPTY_PATH | O_CLOEXEC);

	return again < 0 ? -errno : again;
}

int
file_path(int look_fd, char path[PATH_MAX])
{
	struct kinfo_file kf = { .kf_structsize = sizeof kf };

	if (fcntl(look_fd, F_KINFO, &kf) < 0)
		return -errno;
	if (kf.kf_path[0] == '\0')
		return -ENOENT;
	snprintf(path, PATH_MAX, "%s", kf.kf_path);
	return 0;
}

/* Device numbers mean nothing here, names do. */
enum file_special
file_special(const struct stat *st)
{
	static const char *const sources[] = {
		"full", "random", "urandom", "zero",
	};
	struct device_facts d;

	if (!S_ISCHR(st->st_mode))
		return SPECIAL_NONE;
	const char *name = devname(st->st_rdev, S_IFCHR);
	if (name == NULL)
		return SPECIAL_NONE;
	if (strcmp(name, "null") == 0)
		return SPECIAL_SINK;
	for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++)
		if (strcmp(name, sources[i]) == 0)
			return SPECIAL_SOURCE;
	device_facts(st->st_rdev, &d);
	return d.known ? SPECIAL_DISK : SPECIAL_NONE;
}

bool
file_is_immutable(int look_fd)
{
	struct stat st;

	return fstat(look_fd, &st) == 0 && (st.st_flags &
	    (UF_IMMUTABLE | UF_APPEND | SF_IMMUTABLE | SF_APPEND)) != 0;
}

static int
may(int look_fd, int how)
{
	return faccessat(look_fd, "", how, AT_EACCESS | AT_EMPTY_PATH) < 0 ?
	    -errno : 0;
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
	off_t size;

	if (ioctl(fd, DIOCGMEDIASIZE, &size) < 0)
		return -errno;
	*bytes = (uint64_t)size;
	return 0;
}

/* A file on a file system takes any alignment, and may be cached then. */
int
file_direct_alignment(int fd, uint64_t *memory, uint64_t *offset)
{
	unsigned sector;

	*memory = *offset = 0;
	if (ioctl(fd, DIOCGSECTORSIZE, &sector) == 0)
		*memory = *offset = sector;
	return 0;
}
