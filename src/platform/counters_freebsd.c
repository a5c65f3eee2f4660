/* counters_freebsd -- what the kernel counted of disks and CPUs. */
#include "seqbench/counters.h"

#include <sys/types.h>
#include <sys/devicestat.h>
#include <sys/resource.h>
#include <sys/sysctl.h>
#include <sys/time.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "seqbench/file.h"

#include "cpu.h"
#include "sysctl.h"

static uint64_t
since_boot(const struct bintime *bt)
{
	struct timespec ts;

	bintime2timespec(bt, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

static void
take(const struct devstat *s, struct device_counters *out)
{
	out->read_bytes = s->bytes[DEVSTAT_READ];
	out->write_bytes = s->bytes[DEVSTAT_WRITE];
	out->reads = s->operations[DEVSTAT_READ];
	out->writes = s->operations[DEVSTAT_WRITE];
	out->discard_bytes = s->bytes[DEVSTAT_FREE];
	out->in_flight = s->start_count - s->end_count;
	out->busy_ns = since_boot(&s->busy_time);
	out->queue_ns = 0;
	for (size_t i = 0; i < DEVSTAT_N_TRANS_FLAGS; i++)
		out->queue_ns += since_boot(&s->duration[i]);
}

/* Disks are counted, not partitions: those of the disk stand for both. */
void
counters_device(dev_t dev, struct device_counters *out)
{
	struct device_facts d;
	struct devstat s;
	char name[64];
	size_t len, at = sizeof(long);	/* the generation comes first */

	*out = (struct device_counters){ NOT_KNOWN, NOT_KNOWN, NOT_KNOWN,
	    NOT_KNOWN, NOT_KNOWN, NOT_KNOWN, NOT_KNOWN, NOT_KNOWN };
	device_facts(dev, &d);
	if (!d.known || sysctl_number("kern.devstat.version") !=
	    DEVSTAT_VERSION)
		return;
	char *all = sysctl_all("kern.devstat.all", &len);
	for (; all != NULL && at + sizeof s <= len; at += sizeof s) {
		memcpy(&s, all + at, sizeof s);
		snprintf(name, sizeof name, "%s%d", s.device_name,
		    s.unit_number);
		if (strcmp(name, d.disk) == 0) {
			take(&s, out);
			break;
		}
	}
	free(all);
}

void
cpu_system(struct cpu_counters *out)
{
	long n[CPUSTATES];
	struct clockinfo clock;
	size_t len = sizeof n, clock_len = sizeof clock;
	uint64_t total = 0;

	if (sysctlbyname("kern.cp_time", n, &len, NULL, 0) < 0 ||
	    sysctlbyname("kern.clockrate", &clock, &clock_len, NULL, 0) < 0 ||
	    clock.stathz <= 0)
		return;
	uint64_t tick = 1000000000 / (uint64_t)clock.stathz;
	for (size_t i = 0; i < CPUSTATES; i++)
		total += (uint64_t)n[i];
	out->total_ns = total * tick;
	out->busy_ns = (total - (uint64_t)n[CP_IDLE]) * tick;
	out->busy_user_ns = (uint64_t)(n[CP_USER] + n[CP_NICE]) * tick;
}
