/* device_freebsd -- what GEOM knows of a disk. */
#include <sys/types.h>
#include <sys/stat.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "seqbench/file.h"

#include "sysctl.h"

/* Drivers, by the names of their disks. */
static const struct {
	const char	*prefix;
	const char	*transport;
	bool		 is_virtual;
} drivers[] = {
	{ "ada",	"SATA",		false },
	{ "da",		"SCSI",		false },
	{ "md",		"md",		false },
	{ "mmcsd",	"MMC",		false },
	{ "nda",	"NVMe",		false },
	{ "nvd",	"NVMe",		false },
	{ "vtbd",	"virtio",	true },
	{ "xbd",	"Xen",		true },
};

static void
set_transport(struct device_facts *d)
{
	for (size_t i = 0; i < sizeof drivers / sizeof drivers[0]; i++) {
		size_t len = strlen(drivers[i].prefix);
		if (strncmp(d->disk, drivers[i].prefix, len) != 0 ||
		    d->disk[len] < '0' || d->disk[len] > '9')
			continue;
		snprintf(d->transport, sizeof d->transport, "%s",
		    drivers[i].transport);
		if (drivers[i].is_virtual)
			d->cache_note = "virtual disk";
	}
}

/*
 * kern.geom.conftxt, a provider a line, depth first: "1 PART ada0p2 SIZE
 * SECTOR ..".  The last one at depth 0 is the disk below.
 */
static bool
find_provider(const char *name, struct device_facts *d)
{
	char class[32], provider[64], *save;
	int depth;
	uint64_t bytes, sector;
	bool found = false;
	size_t len;
	char *text = sysctl_all("kern.geom.conftxt", &len);

	for (char *line = text == NULL ? NULL : strtok_r(text, "\n", &save);
	    line != NULL && !found; line = strtok_r(NULL, "\n", &save)) {
		if (sscanf(line, "%d %31s %63s %" SCNu64 " %" SCNu64, &depth,
		    class, provider, &bytes, &sector) != 5)
			continue;
		if (depth == 0)
			memcpy(d->disk, provider, sizeof provider);
		if (strcmp(provider, name) != 0)
			continue;
		found = true;
		memcpy(d->name, provider, sizeof provider);
		d->bytes = bytes;
		d->sector_bytes = sector;
	}
	free(text);
	return found;
}

void
device_facts(dev_t dev, struct device_facts *out)
{
	*out = (struct device_facts){
		.number = dev,
		.bytes = NOT_KNOWN,
		.sector_bytes = NOT_KNOWN,
		.physical_bytes = NOT_KNOWN,
		.readahead_bytes = NOT_KNOWN,
		.rotational = -1,
	};
	const char *name = devname(dev, S_IFCHR);
	if (dev == 0 || name == NULL || !find_provider(name, out)) {
		*out->disk = '\0';
		return;
	}
	out->known = true;
	snprintf(out->node, sizeof out->node, "/dev/%s", name);
	set_transport(out);
}
