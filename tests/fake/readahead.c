/* readahead -- the setting of each fake disk, and what a window saves. */
#include "seqbench/readahead.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "fake/world.h"
#include "seqbench/file.h"

static const char directory[] = "/fake/sys/";

static uint64_t *
of_disk(const char *name)
{
	struct world *w = fake_world();

	for (int i = 0; i < DISK_MAX; i++)
		if (fake_disks[i].name != NULL &&
		    strcmp(name, fake_disks[i].name) == 0)
			return &w->readahead[i];
	return NULL;
}

static uint64_t *
of(const struct readahead_setting *s)
{
	return of_disk(s->name + strlen(directory));
}

uint64_t
fake_readahead(const char *disk)
{
	return *of_disk(disk);
}

void
fake_readahead_set(const char *disk, uint64_t bytes)
{
	*of_disk(disk) = bytes;
}

void
readahead_look(struct readahead_setting *s, int look_fd,
    const struct stat *st, const struct fs_facts *fs,
    const struct device_facts *device)
{
	(void)look_fd;
	(void)st;
	(void)fs;
	*s = (struct readahead_setting){ .unit = PAGE, .bytes = NOT_KNOWN };
	if (!device->known)
		return;
	snprintf(s->name, sizeof(s->name), "%s%s", directory,
	    device->disk);
	snprintf(s->scope, sizeof(s->scope), "the whole disk %s, its "
	    "partitions and other users too", device->disk);
	(void)readahead_get(s, &s->bytes);
	if (fake_world()->script.setting_denied)
		s->denied = -EACCES;
}

int
readahead_get(const struct readahead_setting *s, uint64_t *bytes)
{
	const uint64_t *setting = of(s);

	if (setting == NULL)
		return -ENOENT;
	*bytes = *setting;
	return 0;
}

/* Somebody else has set it when it isn't what it was. */
int
readahead_claim(const struct readahead_setting *s)
{
	uint64_t now;

	return readahead_get(s, &now) == 0 && now != s->bytes ? -EBUSY : 0;
}

int
readahead_set(const struct readahead_setting *s, uint64_t bytes)
{
	uint64_t *setting = of(s);
	int rc = fake_enter(FAKE_SETTING, NULL, NULL);

	if (rc < 0)
		return rc;
	if (setting == NULL)
		return -ENOENT;
	*setting = bytes;
	return 0;
}

uint64_t
fake_window(const struct object *o)
{
	int disk = fake_disk_below(o);

	return disk < 0 ? FAKE_READAHEAD : fake_world()->readahead[disk];
}

uint64_t
fake_windows(const struct descriptor *d, uint64_t off, size_t len)
{
	if (d->window == 0)
		return (len + PAGE - 1) / PAGE;
	if (d->window == FAKE_READAHEAD || d->window <= len ||
	    (d->flags & O_DIRECT) != 0)
		return 1;
	return (off + len + d->window - 1) / d->window -
	    (off + d->window - 1) / d->window;
}
