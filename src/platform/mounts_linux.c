/* mounts_linux -- /proc/PID/mountinfo, a mount at a time. */
#include "mounts.h"

#include <sys/sysmacros.h>

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "seqbench/file.h"

#include "sysfs.h"

char *
mounts_unescape(char *s)
{
	char *to = s;

	for (const char *from = s; *from != '\0'; to++) {
		unsigned byte;
		if (*from == '\\' && sscanf(from, "\\%3o", &byte) == 1) {
			*to = (char)byte;
			from += 4;
		} else
			*to = *from++;
	}
	*to = '\0';
	return s;
}

/* ID PARENT MAJOR:MINOR ROOT POINT OPTIONS [TAG..] - TYPE SOURCE SUPER */
static bool
parse(char *line, struct mount *m)
{
	char *word[6], *rest = line;
	unsigned maj, min;

	line[strcspn(line, "\n")] = '\0';
	for (size_t i = 0; i < 6; i++)
		if ((word[i] = strsep(&rest, " ")) == NULL)
			return false;
	/* A source may be empty: nothing but single blanks divide. */
	for (char *tag; (tag = strsep(&rest, " ")) == NULL ||
	    strcmp(tag, "-") != 0;)
		if (tag == NULL)
			return false;
	char *type = strsep(&rest, " ");
	char *source = strsep(&rest, " ");
	if (source == NULL || rest == NULL ||
	    sscanf(word[2], "%u:%u", &maj, &min) != 2)
		return false;
	*m = (struct mount){
		.id = sysfs_parse(word[0]),
		.device = makedev(maj, min),
		.root = mounts_unescape(word[3]),
		.point = mounts_unescape(word[4]),
		.options = word[5],
		.type = mounts_unescape(type),
		.source = mounts_unescape(source),
		.super = rest,
	};
	return true;
}

bool
mounts_next(struct mounts *it, struct mount *m)
{
	if (it->file == NULL)
		it->file = fopen("/proc/self/mountinfo", "re");
	while (it->file != NULL &&
	    getline(&it->line, &it->size, it->file) > 0)
		if (parse(it->line, m))
			return true;
	return false;
}

void
mounts_release(struct mounts *it)
{
	if (it->file != NULL)
		fclose(it->file);
	free(it->line);
	*it = (struct mounts){ 0 };
}

/*
 * By the mount's own number, which also tells bind mounts, mounts over
 * mounts, and file systems without a device number of their own apart.
 */
bool
mounts_find(struct mounts *it, int fd, const struct stat *st,
    struct mount *m)
{
	char text[512];

	sysfs_read(text, sizeof text, "/proc/self/fdinfo/%d", fd);
	uint64_t id = sysfs_parse(sysfs_value(text, "mnt_id"));
	while (mounts_next(it, m))
		if (id != NOT_KNOWN ? m->id == id : m->device == st->st_dev)
			return true;
	return false;
}

/* Other sources ("host:/x", "pool/data") must not be taken for paths. */
dev_t
mounts_source(const char *source)
{
	struct stat st;

	if (*source != '/' || stat(source, &st) < 0 || !S_ISBLK(st.st_mode))
		return 0;
	return st.st_rdev;
}

dev_t
mounts_device(const struct mount *m)
{
	return major(m->device) != 0 ? m->device : mounts_source(m->source);
}

static bool
is_on(dev_t mounted, dev_t dev)
{
	return mounted == dev || (mounted != 0 && sysfs_device(
	    "/sys/dev/block/%u:%u/../dev", major(mounted),
	    minor(mounted)) == dev);
}

static bool
seen_by(const char *pid, dev_t dev, char *what, size_t size)
{
	struct mounts it = { 0 };
	struct mount m;
	char path[64], name[32];
	bool found = false;

	snprintf(path, sizeof path, "/proc/%.20s/mountinfo", pid);
	it.file = fopen(path, "re");
	while (it.file != NULL && !found && mounts_next(&it, &m))
		if (is_on(mounts_device(&m), dev)) {
			sysfs_line(name, sizeof name, "/proc/%.20s/comm", pid);
			snprintf(what, size, "mounted on %.120s in the mount "
			    "namespace of process %.20s (%s)", m.point, pid,
			    name);
			found = true;
		}
	mounts_release(&it);
	return found;
}

bool
mounts_elsewhere(dev_t dev, char *what, size_t size)
{
	DIR *dir = opendir("/proc");
	struct dirent *e;
	bool found = false;

	while (dir != NULL && !found && (e = readdir(dir)) != NULL)
		if (e->d_name[0] >= '1' && e->d_name[0] <= '9')
			found = seen_by(e->d_name, dev, what, size);
	if (dir != NULL)
		closedir(dir);
	return found;
}
