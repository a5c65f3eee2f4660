/* outcheck -- may this path become a result file, and how is it written? */
#ifndef SEQBENCH_OUTCHECK_H
#define SEQBENCH_OUTCHECK_H

#include <sys/stat.h>

#include "seqbench/report.h"

enum out_kind {
	OUT_FILE,		/* a regular file, there or to be made */
	OUT_STREAM,		/* a FIFO, /dev/null: opened and written */
	OUT_DESCRIPTOR,		/* what fd already is (/dev/stdout) */
};

struct out_place {
	enum out_kind	 kind;
	int		 fd;		/* OUT_DESCRIPTOR; not owned */
	struct stat	 st;		/* what is there; st_mode 0: nothing */
};

/*
 * The refusals of outfile_open().  Where there is a place with links
 * followed, o->real and o->dir_fd are set: for OUT_FILE always.  Nothing is
 * opened but regular files, to be read.  0 or -errno with d filled.
 */
int	outcheck(struct outfile *o, const struct outfile *first,
	    const struct target *target, size_t targets,
	    struct out_place *place, struct diag *d);

#endif
