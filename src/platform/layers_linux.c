/* layers_linux -- from a file system down, by way of sysfs. */
#include <sys/sysmacros.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device.h"
#include "fs.h"
#include "layers_walk.h"
#include "mounts.h"
#include "sysfs.h"

enum { DEPTH_MAX = 24, LAYERS_MAX = 512 };

/* Where the walk is. */
struct walk {
	struct layers	*out;
	const struct layers_world *world;
	unsigned	 depth;
	unsigned	 loops;		/* above: what is here is not counted */
};

static void	down_place(struct walk *w, const struct place *p);

/* ---- devices ---- */

static bool
stands_above(const struct walk *w, dev_t dev)
{
	for (size_t i = 0; i < w->out->n; i++)
		if (w->out->layer[i].device == dev)
			return true;
	return false;
}

static void	down_device(struct walk *w, dev_t dev);

static int
visible(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

/* A tree is walked by recursion; it is at most DEPTH_MAX deep. */
/* NOLINTBEGIN(misc-no-recursion) */

/* Each device whose directory, or a link to it, is in dir; in order. */
static void
down_entries(struct walk *w, const char *dir)
{
	struct dirent **e;
	int n = scandir(dir, &e, visible, versionsort);

	for (int i = 0; i < n; i++) {
		down_device(w, sysfs_device("%s/%s/dev", dir, e[i]->d_name));
		free(e[i]);
	}
	if (n >= 0)
		free(e);
}

/*
 * The path may be of another mount namespace, where it named another file;
 * one that is too small for the device is not it.
 */
static void
down_backing(struct walk *w, const struct layer *loop)
{
	uint64_t bytes = loop->number[LAYER_BYTES];
	const char *path = loop->text[LAYER_BACKING];
	struct place *p = malloc(sizeof *p);

	if (p != NULL && path != NULL && w->world->place(path, p) &&
	    (S_ISBLK(p->st.st_mode) || bytes == NOT_KNOWN ||
	    (uint64_t)p->st.st_size >= bytes))
		down_place(w, p);
	free(p);
}

/* A start that is no multiple of a sector or stripe of the disk below. */
static void
check_alignment(struct layer *part, const struct layer *disk)
{
	uint64_t start = part->number[LAYER_START];
	uint64_t physical = disk->number[LAYER_PHYSICAL];
	uint64_t stripe = disk->number[LAYER_OPTIMAL_IO];

	if (part->kind != LAYER_PARTITION || start == NOT_KNOWN ||
	    physical == NOT_KNOWN)
		return;
	if (start % physical != 0)
		part->number[LAYER_MISALIGNED] = physical;
	/* Some disks name a "best" size that is none (65535 sectors). */
	else if (stripe != NOT_KNOWN && stripe % physical == 0 &&
	    start % stripe != 0)
		part->number[LAYER_MISALIGNED] = stripe;
}

static void
down_below(struct walk *w, size_t index)
{
	struct layer l = w->out->layer[index];	/* they may move */
	char dir[DEVICE_DIR], slaves[DEVICE_DIR + 8];

	device_dir(dir, w->world->sys, l.device);
	snprintf(slaves, sizeof slaves, "%s/slaves", dir);
	if (l.kind == LAYER_PARTITION)
		down_device(w, sysfs_device("%s/../dev", dir));
	else if (l.kind == LAYER_LOOP)
		down_backing(w, &l);
	else
		down_entries(w, slaves);
}

static void
down_device(struct walk *w, dev_t dev)
{
	struct device_facts d;
	size_t index = w->out->n;
	struct layer *l;

	device_facts_at(w->world->sys, dev, &d);
	if (!d.known || w->depth == DEPTH_MAX || index == LAYERS_MAX)
		return;
	bool repeated = stands_above(w, dev);
	if ((l = layers_add(w->out, LAYER_DISK, w->depth)) == NULL)
		return;
	layer_describe(l, w->world->sys, dev);
	l->repeated = repeated;
	if (repeated)
		return;
	bool is_loop = l->kind == LAYER_LOOP;
	w->depth++;
	w->loops += is_loop;
	down_below(w, index);
	w->loops -= is_loop;
	w->depth--;
	l = &w->out->layer[index];
	l->bottom = w->loops == 0 && (is_loop || w->out->n == index + 1);
	if (w->out->n > index + 1)
		check_alignment(l, l + 1);
}

/* ---- file systems ---- */

/* All devices of a btrfs, of which one is known. */
static bool
down_btrfs(struct walk *w, dev_t source)
{
	char dir[PATH_MAX], path[PATH_MAX + 512];
	struct dirent *e, *f;
	bool found = false;

	snprintf(dir, sizeof dir, "%s/fs/btrfs", w->world->sys);
	DIR *all = opendir(dir);
	while (all != NULL && !found && (e = readdir(all)) != NULL) {
		snprintf(path, sizeof path, "%s/%s/devices", dir, e->d_name);
		DIR *one = opendir(path);
		while (one != NULL && !found && (f = readdir(one)) != NULL)
			found = source != 0 && visible(f) && sysfs_device(
			    "%s/%s/dev", path, f->d_name) == source;
		if (one != NULL)
			closedir(one);
		if (found)
			down_entries(w, path);
	}
	if (all != NULL)
		closedir(all);
	return found;
}

static void
down_upper(struct walk *w, const char *path)
{
	struct place *p = malloc(sizeof *p);

	if (p != NULL && *path != '\0' && w->world->place(path, p))
		down_place(w, p);
	free(p);
}

static void
down_from(struct walk *w, const struct place *p)
{
	if (strcmp(p->fs.type, "btrfs") == 0 && down_btrfs(w, p->source))
		return;
	if (major(p->st.st_dev) != 0)
		down_device(w, p->st.st_dev);
	else if (strcmp(p->fs.type, "overlay") == 0)
		down_upper(w, p->upper);
	else if (!p->fs.is_memory && p->source != 0)
		down_device(w, p->source);
}

static void
down_place(struct walk *w, const struct place *p)
{
	struct layer *l;

	if (S_ISBLK(p->st.st_mode)) {
		down_device(w, p->st.st_rdev);
		return;
	}
	if (w->depth >= DEPTH_MAX || w->out->n >= LAYERS_MAX ||
	    p->fs.type[0] == '\0')
		return;
	l = layers_add(w->out, LAYER_FILE_SYSTEM, w->depth);
	if (l == NULL)
		return;
	layer_set(l, LAYER_NAME, p->fs.type);
	layer_set(l, LAYER_SOURCE, p->fs.source);
	layer_set(l, LAYER_MOUNT, p->fs.mount);
	layer_set(l, LAYER_OPTIONS, p->fs.options);
	layer_set(l, LAYER_NOTE, p->fs.cache_note);
	w->depth++;
	down_from(w, p);
	w->depth--;
}

/* NOLINTEND(misc-no-recursion) */

void
layers_walk(struct layers *out, const struct layers_world *world,
    const struct place *top)
{
	struct walk w = { .out = out, .world = world };

	*out = (struct layers){ 0 };
	down_place(&w, top);
}

/* ---- the real one ---- */

static void
place_rest(struct place *p, int look_fd)
{
	p->source = mounts_source(p->fs.source);
	if (!overlay_upper(look_fd, &p->st, p->upper))
		p->upper[0] = '\0';
}

static bool
place_look(const char *path, struct place *p)
{
	int fd;

	*p = (struct place){ 0 };
	fd = file_look(path, &p->st);
	if (fd < 0)
		return false;
	if (!S_ISBLK(p->st.st_mode)) {
		file_system_facts(fd, &p->st, &p->fs);
		place_rest(p, fd);
	}
	close(fd);
	return true;
}

void
layers_look(struct layers *out, int look_fd, const struct stat *st,
    const struct fs_facts *fs)
{
	static const struct layers_world world = { "/sys", place_look };
	struct place *top = calloc(1, sizeof *top);

	*out = (struct layers){ 0 };
	if (top == NULL)
		return;
	top->st = *st;
	if (fs != NULL) {
		top->fs = *fs;
		place_rest(top, look_fd);
	}
	if (fs != NULL || S_ISBLK(st->st_mode))
		layers_walk(out, &world, top);
	free(top);
}
