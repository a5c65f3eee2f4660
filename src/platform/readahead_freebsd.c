/*
 * readahead_freebsd -- vfs.read_max: how many blocks of its file system a file
 * is read ahead.  Disks are not cached, and so not read ahead.
 */
#include "seqbench/readahead.h"

#include <sys/types.h>
#include <sys/sysctl.h>

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "seqbench/file.h"

#include "sysctl.h"

void
readahead_look(struct readahead_setting *s, int look_fd,
    const struct stat *st, const struct fs_facts *fs,
    const struct device_facts *device)
{
	(void)look_fd;
	(void)fs;
	(void)device;
	*s = (struct readahead_setting){
		.unit = (uint64_t)st->st_blksize,
		.bytes = NOT_KNOWN,
	};
	if (S_ISCHR(st->st_mode) || st->st_blksize <= 0)
		return;
	snprintf(s->name, sizeof s->name, "vfs.read_max");
	snprintf(s->scope, sizeof s->scope, "all file systems of the machine");
	if (readahead_get(s, &s->bytes) < 0)
		s->name[0] = '\0';
	else if (geteuid() != 0)
		s->denied = -EPERM;
}

int
readahead_get(const struct readahead_setting *s, uint64_t *bytes)
{
	uint64_t blocks = sysctl_number(s->name);

	if (blocks == NOT_KNOWN)
		return -ENOENT;
	*bytes = blocks * s->unit;
	return 0;
}

/* A sysctl can't be locked. */
int
readahead_claim(const struct readahead_setting *s)
{
	uint64_t now;

	return readahead_get(s, &now) == 0 && now != s->bytes ? -EBUSY : 0;
}

static int
put(const struct readahead_setting *s, uint64_t bytes)
{
	uint64_t blocks = bytes / s->unit;
	int value = (int)blocks;

	if (blocks > INT_MAX)
		return -ERANGE;
	return sysctlbyname(s->name, NULL, NULL, &value, sizeof value) < 0 ?
	    -errno : 0;
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
