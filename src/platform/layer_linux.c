/* layer_linux -- what sysfs says of one layer. */
#include <sys/sysmacros.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "layers_walk.h"
#include "sysfs.h"

/* A zero stands for "not known", but in a number that may be none. */
static const struct {
	enum layer_number number;
	const char	*file;
	uint64_t	 unit;
} numbers[] = {
	{ LAYER_BYTES,		"size",				512 },
	{ LAYER_START,		"start",			512 },
	{ LAYER_START,		"loop/offset",			1 },
	{ LAYER_SECTOR,		"queue/logical_block_size",	1 },
	{ LAYER_PHYSICAL,	"queue/physical_block_size",	1 },
	{ LAYER_MINIMUM_IO,	"queue/minimum_io_size",	1 },
	{ LAYER_OPTIMAL_IO,	"queue/optimal_io_size",	1 },
	{ LAYER_CHUNK,		"md/chunk_size",		1 },
	{ LAYER_READAHEAD,	"queue/read_ahead_kb",		1024 },
	{ LAYER_MAX_REQUEST,	"queue/max_sectors_kb",		1024 },
	{ LAYER_DISCARD,	"queue/discard_granularity",	1 },
	{ LAYER_REQUESTS,	"queue/nr_requests",		1 },
	{ LAYER_QUEUE_DEPTH,	"device/queue_depth",		1 },
	{ LAYER_MEMBERS,	"md/raid_disks",		1 },
	{ LAYER_DEGRADED,	"md/degraded",			1 },
	{ LAYER_FUA,		"queue/fua",			1 },
	{ LAYER_DIRECT_IO,	"loop/dio",			1 },
	{ LAYER_READ_ONLY,	"ro",				1 },
	{ LAYER_COUNTERS,	"queue/iostats",		1 },
};

/* What is the usual case is not worth a word. */
static const struct {
	enum layer_text	 text;
	const char	*file;
	const char	*usual;
} texts[] = {
	{ LAYER_TYPE,		"md/level",		"" },
	{ LAYER_LABEL,		"dm/name",		"" },
	{ LAYER_BACKING,	"loop/backing_file",	"" },
	{ LAYER_BACKING,	"backing_dev",		"none" },
	{ LAYER_ZONED,		"queue/zoned",		"none" },
	{ LAYER_STATE,		"md/sync_action",	"idle" },
};

/* By the kernel's name; the rest are disks. */
static const struct {
	const char	*prefix;
	enum layer_kind	 kind;
} kinds[] = {
	{ "dm-",	LAYER_DM },
	{ "md",		LAYER_MD },
	{ "bcache",	LAYER_BCACHE },
	{ "loop",	LAYER_LOOP },
	{ "zram",	LAYER_ZRAM },
	{ "ram",	LAYER_RAM },
	{ "nbd",	LAYER_NBD },
};

/* Who made a dm device, by its uuid; what it does only root may ask. */
static const struct {
	const char	*prefix;
	const char	*type;
	bool		 moves;		/* more than it is asked to */
} makers[] = {
	{ "LVM-",		"LVM",		false },	/* first */
	{ "CRYPT-LUKS",		"LUKS",		false },
	{ "CRYPT-VERITY",	"verity",	true },
	{ "CRYPT-INTEGRITY",	"integrity",	true },
	{ "CRYPT-",		"crypt",	false },
	{ "mpath-",		"multipath",	false },
	{ "DMRAID-",		"dmraid",	true },
	{ "VDO-",		"VDO",		true },
	{ "stratis-",		"Stratis",	true },
	{ "part",		"partition",	false },
};

static void
set_numbers(struct layer *l, const char *dir)
{
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
		uint64_t n = sysfs_number("%s/%s", dir, numbers[i].file);

		if (n == NOT_KNOWN ||
		    (n == 0 && numbers[i].number < LAYER_DEGRADED))
			continue;
		l->number[numbers[i].number] = n * numbers[i].unit;
	}
	/* These have no queue of their own, whatever they say. */
	if (l->kind == LAYER_DM || l->kind == LAYER_MD)
		l->number[LAYER_REQUESTS] = NOT_KNOWN;
}

static void
set_texts(struct layer *l, const char *dir)
{
	char line[PATH_MAX];

	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		if (sysfs_line(line, sizeof line, "%s/%s", dir,
		    texts[i].file) && strcmp(line, texts[i].usual) != 0)
			layer_set(l, texts[i].text, line);
}

/*
 * LVM gives the parts of a volume that is cached, thin or a snapshot a uuid
 * with something behind the two times 32 digits.  Of a device that nobody
 * has put a name to, it can't be told what it does.
 */
static void
set_maker(struct layer *l, const char *dir)
{
	char uuid[160];

	sysfs_line(uuid, sizeof uuid, "%s/dm/uuid", dir);
	l->moves = true;
	for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++) {
		if (strncmp(uuid, makers[i].prefix,
		    strlen(makers[i].prefix)) != 0)
			continue;
		layer_set(l, LAYER_TYPE, makers[i].type);
		l->moves = makers[i].moves || (i == 0 &&
		    strlen(uuid) > 4 + 64);
		break;
	}
}

