/*
 * crew -- the jobs of a pass: each a loop over a range of its own, with its
 * own issuer and its own part of the buffer, begun together.
 *
 * One job runs in the caller; several run in threads, and the caller waits.
 * Crews that are given the same gate run in threads and begin together.
 */
#ifndef RUN_CREW_H
#define RUN_CREW_H

#include <pthread.h>

#include "loop.h"
#include "seqbench/diag.h"
#include "seqbench/result.h"

struct job {
	struct crew	*crew;
	struct issuer_context context;
	int		 own_fd;	/* -1: the order's */
	struct loop	 loop;
	struct hist	 hist;
	struct series	 series;
	struct verify_tally tally;
	uint64_t	 end_ns;
	int		 rc;		/* of opening, then of the loop */
	struct diag	 diag;
	char		 queue[ISSUER_TEXT];	/* what its issuer uses; "" */
	pthread_t	 thread;
	bool		 started;	/* the thread is there */
};

/* Where jobs wait until it opens for all of them at once. */
struct gate {
	pthread_mutex_t	 lock;
	pthread_cond_t	 turn;		/* something here has changed */
	bool		 open;
};

void	gate_make(struct gate *g);
void	gate_open(struct gate *g);
void	gate_release(struct gate *g);

/* What a crew is made for. */
struct crew_order {
	const struct issuer *issuer;
	int		 fd;
	bool		 reopen;	/* each job but the first opens it
					   again: the kernel reads ahead by
					   open file, and ranges of several
					   would spoil it for each other */
	int		 flags;		/* for that */
	bool		 no_readahead;	/* and that, when it is switched off */
	unsigned	 depth;		/* of each job */
	unsigned	 jobs;		/* at least 1 */
	bool		 timed;		/* take latencies */
	uint64_t	 interval_ns;	/* of the series */
	uint64_t	 limit_ns;	/* each may take so long */
	struct gate	*gate;		/* somebody else's; NULL: its own */
	const struct job_sample *moved;	/* NULL, or each job goes only as
					   far as this one came */
};

/* Starts as { 0 }. */
struct crew {
	struct crew_order order;
	struct job	*job;
	unsigned	 jobs;
	struct gate	 own;		/* where none is given */
	struct gate	*gate;
	unsigned	 ready;		/* jobs that have opened, or failed */
	bool		 sent_home;	/* no job is to run any more */
};

/*
 * Make the jobs of a pass from the loop of the whole: ranges, buffers and
 * issuers, open and waiting.  0 or -errno with d filled; crew_end() in either
 * case.
 */
int	crew_begin(struct crew *c, const struct loop *whole,
	    const struct crew_order *order, struct diag *d);

/*
 * Let them go, but a gate that was given is opened by who gave it, and wait
 * for the last.  What they found is added up in *whole: bytes, transfers, the
 * first error.  *end_ns is when the last one ended; whole->start_ns when the
 * first one began.  Returns as loop_run().
 */
int	crew_run(struct crew *c, struct loop *whole, uint64_t *end_ns);

/*
 * Latency, series and the jobs' own figures of a crew that has run; hist has
 * the transfers of all.  0 or -ENOMEM.
 */
int	crew_sample(const struct crew *c, const struct loop *whole,
	    struct sample *s, struct hist *hist);

void	crew_end(struct crew *c);

/* CPU of the calling thread so far. */
uint64_t crew_thread_ns(void);

/* ---- crewgate.c ---- */

/* Wait until all jobs of the crew are at the gate. */
void	crew_gather(const struct crew *c);
/* A job is there, and waits until it opens.  False: it is sent home. */
bool	crew_may_go(struct crew *c);
/* Jobs that still wait there are sent home; those of other crews stay. */
void	crew_send_home(struct crew *c);

#endif
