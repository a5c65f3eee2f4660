/* iolimit_linux -- what this process's control group allows a device. */
#include <sys/sysmacros.h>

#include <stdio.h>
#include <string.h>

#include "seqbench/file.h"
#include "seqbench/host.h"

#include "cgroup.h"
#include "sysfs.h"

enum { LIMITS = 4 };
static const struct {
	const char	*file;		/* version 1: a limit a file */
	const char	*key;		/* version 2: all of them in io.max */
} limits[LIMITS] = {
	{ "blkio.throttle.read_bps_device",	"rbps" },
	{ "blkio.throttle.write_bps_device",	"wbps" },
	{ "blkio.throttle.read_iops_device",	"riops" },
	{ "blkio.throttle.write_iops_device",	"wiops" },
};

/* Limits are on whole disks. */
static dev_t
whole_disk(dev_t dev)
{
	char dir[64];

	snprintf(dir, sizeof dir, "/sys/dev/block/%u:%u", major(dev),
	    minor(dev));
	if (sysfs_number("%s/partition", dir) == NOT_KNOWN)
		return dev;
	return sysfs_device("%s/../dev", dir);
}

/*
 * "8:0 1048576" in a file of version 1, "8:0 rbps=max wbps=1048576 ..." in
 * version 2's; NOT_KNOWN where the device has no limit.
 */
static uint64_t
limit_of(const struct cgroup *cg, size_t which, const char *device)
{
	char text[4096], line[256];

	sysfs_read(text, sizeof text, "%s/%s", cg->dir,
	    cg->version == 1 ? limits[which].file : "io.max");
	sysfs_copy(line, sizeof line, sysfs_value(text, device));
	if (cg->version == 1)
		return sysfs_parse(line);
	for (char *blank = line; (blank = strchr(blank, ' ')) != NULL;)
		*blank = '\n';
	return sysfs_parse(sysfs_value(line, limits[which].key));
}

/* Version 1 throttles each group by itself, version 2 within its parents. */
static void
find_least(uint64_t least[LIMITS], const char *device)
{
	struct cgroup cg;

	for (bool ok = cgroup_find(&cg, "blkio"); ok;
	    ok = cg.version == 2 && cgroup_up(&cg))
		for (size_t i = 0; i < LIMITS; i++) {
			uint64_t n = limit_of(&cg, i, device);
			if (n < least[i])
				least[i] = n;
		}
}

void
host_io_limit(dev_t dev, struct io_limit *out)
{
	char device[32];
	uint64_t least[LIMITS] = { NOT_KNOWN, NOT_KNOWN, NOT_KNOWN, NOT_KNOWN };

	dev_t disk = whole_disk(dev);
	snprintf(device, sizeof device, "%u:%u", major(disk), minor(disk));
	find_least(least, device);
	*out = (struct io_limit){ least[0], least[1], least[2], least[3] };
}
