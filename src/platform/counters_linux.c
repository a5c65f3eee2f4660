/* counters_linux -- what the kernel counted of devices and CPUs. */
#include "seqbench/counters.h"

#include <sys/sysmacros.h>

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "seqbench/file.h"

#include "cpu.h"
#include "sysfs.h"

/* Partitions have no queue directory, their disk has. */
static bool
is_counting(const char *dir)
{
	uint64_t on = sysfs_number("%s/queue/iostats", dir);

	if (on == NOT_KNOWN)
		on = sysfs_number("%s/../queue/iostats", dir);
	return on != 0;
}

/* Documentation/block/stat.rst; discards are there since 4.18. */
void
counters_device(dev_t dev, struct device_counters *out)
{
	char dir[64], text[512];
	uint64_t n[14];

	*out = (struct device_counters){ NOT_KNOWN, NOT_KNOWN, NOT_KNOWN,
	    NOT_KNOWN, NOT_KNOWN, NOT_KNOWN, NOT_KNOWN, NOT_KNOWN };
	snprintf(dir, sizeof dir, "/sys/dev/block/%u:%u", major(dev),
	    minor(dev));
	sysfs_read(text, sizeof text, "%s/stat", dir);
	int found = sscanf(text, "%" SCNu64 "%" SCNu64 "%" SCNu64 "%" SCNu64
	    "%" SCNu64 "%" SCNu64 "%" SCNu64 "%" SCNu64 "%" SCNu64
	    "%" SCNu64 "%" SCNu64 "%" SCNu64 "%" SCNu64 "%" SCNu64,
	    &n[0], &n[1], &n[2], &n[3], &n[4], &n[5], &n[6], &n[7], &n[8],
	    &n[9], &n[10], &n[11], &n[12], &n[13]);
	if (found < 11 || !is_counting(dir))
		return;
	out->reads = n[0];
	out->read_bytes = n[2] * 512;
	out->writes = n[4];
	out->write_bytes = n[6] * 512;
	out->in_flight = n[8];
	out->busy_ns = n[9] * 1000000;
	out->queue_ns = n[10] * 1000000;
	if (found == 14)
		out->discard_bytes = n[13] * 512;
}

/* "cpu  user nice system idle iowait irq softirq steal ..", in ticks. */
void
cpu_system(struct cpu_counters *out)
{
	char text[512];
	uint64_t n[8], total = 0;

	sysfs_read(text, sizeof text, "/proc/self/io");
	out->io_read_bytes = sysfs_parse(sysfs_value(text, "read_bytes"));
	out->io_write_bytes = sysfs_parse(sysfs_value(text, "write_bytes"));
	sysfs_read(text, sizeof text, "/proc/stat");
	if (sscanf(text, "cpu %" SCNu64 "%" SCNu64 "%" SCNu64 "%" SCNu64
	    "%" SCNu64 "%" SCNu64 "%" SCNu64 "%" SCNu64, &n[0], &n[1], &n[2],
	    &n[3], &n[4], &n[5], &n[6], &n[7]) != 8)
		return;
	uint64_t tick = 1000000000 / (uint64_t)sysconf(_SC_CLK_TCK);
	for (size_t i = 0; i < 8; i++)
		total += n[i];
	out->total_ns = total * tick;
	out->busy_ns = (total - n[3] - n[4]) * tick;
	out->busy_user_ns = (n[0] + n[1]) * tick;
}
