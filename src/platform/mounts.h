/*
 * mounts -- /proc/PID/mountinfo, a mount at a time.
 */
#ifndef SEQBENCH_MOUNTS_H
#define SEQBENCH_MOUNTS_H

#include <sys/stat.h>
#include <sys/types.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Set to { 0 } before, mounts_release() after. */
struct mounts {
	FILE		*file;		/* NULL: our own, when first needed */
	char		*line;
	size_t		 size;
};

/* The texts live until the next call. */
struct mount {
	uint64_t	 id;
	dev_t		 device;	/* major 0: no device, or btrfs .. */
	const char	*root;		/* of the file system, what is shown */
	const char	*point;
	const char	*options;	/* of the mount */
	const char	*type;
	const char	*source;
	const char	*super;		/* options of the file system */
};

/* The next mount; false at the end, or when there is no such file. */
bool	mounts_next(struct mounts *it, struct mount *m);
void	mounts_release(struct mounts *it);

/* The mount that fd, whose stat is st, was opened through. */
bool	mounts_find(struct mounts *it, int fd, const struct stat *st,
	    struct mount *m);

/* The number of the block device named by a mount's source, or 0. */
dev_t	mounts_source(const char *source);

/* What is mounted: btrfs and its like have no number, but a source. */
dev_t	mounts_device(const struct mount *m);

/*
 * The first process that sees the device, or a partition of it, mounted:
 * "mounted on POINT in the mount namespace of process PID (NAME)".  Others
 * than one's own processes are root's to look at.
 */
bool	mounts_elsewhere(dev_t dev, char *what, size_t size);

/* Turn \040 and its kin in s back into the bytes that they stand for. */
char	*mounts_unescape(char *s);

#endif
