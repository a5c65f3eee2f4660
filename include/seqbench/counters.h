/*
 * counters -- what the system counted: device bytes, CPU, other load.
 *
 * Read before and after a pass and subtracted.  A counter that is missing or
 * switched off is NOT_KNOWN (file.h), never zero and never an error.
 */
#ifndef SEQBENCH_COUNTERS_H
#define SEQBENCH_COUNTERS_H

#include <sys/types.h>

#include <stdbool.h>
#include <stdint.h>

/* Partition-exact (/sys/dev/block/M:m/stat; devstat on FreeBSD). */
struct device_counters {
	uint64_t	 read_bytes, write_bytes;
	uint64_t	 reads, writes;		/* device transfers */
	uint64_t	 discard_bytes;
	uint64_t	 in_flight;
	uint64_t	 busy_ns;	/* while at least one was in flight */
	uint64_t	 queue_ns;	/* of all that ended, added up */
};
void	counters_device(dev_t dev, struct device_counters *out);

struct cpu_counters {
	uint64_t	 user_ns, system_ns;	/* this process, all threads */
	uint64_t	 voluntary, involuntary;	/* context switches */
	uint64_t	 busy_ns, total_ns;	/* whole system, all CPUs */
	uint64_t	 busy_user_ns;	/* of it, in programs (user, nice) */
	uint64_t	 io_read_bytes, io_write_bytes;	/* /proc/self/io */
};
void	counters_cpu(struct cpu_counters *out);

/* CPU of the calling thread so far: user and system ns. */
void	counters_thread(uint64_t *user_ns, uint64_t *system_ns);

#endif
