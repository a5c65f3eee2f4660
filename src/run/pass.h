/* pass -- one timed transfer of one cell, in parts. */
#ifndef RUN_PASS_H
#define RUN_PASS_H

#include "crew.h"
#include "site.h"

/* What the devices that a pass reaches have done so far. */
struct devices {
	struct device_counters device;	/* or, where there is none, bottom */
	struct device_counters bottom;
};

struct pass {
	struct site	*site;
	const struct plan_cell *cell;
	size_t		 number;	/* of the cell */
	uint64_t	 size;
	int		 holder_fd;	/* keeps the file of this pass; -1 */
	int		 fd;		/* what the transfers use; -1 */
	const struct job_sample *moved;	/* NULL, or how far jobs go */
	uint64_t	 limit_ns;	/* its transfers may take so long */
	struct pattern	 pattern;
	struct control	 control;	/* the session's, but for its lane */
	struct loop	 loop;		/* of the whole range */
	struct crew	 crew;		/* who runs it */
	struct gate	*gate;		/* where it begins with others; NULL */
	bool		 noisy;		/* the device did not come to rest */
	uint64_t	 others_bytes;	/* that passes at the same time moved
					   on what its counters count */
	uint64_t	 others_bottom_bytes;	/* the same of the bottoms */
	struct devices	 before, after;
	struct hist	 hist;		/* of its transfers */
	bool		 ran;		/* its clock did */
	pthread_t	 thread;	/* that waits for its jobs */
	bool		 threaded;	/* there is one */
	int		 rc;		/* of its steps so far */
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

/* Of a pass that has not run: what is not known is said to be that. */
extern const struct sample sample_unknown;

/* A pass of run over size bytes of a cell; *out is its sample. */
void	pass_init(struct pass *p, struct site *site, size_t cell,
	    uint64_t run, uint64_t size, struct sample *out);

/*
 * Buffer, descriptors, loop and cache (passready.c).  0, or as pass_refuse()
 * and pass_fail() have it.
 */
int	pass_ready(struct pass *p);
/* Let the device come to rest, if the pass is to touch it. */
void	pass_settle(struct pass *p);

/* The last thing before the counters are taken: the way to a point. */
void	pass_approach(const struct pass *p);

/* From t0 to t3, into sample, rc and after; before is taken by the caller. */
void	pass_clock(struct pass *p);

/*
 * What is to be seen of it once the clock stands, and with --verify whether
 * its data is right: cpu is the share of its time that it computed, others_ns
 * what other programs did meanwhile (passlook.c).
 */
void	pass_look(struct pass *p, double cpu, uint64_t others_ns);
/* Nothing of it may still be under way in the next; in any case. */
void	pass_end(struct pass *p);

/* The device that its transfers reach; 0: none. */
static inline dev_t
pass_device(const struct pass *p)
{
	return pass_touches(p) ? p->site->device : 0;
}

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
/* Close p->fd, but not a stream, which goes on.  0, or what close(2) said. */
int	pass_close(struct pass *p);

/* ---- counts.c ---- */

/* Of the process and the whole system. */
struct counts {
	struct cpu_counters cpu;
	uint64_t	 thread_ns;	/* CPU of the thread that took them */
	uint64_t	 watcher_user_ns, watcher_system_ns;
};
void	counts_take(struct meter *m, struct counts *c);
/* The difference b - a, into the sample. */
void	counts_into(struct sample *s, const struct counts *a,
	    const struct counts *b);
void	counts_devices(const struct pass *p, struct devices *c);
/* What a device did between a and b; and what of that is kept. */
struct device_counters counts_device(const struct device_counters *a,
	    const struct device_counters *b);
struct moved counts_moved(const struct device_counters *a,
	    const struct device_counters *b);
/* CPU that other programs used between a and b. */
uint64_t counts_others_ns(const struct counts *a, const struct counts *b);

/* ---- facts.c ---- */

/* The share of their time that so many threads computed; NAN. */
double	facts_cpu(const struct sample *s, unsigned threads);
/*
 * What is to be known of a pass, cpu but for that, to say what held it back;
 * d is what the device did in it.
 */
void	facts_make(struct limit_facts *f, const struct sample *s,
	    const struct plan_cell *cell, const struct device_counters *d,
	    const struct io_limit *limit);
/* Did threads of the kernel move what own_ns of ours did not? */
bool	facts_workers(const struct sample *s, const struct plan_cell *cell,
	    uint64_t own_ns);

/* ---- flags.c ---- */

/* What the numbers of a pass say about it, and whether others were there. */
unsigned sample_flags(const struct pass *p, uint64_t others_ns);
/* A range in so many extents that their ends slow it down. */
bool	in_pieces(uint64_t extents, uint64_t bytes);

#endif
