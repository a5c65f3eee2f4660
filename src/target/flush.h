/*
 * flush -- what flush_steps() and the layout share.
 */
#ifndef SEQBENCH_TARGET_FLUSH_H
#define SEQBENCH_TARGET_FLUSH_H

#include <stdint.h>

struct control;

struct flush_range {
	int		 fd;
	uint64_t	 off, len;
	uint64_t	 deadline_ns;	/* 0: none */
	uint64_t	 floor;		/* the deadline counts from here on */
	uint64_t	 before;	/* shown in front of this one's */
};

/*
 * Write the range out step by step, durable or not; *done is how much was.
 * 0 or -errno: -EINTR when *stop was set, -ENOSYS where steps can't be had.
 */
int	flush_write_out(const struct flush_range *r, const struct control *c,
	    uint64_t *done);

/* sys_fdatasync(), begun again after signals that do not mean stop. */
int	flush_data(int fd, const struct control *c);

#endif
