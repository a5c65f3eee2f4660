/* setup -- what a target is asked before its first pass: size and rate. */
#ifndef RUN_SETUP_H
#define RUN_SETUP_H

#include "site.h"

enum { SETUP_BLOCK = 1 << 20 };	/* of what set-up moves */

/* What set-up finds of a target. */
struct finding {
	uint64_t	 bytes;		/* of a pass */
	double		 read_rate;	/* bytes/s; 0: not known */
	double		 durable_rate;
};

/* Look closer, lay out or probe; 0 or -errno with d filled. */
int	set_up(struct site *site, struct finding *f, struct diag *d);

/* ---- its ways, by target ---- */

/* We make the files (setuplayout.c). */
int	set_up_temporary(struct site *site, struct finding *f,
	    struct diag *d);
/* A file or device is there (setupprobe.c). */
int	set_up_existing(struct site *site, struct finding *f,
	    struct diag *d);
/* A stream, source or sink (setupprobe.c). */
int	set_up_endless(struct site *site, struct finding *f, struct diag *d);

/* Bytes a second; 0 for no time. */
double	rate_of(uint64_t bytes, uint64_t ns);
/* What about two seconds move, within the bounds of automatic sizes. */
uint64_t size_of(double rate, uint64_t there);

#endif
