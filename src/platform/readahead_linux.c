/*
 * readahead_linux -- read_ahead_kb of a backing device (bdi): the disk's, or
 * that of a file system which has its own.
 *
 * The same number stands in queue/read_ahead_kb of a disk; to write it there
 * waits, on some kernels, until the disk has nothing in flight.
 */
#include "seqbench/readahead.h"

#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/sysmacros.h>

#include <linux/btrfs.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "seqbench/file.h"

#include "sysfs.h"

/* A partition has no setting of its own. */
static dev_t
whole_disk(dev_t dev)
{
	dev_t disk = 0;

	if (sysfs_number("/sys/dev/block/%u:%u/partition", major(dev),
	    minor(dev)) != NOT_KNOWN)
		disk = sysfs_device("/sys/dev/block/%u:%u/../dev",
		    major(dev), minor(dev));
	return disk != 0 ? disk : dev;
}

static void
disk_setting(struct readahead_setting *s, const struct device_facts *d,
    const char *suffix)
{
	dev_t disk = whole_disk(d->number);

	snprintf(s->name, sizeof s->name,
	    "/sys/class/bdi/%u:%u%s/read_ahead_kb", major(disk), minor(disk),
	    suffix);
	snprintf(s->scope, sizeof s->scope, "the whole disk %s, its "
	    "partitions and other users too", d->disk);
}

/* Of all its devices together; theirs have no effect on it. */
static void
btrfs_setting(struct readahead_setting *s, int look_fd)
{
	struct btrfs_ioctl_fs_info_args info = { 0 };
	char id[40];
	size_t n = 0;

	int fd = file_reopen(look_fd, O_RDONLY | O_NONBLOCK);
	if (fd < 0)
		return;
	int rc = ioctl(fd, BTRFS_IOC_FS_INFO, &info);
	close(fd);
	if (rc < 0)
		return;
	for (size_t i = 0; i < sizeof info.fsid; i++)
		n += (size_t)snprintf(id + n, sizeof id - n, "%s%02x",
		    i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
		    info.fsid[i]);
	snprintf(s->name, sizeof s->name,
	    "/sys/fs/btrfs/%s/bdi/read_ahead_kb", id);
}

static void
file_system_setting(struct readahead_setting *s, int look_fd,
    const struct stat *st, const struct fs_facts *fs,
    const struct device_facts *d)
{
	if (strcmp(fs->type, "btrfs") == 0)
		btrfs_setting(s, look_fd);
	else if (d->known)
		disk_setting(s, d, strcmp(fs->type, "fuseblk") == 0 ?
		    "-fuseblk" : "");
	else if (major(st->st_dev) == 0)
		snprintf(s->name, sizeof s->name,
		    "/sys/class/bdi/0:%u/read_ahead_kb", minor(st->st_dev));
	if (s->scope[0] == '\0')
		snprintf(s->scope, sizeof s->scope, "the whole file system, "
		    "its other users too");
}

void
readahead_look(struct readahead_setting *s, int look_fd,
    const struct stat *st, const struct fs_facts *fs,
    const struct device_facts *device)
{
	*s = (struct readahead_setting){
		.unit = (uint64_t)sysconf(_SC_PAGESIZE),
		.bytes = NOT_KNOWN,
	};
	if (S_ISBLK(st->st_mode))
		disk_setting(s, device, "");
	else
		file_system_setting(s, look_fd, st, fs, device);
	if (s->name[0] == '\0' || readahead_get(s, &s->bytes) < 0) {
		s->name[0] = '\0';
		return;
	}
	if (faccessat(AT_FDCWD, s->name, W_OK, AT_EACCESS) < 0)
		s->denied = -errno;
}

int
readahead_get(const struct readahead_setting *s, uint64_t *bytes)
{
	uint64_t kib = sysfs_number("%s", s->name);

	if (kib == NOT_KNOWN)
		return -ENOENT;
	*bytes = kib * 1024;
	return 0;
}

/* The descriptor stays open: the lock is to last as long as we do. */
int
readahead_claim(const struct readahead_setting *s)
{
	uint64_t now;

	int fd = open(s->name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	if (flock(fd, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK)
		return -EBUSY;
	return readahead_get(s, &now) == 0 && now != s->bytes ? -EBUSY : 0;
}

static int
put(const struct readahead_setting *s, uint64_t bytes)
{
	char text[32];
	int rc = 0;

	int len = snprintf(text, sizeof text, "%" PRIu64 "\n", bytes / 1024);
	int fd = open(s->name, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (write(fd, text, (size_t)len) < 0)
		rc = -errno;
	close(fd);
	return rc;
}

int
readahead_set(const struct readahead_setting *s, uint64_t bytes)
{
	uint64_t before, after;
	int rc;

	if ((rc = readahead_get(s, &before)) < 0 ||
	    (rc = put(s, bytes)) < 0 ||
	    (rc = readahead_get(s, &after)) < 0)
		return rc;
	if (after == bytes)
		return 0;
	(void)put(s, before);
	return -ERANGE;
}
