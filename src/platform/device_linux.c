/* device_linux -- what sysfs knows of a block device. */
#include <sys/sysmacros.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "device.h"
#include "sysfs.h"

/* Where a device hangs, by a part of its path in sysfs; the first counts. */
static const struct {
	const char	*part;
	const char	*transport;
	bool		 is_virtual;
} transports[] = {
	{ "/virtual/block/loop",	"loop",		false },
	{ "/virtual/block/zram",	"zram",		false },
	{ "/virtual/block/ram",		"ram",		false },
	{ "/virtual/block/dm-",		"dm",		false },
	{ "/virtual/block/md",		"md",		false },
	{ "/virtual/block/nbd",		"nbd",		false },
	{ "/virtio",			"virtio",	true },
	{ "/vbd-",			"Xen",		true },
	{ "/VMBUS",			"Hyper-V",	true },
	{ "/usb",			"USB",		false },
	{ "/nvme",			"NVMe",		false },
	{ "/ata",			"SATA",		false },
	{ "/mmc_host/",			"MMC",		false },
	{ "/session",			"iSCSI",	false },
	{ "/end_device-",		"SAS",		false },
	{ "/rport-",			"FC",		false },
	{ "/host",			"SCSI",		false },
};

/* Words in a model that only virtual disks have. */
static const char *const virtual_models[] = {
	"QEMU", "VBOX", "VMware", "Virtual", "Amazon Elastic Block",
	"nvme_card",
};

static void
set_transport(struct device_facts *d, const char *path)
{
	bool is_virtual = false;

	for (size_t i = 0; i < sizeof transports / sizeof transports[0]; i++)
		if (strstr(path, transports[i].part) != NULL) {
			snprintf(d->transport, sizeof d->transport, "%s",
			    transports[i].transport);
			is_virtual = transports[i].is_virtual;
			break;
		}
	for (size_t i = 0;
	    i < sizeof virtual_models / sizeof virtual_models[0]; i++)
		if (strstr(d->model, virtual_models[i]) != NULL)
			is_virtual = true;
	if (!is_virtual)
		return;
	d->cache_note = "virtual disk";
	/* Many hypervisors leave it at 1 whatever is below. */
	if (d->rotational == 1)
		d->rotational = -1;
}

/* libata says "ATA" for every maker, virtio a number. */
static void
set_model(struct device_facts *d, const char *disk)
{
	char vendor[32], model[64];

	if (!sysfs_line(model, sizeof model, "%s/device/model", disk))
		sysfs_line(model, sizeof model, "%s/device/name", disk);
	sysfs_line(vendor, sizeof vendor, "%s/device/vendor", disk);
	if (strcmp(vendor, "ATA") == 0 || strncmp(vendor, "0x", 2) == 0)
		*vendor = '\0';
	snprintf(d->model, sizeof d->model, "%.20s%s%.42s", vendor,
	    *vendor != '\0' ? " " : "", model);
}

/* "none [mq-deadline] kyber" */
static void
set_scheduler(struct device_facts *d, const char *disk)
{
	char line[128];

	sysfs_line(line, sizeof line, "%s/queue/scheduler", disk);
	char *name = strchr(line, '[');
	if (name != NULL)
		name[strcspn(name, "]")] = '\0';
	snprintf(d->scheduler, sizeof d->scheduler, "%.31s",
	    name != NULL ? name + 1 : line);
}

static void
set_queue(struct device_facts *d, const char *disk)
{
	d->sector_bytes = sysfs_number("%s/queue/logical_block_size", disk);
	d->physical_bytes = sysfs_number("%s/queue/physical_block_size",
	    disk);
	uint64_t kib = sysfs_number("%s/queue/read_ahead_kb", disk);
	if (kib != NOT_KNOWN)
		d->readahead_bytes = kib * 1024;
	uint64_t rotational = sysfs_number("%s/queue/rotational", disk);
	d->rotational = rotational == NOT_KNOWN ? -1 : (int)rotational;
	d->counts_off = sysfs_number("%s/queue/iostats", disk) == 0;
	sysfs_line(d->write_cache, sizeof d->write_cache,
	    "%s/queue/write_cache", disk);
	set_scheduler(d, disk);
}

void
device_dir(char dir[DEVICE_DIR], const char *sys, dev_t dev)
{
	snprintf(dir, DEVICE_DIR, "%s/dev/block/%u:%u", sys, major(dev),
	    minor(dev));
}

/* The last two parts of "../../devices/../block/sdb/sdb1". */
static void
set_names(struct device_facts *d, const char *own, char *path,
    bool is_partition)
{
	char uevent[1024], name[64];

	char *last = strrchr(path, '/');
	snprintf(d->name, sizeof d->name, "%.63s", last + 1);
	*last = '\0';
	char *parent = strrchr(path, '/');
	snprintf(d->disk, sizeof d->disk, "%.63s",
	    is_partition && parent != NULL ? parent + 1 : d->name);
	*last = '/';
	sysfs_read(uevent, sizeof uevent, "%s/uevent", own);
	sysfs_copy(name, sizeof name, sysfs_value(uevent, "DEVNAME"));
	if (*name != '\0')
		snprintf(d->node, sizeof d->node, "/dev/%s", name);
}

void
device_facts(dev_t dev, struct device_facts *out)
{
	device_facts_at("/sys", dev, out);
}

void
device_facts_at(const char *sys, dev_t dev, struct device_facts *out)
{
	char own[DEVICE_DIR], disk[DEVICE_DIR + 4], path[PATH_MAX];

	*out = (struct device_facts){
		.number = dev,
		.bytes = NOT_KNOWN,
		.sector_bytes = NOT_KNOWN,
		.physical_bytes = NOT_KNOWN,
		.readahead_bytes = NOT_KNOWN,
		.rotational = -1,
	};
	device_dir(own, sys, dev);
	ssize_t n = readlink(own, path, sizeof path - 1);
	if (n <= 0)
		return;
	path[n] = '\0';
	if (strchr(path, '/') == NULL)
		return;
	bool is_partition = sysfs_number("%s/partition", own) != NOT_KNOWN;
	snprintf(disk, sizeof disk, "%s%s", own, is_partition ? "/.." : "");

	out->known = true;
	set_names(out, own, path, is_partition);
	uint64_t sectors = sysfs_number("%s/size", own);
	if (sectors != NOT_KNOWN)
		out->bytes = sectors * 512;
	out->is_read_only = sysfs_number("%s/ro", own) == 1;
	set_queue(out, disk);
	set_model(out, disk);
	set_transport(out, path);
	if (sysfs_number("%s/loop/dio", disk) == 0)
		out->cache_note = "loop without direct I/O";
}
