/* fs_linux -- the file system that a file is on, and the device below it. */
#include <sys/ioctl.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>

#include <linux/btrfs.h>

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "seqbench/file.h"

#include "fs.h"
#include "mounts.h"

/* A /dev that is a plain directory of the root file system is no such one. */
static bool
is_dev(dev_t dev)
{
	struct stat st, root;

	return stat("/dev", &st) == 0 && st.st_dev == dev &&
	    stat("/", &root) == 0 && root.st_dev != dev;
}

/* The file system's options repeat the mount's "rw" or "ro". */
static const char *
after_first(const char *options)
{
	const char *comma = strchr(options, ',');

	return comma != NULL ? comma : "";
}

/*
 * ramfs and its like count nothing, which does not mean that they are full.
 * What lies in memory is not to be larger than what is free of that.
 */
static uint64_t
free_bytes(const struct statvfs *vfs, bool is_memory)
{
	uint64_t memory = is_memory ? memory_available() : NOT_KNOWN;
	uint64_t counted = vfs->f_blocks == 0 ? NOT_KNOWN :
	    (uint64_t)vfs->f_bavail * vfs->f_frsize;

	return counted < memory ? counted : memory;
}

void
file_system_facts(int look_fd, const struct stat *st, struct fs_facts *out)
{
	struct mounts it = { 0 };
	struct mount m;
	struct statvfs vfs;

	*out = (struct fs_facts){
		.free_bytes = NOT_KNOWN,
		.block_bytes = NOT_KNOWN,
		.is_dev = is_dev(st->st_dev),
	};
	if (mounts_find(&it, look_fd, st, &m)) {
		snprintf(out->type, sizeof out->type, "%s", m.type);
		snprintf(out->source, sizeof out->source, "%s", m.source);
		snprintf(out->mount, sizeof out->mount, "%s", m.point);
		snprintf(out->options, sizeof out->options, "%s%s",
		    m.options, after_first(m.super));
	}
	mounts_release(&it);
	fs_kind(out);
	if (fstatvfs(look_fd, &vfs) == 0) {
		out->free_bytes = free_bytes(&vfs, out->is_memory);
		out->block_bytes = vfs.f_bsize;
		out->is_read_only = (vfs.f_flag & ST_RDONLY) != 0;
	}
}

/* Opening anything but these two may have effects. */
static bool
btrfs_is_single(int look_fd, const struct stat *st)
{
	struct btrfs_ioctl_fs_info_args info = { 0 };

	if (!S_ISREG(st->st_mode) && !S_ISDIR(st->st_mode))
		return false;
	int fd = file_reopen(look_fd, O_RDONLY);
	if (fd < 0)
		return false;
	int rc = ioctl(fd, BTRFS_IOC_FS_INFO, &info);
	close(fd);
	return rc == 0 && info.num_devices == 1;
}

bool
overlay_upper(int look_fd, const struct stat *st, char path[PATH_MAX])
{
	static const char key[] = "upperdir=";
	struct mounts it = { 0 };
	struct mount m;
	const char *dir = NULL;

	if (mounts_find(&it, look_fd, st, &m) &&
	    strcmp(m.type, "overlay") == 0 &&
	    (dir = strstr(m.super, key)) != NULL) {
		snprintf(path, PATH_MAX, "%s", dir + sizeof key - 1);
		path[strcspn(path, ",")] = '\0';
		mounts_unescape(path);
	}
	mounts_release(&it);
	return dir != NULL;
}

/* The device of an overlay's upper directory, when we can see it. */
static dev_t
overlay_device(int look_fd, const struct stat *st)
{
	struct stat upper;
	char path[PATH_MAX];

	if (overlay_upper(look_fd, st, path) && stat(path, &upper) == 0 &&
	    major(upper.st_dev) != 0)
		return upper.st_dev;
	return 0;
}

dev_t
file_system_device(int look_fd, const struct stat *st,
    const struct fs_facts *fs)
{
	if (major(st->st_dev) != 0)
		return st->st_dev;
	if (fs->is_memory)
		return 0;
	if (strcmp(fs->type, "overlay") == 0)
		return overlay_device(look_fd, st);
	if (strcmp(fs->type, "btrfs") == 0 && !btrfs_is_single(look_fd, st))
		return 0;
	return mounts_source(fs->source);
}
