/*
 * below -- the device below a file, from which the same bytes are read past
 * the file system.
 *
 * It is only ever read.  Wrong addresses would give figures like others, so
 * what is mapped is compared with the file before it counts, and the mapping
 * is made again afterwards.
 */
#ifndef SEQBENCH_BELOW_H
#define SEQBENCH_BELOW_H

#include <sys/stat.h>

#include <stdint.h>

#include "seqbench/map.h"

struct control;
struct diag;
struct target;

struct below {
	int		 fd;		/* the node, O_DIRECT; -1: not open */
	struct map	 map;		/* of the range, compared */
	struct stat	 st;		/* of the file, when it was mapped */
	uint64_t	 compared;	/* blocks read both ways */
};

/* What transfers on the device below t are multiples of. */
uint64_t below_sector(const struct target *t);

/*
 * Open the node below t, which is no device itself, for reading.  b->fd is
 * -1 before; close in either case.  0 or -errno with d filled.
 */
int	below_open(struct below *b, const struct target *t, struct diag *d);
void	below_close(struct below *b);

/*
 * Find where [off, off+len) of the file fd lies, dirty data written out
 * first, and compare the first and last 4 KiB (or sector) of each segment,
 * read both ways; not again when nothing has moved since.  0 or -errno with
 * d filled: -EINTR when *c->stop was set.
 */
int	below_map(struct below *b, const struct target *t, int fd,
	    uint64_t off, uint64_t len, const struct control *c,
	    struct diag *d);

/* Is all still as it was mapped?  0, or -ESTALE or another -errno. */
int	below_unchanged(const struct below *b, int fd, uint64_t off,
	    uint64_t len, struct diag *d);

#endif
