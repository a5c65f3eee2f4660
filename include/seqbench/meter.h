/*
 * meter -- what the measuring thread tells the watching thread: two counters
 * and a pointer.  The measuring thread only stores, the watcher only loads;
 * the other way goes what the watcher's own CPU was.
 */
#ifndef SEQBENCH_METER_H
#define SEQBENCH_METER_H

#include <stdatomic.h>
#include <stdint.h>

/* Constant while it is pointed to. */
struct meter_phase {
	const char	*what;		/* "64k READ buffered", "lay out" */
	unsigned	 run, runs;	/* 0: not a pass */
	uint64_t	 total;		/* bytes to move; 0: not known */
	uint64_t	 start_ns;	/* sys_now() at its start */
	uint64_t	 left_ns;	/* estimate for all after it, or 0 */
};

struct meter {
	_Atomic uint64_t bytes;		/* moved in this phase */
	_Atomic uint64_t flushed;	/* of them, or 0: not flushing */
	_Atomic(const struct meter_phase *) phase;	/* NULL: between */

	/* Stored by the watcher: its own CPU, which is not the pass's. */
	_Atomic uint64_t watcher_user_ns, watcher_system_ns;
};

/* One plain store: the measuring thread is the only writer. */
static inline void
meter_set(_Atomic uint64_t *counter, uint64_t value)
{
	atomic_store_explicit(counter, value, memory_order_relaxed);
}

#endif
