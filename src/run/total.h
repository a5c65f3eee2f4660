/*
 * total -- samples of passes made at the same time, added up to one.
 *
 * Its rate is all bytes over the time from the first beginning to the last
 * end, for writes to the end of the last flush.  Pure.
 */
#ifndef RUN_TOTAL_H
#define RUN_TOTAL_H

#include "seqbench/result.h"

/* Widen the time of t to that of s too.  transfer_ns 0: it has none yet. */
void	total_span(struct sample *t, const struct sample *s);

/* Room for the figures of n passes, in sample.job.  0 or -ENOMEM. */
int	total_begin(struct sample *t, size_t n);

/*
 * Add all of s but its span, devices, latencies and CPU.  What is not known
 * of one is not known of the total; the first error is its error, with the
 * path of its target.
 */
void	total_add(struct sample *t, const struct sample *s, const char *path);

/* Of one that got no further. */
void	total_add_error(struct sample *t, const struct io_error *e,
	    const char *path);

/* Bytes and transfers of a device, which is to be given once. */
void	total_add_device(struct sample *t, const struct moved *m);

#endif
