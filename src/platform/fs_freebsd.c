/* fs_freebsd -- the file system that a file is on, and the device below it. */
#include <sys/param.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include <stdio.h>
#include <string.h>

#include "seqbench/file.h"

#include "fs.h"

void
file_system_facts(int look_fd, const struct stat *st, struct fs_facts *out)
{
	struct statfs fs;

	(void)st;
	*out = (struct fs_facts){
		.free_bytes = NOT_KNOWN,
		.block_bytes = NOT_KNOWN,
	};
	if (fstatfs(look_fd, &fs) < 0)
		return;
	snprintf(out->type, sizeof out->type, "%s", fs.f_fstypename);
	snprintf(out->source, sizeof out->source, "%s", fs.f_mntfromname);
	snprintf(out->mount, sizeof out->mount, "%s", fs.f_mntonname);
	/* Below zero where only root's reserve is left. */
	out->free_bytes = fs.f_bavail < 0 ? 0 :
	    (uint64_t)fs.f_bavail * fs.f_bsize;
	out->block_bytes = fs.f_bsize;
	out->is_read_only = (fs.f_flags & MNT_RDONLY) != 0;
	out->is_dev = strcmp(fs.f_fstypename, "devfs") == 0;
	fs_kind(out);
}

dev_t
file_system_device(int look_fd, const struct stat *st,
    const struct fs_facts *fs)
{
	struct stat source;

	(void)look_fd;
	(void)st;
	if (strncmp(fs->source, "/dev/", 5) != 0 ||
	    stat(fs->source, &source) < 0 || !S_ISCHR(source.st_mode))
		return 0;
	return source.st_rdev;
}
