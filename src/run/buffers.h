/* buffers -- the memory that transfers use, kept from pass to pass. */
#ifndef RUN_BUFFERS_H
#define RUN_BUFFERS_H

#include <stddef.h>

#include "seqbench/options.h"
#include "seqbench/pattern.h"

struct diag;

/* Starts as { 0 }. */
struct buffer {
	void		*addr;
	size_t		 bytes;
	enum buffer_pages pages;
};

/*
 * At least bytes of touched memory of that kind of pages, 2 MiB-aligned.
 * *fresh (if not NULL) tells that it was mapped anew.  0, or -errno with d
 * filled.
 */
int	buffer_need(struct buffer *b, size_t bytes, enum buffer_pages pages,
	    bool *fresh, struct diag *d);

/* The same, filled by the pattern; data_file is read for PATTERN_FILE. */
int	pool_need(struct buffer *b, size_t bytes, enum buffer_pages pages,
	    const struct pattern *pattern, const char *data_file,
	    struct diag *d);

void	buffer_release(struct buffer *b);

#endif
