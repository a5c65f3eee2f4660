/*
 * site -- one target, set up and ready for its passes: what is held open
 * from the first pass to the last.
 */
#ifndef RUN_SITE_H
#define RUN_SITE_H

#include "buffers.h"
#include "seqbench/counters.h"
#include "seqbench/below.h"
#include "ledger.h"
#include "seqbench/result.h"

/* What a session owns and every step below it uses. */
struct session {
	struct plan	*plan;
	const struct control *control;
	struct result	*result;
	struct buffer	 reference;	/* --verify: what the pool was */
	uint64_t	 start_ns;	/* sys_now() */
	uint64_t	 passes;	/* made so far */
};

/* How long a device is waited for, and what is known of waiting for it. */
struct patience {
	uint64_t	 pass_ns;	/* no longer than this; 0: no bound */
	unsigned	 in_vain;	/* waits in a row without rest */
	bool		 ours;		/* what may be under way is ours */
};

struct site {
	struct session	*session;
	size_t		 index;		/* into the plan's targets */
	const struct plan_target *plan;
	const struct target *target;
	int		 layout_fd;	/* the laid-out file; -1 */
	int		 stream_fd;	/* opened once; -1 */
	int		 sync_fd;	/* on target or directory; -1 */
	dev_t		 device;	/* whose counters are read; 0: none */
	struct extents	 extents;	/* of what is read */
	struct below	 below;		/* what raw reads of a file */
	bool		 ready;		/* set up, and not closed yet */
	struct buffer	 block;		/* read passes */
	struct buffer	 pool;		/* write passes, laying out */
	struct patience	 patience;
	uint64_t	 readahead;	/* what we have set; NOT_KNOWN: it is
					   as it was */
	struct site	*setter;	/* whose readahead that is, of several
					   with the same setting */
	struct ledger	 ledger;	/* of the file or device that passes
					   share; kept for --verify */
};

/*
 * Cells whose buffers would not fit into memory, along with those of the same
 * cell of other targets, sharers in all, are refused one by one.  The largest
 * buffer of each op stays to the end; blocks come in ascending order.
 */
void	site_check_memory(struct plan *plan, size_t index, size_t sharers);

/*
 * Open, lay out or probe target number index and close the plan for it.
 * 0, -EINTR, or -errno with d filled; close in either case.
 */
int	site_open(struct site *site, struct session *s, size_t index,
	    struct diag *d);
/* With --keep the laid-out file gets its name here: 0 or -errno. */
int	site_close(struct site *site, bool completed, struct diag *d);

/* Put the target's read-ahead back (readahead.c): 0 or -errno. */
int	site_readahead_restore(struct site *site);

/* An error's text without the target's path in front of it. */
const char *site_sentence(const struct target *t, const char *text);

/* Tell the watcher what goes on now; start_ns is set here. */
void	session_phase(struct session *s, struct meter_phase phase);
/* The same one begins again: it got ready, and moves from now on. */
void	session_phase_again(struct session *s);

/*
 * Make a range of an open file or device cold and say how cold it is
 * (cold.c).  bytes resident go to *cached.
 */
enum cache_check cold_make(int fd, bool is_device, uint64_t off,
	    uint64_t len, const struct control *control, uint64_t *cached);

/*
 * The counters of a device, or where there is none (0) those of the bottoms
 * of its layers, added up; not known where there are none (bottoms.c).
 */
void	bottoms_counters(dev_t device, const struct layers *l,
	    struct device_counters *out);

/*
 * Wait, outside the clock, until these have nothing in flight and their
 * counters stand still for 100 ms (settle.c).  False when they did not within
 * 5 s, of which each time in a row leaves half, down to 0.2 s; a bound on
 * that is one on the 100 ms too, down to a single look.  Where we have moved
 * nothing yet, a device that has nothing in flight is at rest.
 */
bool	settle_device(dev_t device, const struct layers *l,
	    struct patience *p, const struct control *control);

#endif
