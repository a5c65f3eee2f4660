/* objects -- the state: files by name, descriptors, and a new world. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake/world.h"

static void	rows_load(struct world *w);
static void	script_from_environment(struct fake_script *s);
static bool	held_exclusively(const struct object *o);
static int	may_open(const struct object *o, int flags);
static int	descriptor_new(struct object *o, int flags, bool look_only);

struct world *
fake_world(void)
{
	static struct world world;

	if (!world.made) {
		struct fake_script script = { 0 };

		world.made = true;
		script_from_environment(&script);
		fake_reset(&script);
	}
	return &world;
}

static void
script_from_environment(struct fake_script *s)
{
	const char *text = getenv("SEQBENCH_FAKE");

	if (text != NULL && fake_script_parse(s, text) < 0) {
		fprintf(stderr, "SEQBENCH_FAKE: %s: not a script\n", text);
		abort();
	}
}

void
fake_reset(const struct fake_script *script)
{
	struct world *w = fake_world();
	struct fake_script s = { 0 };

	if (script != NULL)
		s = *script;
	for (size_t i = 0; i < OBJECT_MAX; i++) {
		free(w->object[i].page);
		free(w->object[i].store);
	}
	for (size_t i = 0; i < MAPPING_MAX; i++)
		free(w->mapping[i].base);
	memset(w, 0, sizeof(*w));
	w->made = true;
	w->thread = pthread_self();
	w->script = s;
	for (size_t i = 0; i < FS_MAX; i++)
		w->free_bytes[i] = s.free_bytes != 0 ? s.free_bytes :
		    4ull << 30;
	for (size_t i = 0; i < DISK_MAX; i++)
		w->readahead[i] = FAKE_READAHEAD;
	rows_load(w);
	w->standard[0] = (struct descriptor){ .object = &w->object[0] };
	if (s.input_file)
		w->standard[0].object = fake_find("/fake/file");
	w->standard[1] = (struct descriptor){ .object = &w->object[1],
	    .flags = O_WRONLY };
	w->standard[2] = w->standard[1];
}

static void
rows_load(struct world *w)
{
	for (size_t i = 0; fake_rows[i].path != NULL; i++) {
		const struct fake_row *row = &fake_rows[i];
		struct object *o = &w->object[i];

		*o = (struct object){
			.row = row, .mode = row->mode, .fs = row->fs,
			.disk = row->disk, .rdev = row->rdev,
			.flags = row->flags, .ino = ++w->inodes,
			.bytes = row->bytes, .allocated = row->bytes,
		};
		snprintf(o->path, sizeof(o->path), "%s", row->path);
		if (row->disk >= 0)
			o->rdev = fake_number(row->disk);
	}
}

struct object *
fake_find(const char *path)
{
	struct world *w = fake_world();

	for (size_t i = 0; i < OBJECT_MAX; i++) {
		struct object *o = &w->object[i];

		if (o->ino == 0 || strcmp(o->path, path) != 0 ||
		    path[0] == '\0')
			continue;
		if (o->row != NULL && o->row->link != NULL)
			return fake_find(o->row->link);
		return o;
	}
	return NULL;
}

struct object *
fake_create(const struct object *dir, const char *path)
{
	struct world *w = fake_world();

	for (size_t i = 0; i < OBJECT_MAX; i++) {
		struct object *o = &w->object[i];

		if (o->ino != 0)
			continue;
		*o = (struct object){
			.mode = S_IFREG | 0600, .fs = dir->fs, .disk = -1,
			.ino = ++w->inodes, .changed_ns = w->now_ns,
		};
		snprintf(o->path, sizeof(o->path), "%s", path);
		return o;
	}
	return NULL;
}

void
fake_forget(struct object *o)
{
	if (o->row != NULL || o->opens > 0 || o->path[0] != '\0')
		return;
	fake_world()->free_bytes[o->fs] += o->allocated;
	free(o->page);
	free(o->store);
	*o = (struct object){ 0 };
}

struct descriptor *
fake_descriptor(int fd)
{
	struct world *w = fake_world();
	struct descriptor *d = NULL;

	if (fd >= 0 && fd <= 2)
		d = &w->standard[fd];
	else if (fd >= FAKE_FIRST_FD && fd < FAKE_FIRST_FD + FD_MAX)
		d = &w->fd[fd - FAKE_FIRST_FD];
	return d != NULL && d->object != NULL ? d : NULL;
}

struct object *
fake_object(const struct descriptor *d)
{
	return d != NULL ? d->object : NULL;
}

static bool
held_exclusively(const struct object *o)
{
	const struct world *w = fake_world();

	for (size_t i = 0; i < FD_MAX; i++) {
		if (w->fd[i].object == o && (w->fd[i].flags & O_EXCL) != 0)
			return true;
	}
	return false;
}

/* What the kernel would check at open(2), as root. */
static int
may_open(const struct object *o, int flags)
{
	const struct fake_fs *fs = &fake_fss[o->fs];
	bool writes = (flags & O_ACCMODE) != O_RDONLY;

	if (S_ISSOCK(o->mode))
		return -ENXIO;
	if ((o->flags & ROW_DENIED) != 0)
		return -EACCES;
	if (writes && S_ISDIR(o->mode))
		return -EISDIR;
	if (writes && (o->flags & ROW_IMMUTABLE) != 0)
		return -EPERM;
	if (writes && fs->read_only)
		return -EROFS;
	if ((flags & O_DIRECT) != 0 && S_ISREG(o->mode) && fs->no_direct)
		return -EINVAL;
	if ((flags & O_EXCL) != 0 && S_ISBLK(o->mode) &&
	    (fake_disks[o->disk].users != NULL || held_exclusively(o)))
		return -EBUSY;
	return 0;
}

static int
descriptor_new(struct object *o, int flags, bool look_only)
{
	struct world *w = fake_world();

	for (int i = 0; i < FD_MAX; i++) {
		if (w->fd[i].object != NULL)
			continue;
		w->fd[i] = (struct descriptor){ .object = o, .flags = flags,
		    .look_only = look_only, .window = fake_window(o) };
		o->opens++;
		return FAKE_FIRST_FD + i;
	}
	return -EMFILE;
}

int
fake_open(struct object *o, int flags)
{
	int rc = may_open(o, flags);

	if (rc < 0)
		return rc;
	if ((flags & O_TRUNC) != 0 && S_ISREG(o->mode))
		fake_resize(o, 0);
	return descriptor_new(o, flags, false);
}

int
fake_open_look(struct object *o)
{
	return descriptor_new(o, 0, true);
}

unsigned
fake_open_descriptors(void)
{
	const struct world *w = fake_world();
	unsigned n = w->queue.depth != 0;

	for (size_t i = 0; i < FD_MAX; i++)
		n += w->fd[i].object != NULL;
	return n;
}

uint64_t
fake_input_offset(void)
{
	return (uint64_t)fake_world()->standard[0].offset;
}

unsigned
fake_created_files(void)
{
	const struct world *w = fake_world();
	unsigned n = 0;

	for (size_t i = 0; i < OBJECT_MAX; i++)
		n += w->object[i].ino != 0 && w->object[i].row == NULL;
	return n;
}

struct fake_file
fake_file(const char *path)
{
	const struct object *o = fake_find(path);
	struct fake_file f = { 0 };

	if (o == NULL)
		return f;
	f = o->count;
	f.bytes = o->bytes;
	f.cached_bytes = fake_page_bytes(o, 0, o->bytes, PAGE_RESIDENT, true);
	f.dirty_bytes = fake_page_bytes(o, 0, o->bytes, PAGE_DIRTY, true);
	return f;
}
