/* facts -- what a target and the machine say of themselves: always the same. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "fake/world.h"
#include "seqbench/diag.h"
#include "seqbench/file.h"
#include "seqbench/host.h"
#include "seqbench/layers.h"

enum { EXTENT_SPACING = 256 << 20 };
#include "seqbench/map.h"

enum file_special
file_special(const struct stat *st)
{
	static const struct {
		dev_t		 number;
		enum file_special special;
	} known[] = {
		{ 0x103, SPECIAL_SINK }, { 0x105, SPECIAL_SOURCE },
		{ 0x107, SPECIAL_SOURCE }, { 0x108, SPECIAL_SOURCE },
		{ 0x109, SPECIAL_SOURCE },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (S_ISCHR(st->st_mode) && st->st_rdev == known[i].number)
			return known[i].special;
	}
	return SPECIAL_NONE;
}

void
file_system_facts(int look_fd, const struct stat *st, struct fs_facts *out)
{
	struct object *o = fake_object(fake_descriptor(look_fd));
	const struct fake_fs *fs;

	(void)st;
	*out = (struct fs_facts){ .free_bytes = NOT_KNOWN };
	if (o == NULL)
		return;
	fs = &fake_fss[o->fs];
	snprintf(out->type, sizeof(out->type), "%s", fs->type);
	snprintf(out->source, sizeof(out->source), "%s", fs->source);
	snprintf(out->mount, sizeof(out->mount), "%s", fs->mount);
	snprintf(out->options, sizeof(out->options), "%s",
	    fs->read_only ? "ro,relatime" : "rw,relatime");
	out->free_bytes = fake_world()->free_bytes[o->fs];
	out->block_bytes = PAGE;
	out->is_memory = fs->memory;
	out->is_read_only = fs->read_only;
	out->is_dev = fs->dev;
	out->cache_note = fs->cache_note;
}

dev_t
file_system_device(int look_fd, const struct stat *st,
    const struct fs_facts *fs)
{
	struct object *o = fake_object(fake_descriptor(look_fd));

	(void)st;
	(void)fs;
	if (o == NULL || fake_fss[o->fs].disk < 0)
		return 0;
	return fake_number(fake_fss[o->fs].disk);
}

void
device_facts(dev_t dev, struct device_facts *out)
{
	int disk = fake_disk_of(dev);
	const struct fake_disk *d;

	*out = (struct device_facts){ .bytes = NOT_KNOWN,
	    .sector_bytes = NOT_KNOWN, .physical_bytes = NOT_KNOWN,
	    .readahead_bytes = NOT_KNOWN, .rotational = -1 };
	if (disk < 0)
		return;
	d = &fake_disks[disk];
	out->known = true;
	out->number = dev;
	snprintf(out->node, sizeof(out->node), "%s", d->node);
	snprintf(out->name, sizeof(out->name), "%s", d->name);
	snprintf(out->disk, sizeof(out->disk), "%s", d->name);
	snprintf(out->model, sizeof(out->model), "FAKE DISK");
	snprintf(out->transport, sizeof(out->transport), "SATA");
	snprintf(out->scheduler, sizeof(out->scheduler), "none");
	snprintf(out->write_cache, sizeof(out->write_cache), "write back");
	out->bytes = d->bytes;
	out->sector_bytes = d->sector;
	out->physical_bytes = 4096;
	out->readahead_bytes = 131072;
	out->rotational = d->rotational;
	out->counts_off = fake_world()->script.counters_off;
}

static void
layer_disk(struct layers *out, int disk, unsigned depth)
{
	const struct fake_disk *d = &fake_disks[disk];
	size_t index = out->n;
	struct layer *l = layers_add(out, LAYER_DISK, depth);

	if (l == NULL)
		return;
	l->device = fake_number(disk);
	layer_set(l, LAYER_NAME, d->name);
	layer_set(l, LAYER_NODE, d->node);
	l->number[LAYER_BYTES] = d->bytes;
	l->number[LAYER_SECTOR] = d->sector;
	l->number[LAYER_READAHEAD] = 131072;
	for (int i = 0; i < DISK_MAX; i++)
		if (disk > 0 && fake_disks[i].mirrors == disk)
			layer_disk(out, i, depth + 1);
	l = &out->layer[index];
	l->bottom = out->n == index + 1;
	if (!l->bottom) {
		l->kind = LAYER_MD;
		layer_set(l, LAYER_TYPE, "raid1");
		l->number[LAYER_MEMBERS] = out->n - index - 1;
		return;
	}
	layer_set(l, LAYER_MODEL, "FAKE DISK");
	layer_set(l, LAYER_TRANSPORT, "SATA");
	layer_set(l, LAYER_SCHEDULER, "none");
	layer_set(l, LAYER_WRITE_CACHE, "write back");
	l->number[LAYER_ROTATIONAL] = (uint64_t)d->rotational;
}

void
layers_look(struct layers *out, int look_fd, const struct stat *st,
    const struct fs_facts *fs)
{
	dev_t dev = fs != NULL ? file_system_device(look_fd, st, fs) :
	    st->st_rdev;
	struct layer *l;

	*out = (struct layers){ 0 };
	if (fs != NULL && (l = layers_add(out, LAYER_FILE_SYSTEM, 0)) != NULL) {
		layer_set(l, LAYER_NAME, fs->type);
		layer_set(l, LAYER_SOURCE, fs->source);
		layer_set(l, LAYER_MOUNT, fs->mount);
		layer_set(l, LAYER_OPTIONS, fs->options);
		layer_set(l, LAYER_NOTE, fs->cache_note);
	}
	if (fake_disk_of(dev) >= 0)
		layer_disk(out, fake_disk_of(dev), fs != NULL);
}

int
device_bytes(int fd, uint64_t *bytes)
{
	struct object *o = fake_object(fake_descriptor(fd));
	int rc = fake_enter(FAKE_DEVICE_BYTES, o, NULL);

	if (rc < 0)
		return rc;
	if (o == NULL)
		return -EBADF;
	if (!S_ISBLK(o->mode))
		return -ENOTTY;
	*bytes = o->bytes;
	return 0;
}

int
file_direct_alignment(int fd, uint64_t *memory, uint64_t *offset)
{
	struct object *o = fake_object(fake_descriptor(fd));
	int rc = fake_enter(FAKE_ALIGNMENT, o, NULL);
	int disk;

	if (rc < 0)
		return rc;
	if (o == NULL)
		return -EBADF;
	if (fake_fss[o->fs].no_direct || S_ISCHR(o->mode) ||
	    S_ISFIFO(o->mode))
		return -EINVAL;
	disk = fake_disk_below(o);
	*offset = disk >= 0 ? fake_disks[disk].sector : 0;
	*memory = disk >= 0 ? 512 : 0;
	return 0;
}

int
file_resident(int fd, uint64_t off, uint64_t len, uint64_t *bytes)
{
	struct object *o = fake_object(fake_descriptor(fd));
	int rc = fake_enter(FAKE_RESIDENT, o, NULL);

	if (rc < 0)
		return rc;
	if (o == NULL)
		return -EBADF;
	if (!S_ISREG(o->mode) && !S_ISBLK(o->mode))
		return -ENOTSUP;
	if (fake_world()->script.owner_other)
		return -EPERM;
	*bytes = fake_page_bytes(o, off, len, PAGE_RESIDENT, true);
	if (*bytes > len)
		*bytes = len;
	return 0;
}

int
file_drop(int fd, bool is_device)
{
	struct object *o = fake_object(fake_descriptor(fd));
	int rc = fake_enter(FAKE_DROP, o, NULL);

	(void)is_device;
	if (rc < 0)
		return rc;
	if (o == NULL)
		return -EBADF;
	fake_drop(o, 0, o->bytes);
	return 0;
}

int
file_extents(int fd, uint64_t off, uint64_t len, struct extents *out)
{
	struct object *o = fake_object(fake_descriptor(fd));
	int rc = fake_enter(FAKE_EXTENTS, o, NULL);

	if (rc < 0)
		return rc;
	if (o == NULL)
		return -EBADF;
	if (!S_ISREG(o->mode))
		return -EOPNOTSUPP;
	fake_flush(o, off, len, 0);
	*out = (struct extents){ NOT_KNOWN, NOT_KNOWN, 0 };
	out->unwritten_bytes = fake_page_bytes(o, off, len, PAGE_WRITTEN,
	    false);
	if (fake_disk_below(o) >= 0) {
		out->count = 1;
		out->first_address = fake_address(o, 0);
	}
	return 0;
}

int
file_map(int fd, uint64_t off, uint64_t len, struct map *out, struct diag *d)
{
	struct object *o = fake_object(fake_descriptor(fd));
	int rc = fake_enter(FAKE_EXTENTS, o, NULL);

	if (rc < 0)
		return diag_set(d, rc, "where it lies is not to be had "
		    "(fake): %s", strerror(-rc));
	if (o == NULL)
		return diag_set(d, -EBADF, "%s", strerror(EBADF));
	fake_flush(o, off, len, 0);
	if (off + len > o->bytes ||
	    fake_page_bytes(o, off, len, PAGE_WRITTEN, false) > 0)
		return diag_set(d, -ENODATA, "it has holes");
	for (uint64_t at = off, n; at < off + len; at += n) {
		struct segment s = { at, fake_address(o, at), 0 };

		n = PIECE - at % PIECE;
		if (n > off + len - at)
			n = off + len - at;
		s.bytes = n;
		if (fake_world()->script.map_wrong)
			s.device += PAGE;
		if (map_add(out, &s) < 0)
			return diag_memory(d);
	}
	return 0;
}

void
device_users(dev_t dev, char who[256])
{
	int disk = fake_disk_of(dev);

	who[0] = '\0';
	if (disk >= 0 && fake_disks[disk].users != NULL)
		snprintf(who, 256, "%s", fake_disks[disk].users);
}

void
file_backs_loop(const struct stat *st, char loop[64])
{
	const struct world *w = fake_world();

	loop[0] = '\0';
	for (size_t i = 0; i < OBJECT_MAX; i++) {
		if (w->object[i].ino == st->st_ino &&
		    (w->object[i].flags & ROW_LOOP) != 0)
			snprintf(loop, 64, "/dev/loop0");
	}
}

bool
file_is_swap(int look_fd)
{
	struct object *o = fake_object(fake_descriptor(look_fd));

	return o != NULL && (o->flags & ROW_SWAP) != 0;
}

bool
file_is_immutable(int look_fd)
{
	struct object *o = fake_object(fake_descriptor(look_fd));

	return o != NULL && (o->flags & ROW_IMMUTABLE) != 0;
}

void
file_user(uid_t uid, char name[FILE_NAME])
{
	snprintf(name, FILE_NAME, "user%lu", (unsigned long)uid);
}

void
file_group(gid_t gid, char name[FILE_NAME])
{
	snprintf(name, FILE_NAME, "group%lu", (unsigned long)gid);
}

int
file_may_read(int look_fd)
{
	const struct object *o = fake_object(fake_descriptor(look_fd));

	if (o == NULL)
		return -EBADF;
	return (o->flags & ROW_DENIED) != 0 ? -EACCES : 0;
}

int
file_may_write(int look_fd)
{
	return fake_object(fake_descriptor(look_fd)) != NULL ? 0 : -EBADF;
}

void
host_look(struct host *out)
{
	*out = (struct host){
		.name = "sim",
		.system = "Linux",
		.release = "6.18.0",
		.machine = "x86_64",
		.distribution = "Fake Linux 1",
		.cpu = "Fake CPU",
		.cpus = 2,
		.memory_bytes = 8ull << 30,
		.governor = "performance",
		.clock = "tsc",
		.cgroup_memory_bytes = NOT_KNOWN,
	};
}

void
host_io_limit(dev_t dev, struct io_limit *out)
{
	(void)dev;
	*out = IO_UNLIMITED;
}
