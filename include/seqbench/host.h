/*
 * host -- what explains a figure besides the target: the machine, what it
 * runs in, and what holds it back.  Unprivileged; unknown facts are empty or
 * NOT_KNOWN (file.h).
 */
#ifndef SEQBENCH_HOST_H
#define SEQBENCH_HOST_H

#include <sys/types.h>

#include <stdint.h>

struct host {
	char		 name[256];
	char		 system[65];	/* "Linux" */
	char		 release[65];	/* "6.18.44" */
	char		 machine[65];	/* "x86_64" */
	char		 distribution[128];
	char		 cpu[128];	/* model name */
	unsigned	 cpus;		/* that this process may use */
	uint64_t	 memory_bytes;
	char		 governor[32];	/* CPU frequency governor */
	char		 clock[32];	/* clock source: "tsc" */
	char		 virtual_machine[64];	/* "KVM", "VMware"; "" bare */
	char		 container[64];	/* "docker", "container"; "" none */
	uint64_t	 cgroup_memory_bytes;	/* limit, NOT_KNOWN: none */
	double		 cgroup_cpus;		/* limit, 0: none */
};

void	host_look(struct host *out);

/* What a second may bring; NOT_KNOWN: as much as it can. */
struct io_limit {
	uint64_t	 read_bytes, write_bytes;
	uint64_t	 reads, writes;		/* device transfers */
};
#define IO_UNLIMITED \
	((struct io_limit){ NOT_KNOWN, NOT_KNOWN, NOT_KNOWN, NOT_KNOWN })

/*
 * This process's own cgroup limit on I/O to the device (v1 blkio.throttle,
 * v2 io.max).  dev is a partition or a whole disk.
 */
void	host_io_limit(dev_t dev, struct io_limit *out);

#endif