static void
set_zram(struct layer *l, const char *dir)
{
	unsigned long long memory;
	char line[256];

	sysfs_line(line, sizeof line, "%s/mm_stat", dir);
	if (sscanf(line, "%*s %*s %llu", &memory) == 1)
		l->number[LAYER_MEMORY] = memory;
	sysfs_line(line, sizeof line, "%s/comp_algorithm", dir);
	char *name = strchr(line, '[');
	if (name == NULL)
		return;
	name[strcspn(name, "]")] = '\0';
	layer_set(l, LAYER_ALGORITHM, name + 1);
}

/* Up the path, until a directory has such a file. */
static bool
above(char *line, size_t size, const char *real, const char *file)
{
	char dir[PATH_MAX];

	snprintf(dir, sizeof dir, "%s", real);
	for (char *end; (end = strrchr(dir, '/')) != NULL && end > dir;) {
		*end = '\0';
		if (sysfs_line(line, size, "%s/%s", dir, file) &&
		    strncmp(line, "Unknown", 7) != 0)
			return true;
	}
	return false;
}

/* "8.0 GT/s PCIe" x 4 */
static void
link_pci(char link[64], const char *sys, const char *real)
{
	char speed[32], width[8] = "";

	(void)sys;
	if (!above(speed, sizeof speed, real, "current_link_speed"))
		return;
	above(width, sizeof width, real, "current_link_width");
	snprintf(link, 64, "%.31s%s%.7s", speed, *width != '\0' ? " x" : "",
	    width);
}

/* 480, in Mb/s */
static void
link_usb(char link[64], const char *sys, const char *real)
{
	char speed[32];

	(void)sys;
	if (above(speed, sizeof speed, real, "speed"))
		snprintf(link, 64, "%.31s Mb/s", speed);
}

/* ".../ata3/host2/..": link3 */
static void
link_ata(char link[64], const char *sys, const char *real)
{
	const char *ata = strstr(real, "/ata");
	char speed[32];

	if (ata != NULL && sysfs_line(speed, sizeof speed,
	    "%s/class/ata_link/link%lu/sata_spd", sys,
	    strtoul(ata + 4, NULL, 10)) && speed[0] != '<')
		snprintf(link, 64, "%.31s", speed);
}

/* ".../host2/rport-2:0-0/..": host2 */
static void
link_fc(char link[64], const char *sys, const char *real)
{
	const char *host = strstr(real, "/host");
	char speed[32];

	if (host != NULL && sysfs_line(speed, sizeof speed,
	    "%s/class/fc_host/host%lu/speed", sys,
	    strtoul(host + 5, NULL, 10)))
		snprintf(link, 64, "%.31s", speed);
}

static const struct {
	const char	*transport;
	void		(*look)(char link[64], const char *sys,
			    const char *real);
} links[] = {
	{ "SATA", link_ata },
	{ "NVMe", link_pci },
	{ "USB", link_usb },
	{ "FC", link_fc },
};

static void
set_link(struct layer *l, const char *sys, const char *dir,
    const char *transport)
{
	char link[64] = "", *real = realpath(dir, NULL);

	for (size_t i = 0; real != NULL &&
	    i < sizeof links / sizeof links[0]; i++)
		if (strcmp(transport, links[i].transport) == 0)
			links[i].look(link, sys, real);
	free(real);
	layer_set(l, LAYER_LINK, link);
}

static void
set_facts(struct layer *l, const struct device_facts *d)
{
	layer_set(l, LAYER_NAME, d->name);
	layer_set(l, LAYER_NODE, d->node);
	/* A partition's are its disk's. */
	if (l->kind == LAYER_PARTITION)
		return;
	layer_set(l, LAYER_MODEL, d->model);
	if (l->kind == LAYER_DISK)
		layer_set(l, LAYER_TRANSPORT, d->transport);
	layer_set(l, LAYER_SCHEDULER, d->scheduler);
	layer_set(l, LAYER_WRITE_CACHE, d->write_cache);
	layer_set(l, LAYER_NOTE, d->cache_note);
	if (d->rotational >= 0)
		l->number[LAYER_ROTATIONAL] = (uint64_t)d->rotational;
}

void
layer_describe(struct layer *l, const char *sys, dev_t dev)
{
	struct device_facts d;
	char dir[DEVICE_DIR];

	device_facts_at(sys, dev, &d);
	device_dir(dir, sys, dev);
	l->device = dev;
	l->kind = LAYER_DISK;
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (strncmp(d.name, kinds[i].prefix,
		    strlen(kinds[i].prefix)) == 0)
			l->kind = kinds[i].kind;
	if (strcmp(d.name, d.disk) != 0)
		l->kind = LAYER_PARTITION;
	set_facts(l, &d);
	set_numbers(l, dir);
	set_texts(l, dir);
	if (l->kind == LAYER_DM)
		set_maker(l, dir);
	if (l->kind == LAYER_MD)
		l->moves = l->number[LAYER_DEGRADED] != NOT_KNOWN &&
		    l->number[LAYER_DEGRADED] != 0;
	if (l->kind == LAYER_BCACHE)
		l->moves = true;
	if (l->kind == LAYER_ZRAM)
		set_zram(l, dir);
	if (l->kind == LAYER_DISK)
		set_link(l, sys, dir, d.transport);
}
