/* pass -- one timed transfer of one cell, in parts. */
#ifndef RUN_PASS_H
#define RUN_PASS_H

#include "loop.h"
#include "seqbench/counters.h"
#include "site.h"

struct pass {
	struct site	*site;
	const struct plan_cell *cell;
	size_t		 number;	/* of the cell */
	uint64_t	 size;
	int		 holder_fd;	/* keeps the file of this pass; -1 */
	int		 fd;		/* what the transfers use; -1 */
	struct pattern	 pattern;
	struct loop	 loop;
	struct sample	*sample;
};

/* Does it touch the target at all? */
static inline bool
pass_touches(const struct pass *p)
{
	return p->cell->engine->access != ACCESS_NONE;
}

/*
 * Record a negative errno in the sample, with what was done and where
 * (offset NOT_KNOWN: nowhere); -EINTR is no error.  Returns code.
 */
int	pass_fail(struct pass *p, int code, const char *op, uint64_t offset);

/*
 * What stands in the way before the clock starts makes the cell a refused
 * one: it has no sample, and is not tried again.  Returns -ECANCELED, or
 * -EINTR where code is that.
 */
int	pass_refuse(struct pass *p, int code, const char *why);

/* ---- passopen.c ---- */

/* Open p->fd and, for a file of its own, p->holder_fd.  0 or as refused. */
int	pass_open(struct pass *p);
int	pass_open_flags(const struct pass *p);
/* Close p->fd, but not a stream, which goes on. */
void	pass_close(struct pass *p);

/* ---- counts.c ---- */

struct counts {
	struct device_counters device;
	struct cpu_counters cpu;
	uint64_t	 watcher_user_ns, watcher_system_ns;
};
void	counts_take(const struct pass *p, struct counts *c);
/* The difference b - a, into the sample. */
void	counts_into(struct sample *s, const struct counts *a,
	    const struct counts *b);
/* CPU that other programs used between a and b. */
uint64_t counts_others_ns(const struct counts *a, const struct counts *b);

#endif
