/*
 * limit -- what held a pass back, in one word.  Pure arithmetic.
 *
 * The first rule that holds gives the word; a fact that is not known holds
 * for none.
 *
 *	throttle  The system limits this program's I/O to the device, and the
 *		  device's rate was 90 % of that or more.  (More than all of
 *		  it, because a limit lets a short burst pass: in half a
 *		  second a fifth more was seen.)
 *	cache	  The device moved less than half of the bytes: the rest came
 *		  from a cache, or was left in one.
 *	cpu	  The measuring threads, with those of the kernel that moved
 *		  data for them, computed for 90 % of the time or more.
 *	device	  The device was busy for 90 % of the time or more, and
 *		  transfers waited in line there: 1.5 or more on average.
 *	depth	  At least 90 % of the transfers allowed were in flight on
 *		  average, but the device was idle for more than 10 % of the
 *		  time or had no line: it waited for the tool.  More transfers
 *		  in flight, or more read-ahead, may be faster.
 *	unknown	  None of these.
 *
 * The line.  For a page-cache engine it is the device's mean number of
 * requests in flight, because the kernel decides on it.  For the others it is
 * how many times as long as the fastest one the mean transfer took: those
 * sent to an idle device are served at once, those behind three others take
 * four times as long.  It can't be longer than what is in flight, so a single
 * transfer never has a line, though the device may be busy all the time.
 */
#ifndef SEQBENCH_LIMIT_H
#define SEQBENCH_LIMIT_H

#include <stdbool.h>

enum limit {
	LIMIT_UNKNOWN,
	LIMIT_CPU,
	LIMIT_DEPTH,
	LIMIT_DEVICE,
	LIMIT_CACHE,
	LIMIT_THROTTLE,
};

/* Over the clocked time of a pass.  NAN where something is not known. */
struct limit_facts {
	bool		 page_cache;	/* the engine goes through it */
	double		 cpu;		/* share of the time that the process
					   computed, of each job */
	double		 depth;		/* transfers allowed in flight, of all
					   jobs */
	double		 in_flight;	/* mean: sum of latencies / time; of a
					   synchronous engine the jobs, where
					   latencies were not taken */
	double		 stretch;	/* mean latency / least latency */
	double		 device_busy;	/* share of the time */
	double		 device_in_flight;	/* mean */
	double		 device_ratio;	/* device bytes / the pass's bytes */
	double		 throttle;	/* device's rate / the system's limit
					   on it; NAN: there is none */
};

enum limit limit_word(const struct limit_facts *f);

/* "cpu", "depth", .., "unknown" */
const char *limit_text(enum limit l);

#endif
