/*
 * readahead -- the setting that says how much the kernel reads ahead of what
 * it is asked for: of a whole disk, or of a file system that has its own.
 *
 * A file or device takes the value when it is opened and keeps it.  Writing
 * changes it for everybody, so who writes it puts it back.
 */
#ifndef SEQBENCH_READAHEAD_H
#define SEQBENCH_READAHEAD_H

#include <sys/stat.h>

#include <stdbool.h>
#include <stdint.h>

struct device_facts;
struct fs_facts;

struct readahead_setting {
	/* "/sys/class/bdi/8:16/read_ahead_kb", "vfs.read_max"; "" none */
	char		 name[128];
	/* what is changed: "the whole disk sdb, its partitions .." */
	char		 scope[128];
	uint64_t	 unit;		/* values are multiples of it */
	uint64_t	 bytes;		/* when looked at; NOT_KNOWN */
	int		 denied;		/* -errno: why we may not; 0 */
};

/* The setting of what look_fd is or lies on. */
void	readahead_look(struct readahead_setting *s, int look_fd,
	    const struct stat *st, const struct fs_facts *fs,
	    const struct device_facts *device);

/* What it is now: 0 or -errno. */
int	readahead_get(const struct readahead_setting *s, uint64_t *bytes);

/*
 * Keep other sessions from it until this process ends: 0, or -EBUSY when one
 * is at it or was since we looked.  What can't be claimed is not.
 */
int	readahead_claim(const struct readahead_setting *s);

/*
 * Set it, and see that the kernel took it: 0, or -errno (-ERANGE when it took
 * something else, which then is put back).
 */
int	readahead_set(const struct readahead_setting *s, uint64_t bytes);

#endif
