/* loop_linux -- which loop device a file or device is the backing of. */
#include <sys/ioctl.h>
#include <sys/stat.h>

#include <linux/loop.h>

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "seqbench/file.h"

#include "sysfs.h"

static bool
same_file(const struct stat *a, const struct stat *b)
{
	if (S_ISBLK(a->st_mode))
		return S_ISBLK(b->st_mode) && a->st_rdev == b->st_rdev;
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/*
 * The kernel's own word, for root: a path may be deleted by now, or be of
 * another mount namespace.
 */
static bool
status_says(const char *node, const struct stat *st)
{
	struct loop_info64 info;

	int fd = open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return false;
	int rc = ioctl(fd, LOOP_GET_STATUS64, &info);
	close(fd);
	if (rc < 0)
		return false;
	if (S_ISBLK(st->st_mode))
		return info.lo_rdevice == st->st_rdev;
	return info.lo_device == st->st_dev && info.lo_inode == st->st_ino;
}

void
file_backs_loop(const struct stat *st, char loop[64])
{
	char backing[PATH_MAX], node[64];
	struct stat other;
	struct dirent *e;
	DIR *dir = opendir("/sys/block");

	*loop = '\0';
	while (dir != NULL && *loop == '\0' && (e = readdir(dir)) != NULL) {
		if (strncmp(e->d_name, "loop", 4) != 0 ||
		    !sysfs_line(backing, sizeof backing,
		    "/sys/block/%s/loop/backing_file", e->d_name))
			continue;
		snprintf(node, sizeof node, "/dev/%.48s", e->d_name);
		if ((stat(backing, &other) == 0 && same_file(st, &other)) ||
		    status_says(node, st))
			memcpy(loop, node, sizeof node);
	}
	if (dir != NULL)
		closedir(dir);
}
