/* pass -- one timed transfer of one cell, in parts. */
#ifndef RUN_PASS_H
#define RUN_PASS_H

#include "crew.h"
#include "site.h"

struct pass {
	struct site	*site;
	const struct plan_cell *cell;
	size_t		 number;	/* of the cell */
	uint64_t	 size;
	int		 holder_fd;	/* keeps the file of this pass; -1 */
	int		 fd;		/* what the transfers use; -1 */
	const struct job_sample *moved;	/* NULL, or how far jobs go */
	struct pattern	 pattern;
	struct loop	 loop;		/* of the whole range */
	struct crew	 crew;		/* who runs it */
	bool		 noisy;		/* the device did not come to rest */
	struct sample	*sample;
};

/* Does it touch the target at all? */
static inline bool
pass_touches(const struct pass *p)
{
	return p->cell->engine->access != ACCESS_NONE;
}

/* Does it leave something to be flushed? */
static inline bool
pass_stores(const struct pass *p)
{
	return p->cell->op == OP_WRITE && pass_touches(p) &&
	    p->site->target->kind != TARGET_SINK;
}

/*
 * Record a negative errno in the sample, with what was done and where
 * (offset NOT_KNOWN: nowhere); -EINTR after a stop is no error.  Returns
 * code.
 */
int	pass_fail(struct pass *p, int code, const char *op, uint64_t offset);

/* The same with a sentence, for what is at no one place. */
int	pass_fail_text(struct pass *p, int code, const char *op,
	    const char *text);

/*
 * What stands in the way before the clock starts makes the cell a refused
 * one: it is not tried again.  Returns -ECANCELED, or -EINTR when stopped.
 */
int	pass_refuse(struct pass *p, int code, const char *why);

/*
 * Buffer, descriptors, loop and cache, and a device at rest (passready.c).
 * 0, or as pass_refuse() and pass_fail() have it.
 */
int	pass_ready(struct pass *p);

/* Of these, buffer, descriptors and loop alone. */
int	pass_prepare(struct pass *p);

/* ---- readahead.c ---- */

/* Before the file is opened, the setting of the cell; and for off, after it.
   0 or as refused. */
int	pass_readahead(struct pass *p);
int	pass_no_readahead(struct pass *p);

/* ---- passverify.c ---- */

/*
 * --verify: compare what a pass has moved with what should be there.  0 also
 * when that is wrong (FLAG_WRONG); or as pass_refuse() and pass_fail() have
 * it.
 */
int	pass_verify(struct pass *p);
/* Remember for later passes what this one wrote.  0 or -ENOMEM. */
int	pass_note_written(struct pass *p, bool failed);

/* ---- passopen.c ---- */

/* Open p->fd and, for a file of its own, p->holder_fd.  0 or as refused. */
int	pass_open(struct pass *p);
int	pass_open_flags(const struct pass *p);
/* Make p->crew on the descriptor, when the loop is set. */
int	pass_open_crew(struct pass *p);
/* Close both, but not a stream, which goes on. */
void	pass_close(struct pass *p);

/* ---- counts.c ---- */

struct counts {
	struct device_counters device;	/* or, where there is none, bottom */
	struct device_counters bottom;
	struct cpu_counters cpu;
	uint64_t	 thread_ns;	/* CPU of the thread that took them */
	uint64_t	 watcher_user_ns, watcher_system_ns;
};
void	counts_take(const struct pass *p, struct counts *c);
/* The difference b - a, into the sample. */
void	counts_into(struct sample *s, const struct counts *a,
	    const struct counts *b);
/* What the device did between a and b. */
struct device_counters counts_device(const struct counts *a,
	    const struct counts *b);
/* CPU that other programs used between a and b. */
uint64_t counts_others_ns(const struct counts *a, const struct counts *b);

/* ---- facts.c ---- */

/*
 * What is to be known of a pass to say what held it back; d is what the
 * device did in it.
 */
void	facts_make(struct limit_facts *f, const struct sample *s,
	    const struct plan_cell *cell, const struct device_counters *d,
	    const struct io_limit *limit);
/* The rest of the sample, when counts_into() has been: limit, workers. */
void	facts_into(struct pass *p, const struct counts *a,
	    const struct counts *b);

/* ---- flags.c ---- */

/* What the numbers of a pass say about it, and whether others were there. */
unsigned sample_flags(const struct pass *p, uint64_t others_ns);
/* A range in so many extents that their ends slow it down. */
bool	in_pieces(uint64_t extents, uint64_t bytes);

#endif
