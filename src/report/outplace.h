/* outplace -- the place of a result file, held against who renames there. */
#ifndef SEQBENCH_OUTPLACE_H
#define SEQBENCH_OUTPLACE_H

#include "outcheck.h"

/*
 * Look at o->path, st_mode 0 when there is nothing.  A symbolic link is
 * followed only where nobody else may have laid it; that is more than Linux'
 * fs.protected_symlinks, which asks so only in sticky directories.  0 or
 * -errno with d filled.
 */
int	outplace_look(struct outfile *o, struct stat *st, struct diag *d);

/*
 * Find o->real and hold its directory in o->dir_fd: from here on the place is
 * a name in it, whatever becomes of its path.  What only a descriptor leads
 * to (a pipe) has none.  Negative with errno set.
 */
int	outplace_hold(struct outfile *o);

/* The last part of o->real: a name in o->dir_fd. */
const char *outplace_name(const struct outfile *o);

/*
 * Open what was looked at, and nothing that took its place: a descriptor or
 * -errno with d filled.
 */
int	outplace_open(const struct outfile *o, const struct out_place *place,
	    int flags, struct diag *d);

bool	outplace_is(const struct stat *a, const struct stat *b);

int	outplace_no(const struct outfile *o, int code, const char *why,
	    struct diag *d);

#endif
