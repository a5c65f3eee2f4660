/* fiemap -- the extents of a file, as the kernel lists them. */
#ifndef PLATFORM_FIEMAP_H
#define PLATFORM_FIEMAP_H

#include <linux/fiemap.h>

#include <stdint.h>

/*
 * Give take() each extent that touches [off, end), in order, dirty data
 * written out first; it returns 0 or the negative errno to end with.
 * Returns 0 or -errno.
 */
int	fiemap_walk(int fd, uint64_t off, uint64_t end,
	    int (*take)(void *, const struct fiemap_extent *), void *context);

/* Why an extent with these flags can't be read at its address; NULL: it can. */
const char *fiemap_refusal(uint32_t flags);

#endif
