/* outplace -- the place of a result file, held against who renames there. */
#ifndef SEQBENCH_OUTPLACE_H
#define SEQBENCH_OUTPLACE_H

#include "outcheck.h"

/*
 * Refuse a link that somebody else may have laid: the rule of Linux'
 * fs.protected_symlinks, also where that is off and in directories without
 * the sticky bit.  0 or -errno with d filled.
 */
int	outplace_link(const struct outfile *o, struct diag *d);

/* The directory of a path, links followed where it is there; to be freed. */
char	*outplace_directory(const char *path);

/*
 * Hold the directory of o->real in o->dir_fd: from here on the place is a
 * name in it, whatever becomes of its path.  Negative with errno set.
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

int	outplace_refuse(const struct outfile *o, int code, const char *why,
	    struct diag *d);

#endif
