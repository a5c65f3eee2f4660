/*
 * meter -- what measuring threads tell the watching thread: two counters each
 * while a pass runs, and between passes what goes on.  The other way goes
 * what the watcher's own CPU was.
 */
#ifndef SEQBENCH_METER_H
#define SEQBENCH_METER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct meter_phase {
	char		 what[64];	/* "64k READ buffered", "lay out" */
	unsigned	 run, runs;	/* 0: not a pass */
	uint64_t	 total;		/* bytes to move; 0: not known */
	uint64_t	 start_ns;	/* sys_now() at its start */
	uint64_t	 left_ns;	/* estimate for all after it, or 0 */
};

enum { METER_LANES = 64, METER_LINE = 64 };

/* What one measuring thread moved; on a cache line of its own. */
struct meter_lane {
	_Alignas(METER_LINE) _Atomic uint64_t bytes;
	_Atomic uint64_t flushed;	/* of them, or 0: not flushing */
};

/* Start with METER_INIT. */
struct meter {
	struct meter_lane lane[METER_LANES];	/* moved in this phase */
	pthread_mutex_t	 lock;		/* of the two below; never held while
					   a clock runs */
	bool		 shown;		/* false: between phases */
	struct meter_phase phase;

	/* Stored by the watcher: its own CPU, which is not the pass's. */
	_Atomic uint64_t watcher_user_ns, watcher_system_ns;
};
#define METER_INIT { .lock = PTHREAD_MUTEX_INITIALIZER }

/* One plain store: a measuring thread is the only writer. */
static inline void
meter_set(_Atomic uint64_t *counter, uint64_t value)
{
	atomic_store_explicit(counter, value, memory_order_relaxed);
}

/* A phase begins (copied), its counters at 0; NULL: none does. */
void	meter_show(struct meter *m, const struct meter_phase *phase);

/* A copy of the phase and of its counters; false between phases. */
bool	meter_look(struct meter *m, struct meter_phase *phase,
	    uint64_t *bytes, uint64_t *flushed);

#endif
