/* rows -- the cells of one target in the order of a table, and their sums. */
#ifndef SEQBENCH_REPORT_ROWS_H
#define SEQBENCH_REPORT_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "seqbench/result.h"

/*
 * The cell that a table shows after previous (NULL: the first), NULL at the
 * end: by block, READ above WRITE, then by variant.
 */
const struct cell *rows_next(const struct result *r, size_t target,
	    const struct cell *previous);

/* The sample of run number run, NULL when there is none. */
const struct sample *rows_run(const struct cell *c, uint64_t run);

/* The most runs that a cell of this target has, at least 1. */
size_t	rows_runs(const struct result *r, size_t target);

/* What the passes of one target add up to; errors are left out. */
struct sums {
	size_t		 passes;	/* these with errors included */
	enum cache_check check;		/* the worst of all read passes */
	uint64_t	 cached_bytes;	/* the most before a read pass, */
	uint64_t	 cached_of;	/* of so many; NOT_KNOWN */
	uint64_t	 read_bytes, device_read_bytes, bottom_read_bytes;
	uint64_t	 write_bytes, device_write_bytes, bottom_write_bytes;
	double		 transfer_min, transfer_max;	/* bytes, the mean of
						   each cell; 0: not known */
	uint64_t	 write_ns, flush_ns;	/* clocked; of it flushing */
	uint64_t	 page_min, page_max;	/* of buffers; NOT_KNOWN, 0 */
};
void	rows_sum(struct sums *s, const struct result *r, size_t target);

#endif
