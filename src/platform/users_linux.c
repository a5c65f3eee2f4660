/* users_linux -- who keeps a block device or a file busy. */
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "seqbench/file.h"

#include "mounts.h"
#include "sysfs.h"

enum { WHAT = 160 };

static void
device_dir(dev_t dev, char dir[64])
{
	snprintf(dir, 64, "/sys/dev/block/%u:%u", major(dev), minor(dev));
}

static bool
is_mounted(dev_t dev, char what[WHAT])
{
	struct mounts it = { 0 };
	struct mount m;
	bool found = false;

	while (!found && mounts_next(&it, &m))
		if (mounts_device(&m) == dev) {
			snprintf(what, WHAT, "mounted on %s", m.point);
			found = true;
		}
	mounts_release(&it);
	return found;
}

/* The stats of what /proc/swaps lists, one a call. */
static bool
next_swap(FILE *f, struct stat *st)
{
	char *line = NULL;
	size_t size = 0;
	bool found = false;

	while (!found && getline(&line, &size, f) > 0) {
		line[strcspn(line, " \t")] = '\0';
		found = *line == '/' && stat(mounts_unescape(line), st) == 0;
	}
	free(line);
	return found;
}

static bool
is_swap(dev_t dev, char what[WHAT])
{
	struct stat st;
	bool found = false;
	FILE *f = fopen("/proc/swaps", "re");

	while (f != NULL && !found && next_swap(f, &st))
		found = S_ISBLK(st.st_mode) && st.st_rdev == dev;
	if (f != NULL)
		fclose(f);
	if (found)
		snprintf(what, WHAT, "active swap");
	return found;
}

bool
file_is_swap(int look_fd)
{
	struct stat st, swap;
	char what[WHAT];
	bool found = false;

	if (fstat(look_fd, &st) < 0)
		return false;
	if (S_ISBLK(st.st_mode))
		return is_swap(st.st_rdev, what);
	FILE *f = fopen("/proc/swaps", "re");
	while (f != NULL && !found && next_swap(f, &swap))
		found = swap.st_dev == st.st_dev && swap.st_ino == st.st_ino;
	if (f != NULL)
		fclose(f);
	return found;
}

static bool
is_held(dev_t dev, char what[WHAT])
{
	char path[80];
	struct dirent *e;
	bool found = false;

	device_dir(dev, path);
	size_t len = strlen(path);
	snprintf(path + len, sizeof path - len, "/holders");
	DIR *dir = opendir(path);
	while (dir != NULL && !found && (e = readdir(dir)) != NULL)
		if (e->d_name[0] != '.') {
			snprintf(what, WHAT, "held by %.100s", e->d_name);
			found = true;
		}
	if (dir != NULL)
		closedir(dir);
	return found;
}

static bool
backs_loop(dev_t dev, char what[WHAT])
{
	struct stat st = { .st_mode = S_IFBLK, .st_rdev = dev };
	char loop[64];

	file_backs_loop(&st, loop);
	if (*loop != '\0')
		snprintf(what, WHAT, "backs %s", loop);
	return *loop != '\0';
}

static const struct {
	bool		(*find)(dev_t dev, char what[WHAT]);
	const char	*verb;
} uses[] = {
	{ is_mounted,	"is " },
	{ is_swap,	"is " },
	{ is_held,	"is " },
	{ backs_loop,	"" },
};

/* whose: "its partition sdb1", or "" for the device itself. */
static bool
is_used(dev_t dev, const char *whose, char who[256])
{
	char what[WHAT];

	for (size_t i = 0; i < sizeof uses / sizeof uses[0]; i++) {
		if (!uses[i].find(dev, what))
			continue;
		if (*whose == '\0')
			snprintf(who, 256, "%s", what);
		else
			snprintf(who, 256, "%s %s%s", whose, uses[i].verb,
			    what);
		return true;
	}
	return false;
}

static bool
is_partition_used(dev_t dev, char who[256])
{
	char path[64], whose[80];
	struct dirent *e;
	bool found = false;

	device_dir(dev, path);
	DIR *dir = opendir(path);
	while (dir != NULL && !found && (e = readdir(dir)) != NULL) {
		if (sysfs_number("%s/%s/partition", path, e->d_name) ==
		    NOT_KNOWN)
			continue;
		snprintf(whose, sizeof whose, "its partition %.60s",
		    e->d_name);
		found = is_used(sysfs_device("%s/%s/dev", path, e->d_name),
		    whose, who);
	}
	if (dir != NULL)
		closedir(dir);
	return found;
}

/* The kernel knows more than this mount namespace shows. */
static bool
is_busy(const struct device_facts *d)
{
	struct stat st;

	if (stat(d->node, &st) < 0 || !S_ISBLK(st.st_mode) ||
	    st.st_rdev != d->number)
		return false;
	int fd = open(d->node, O_RDONLY | O_EXCL | O_NONBLOCK | O_CLOEXEC);
	int rc = fd < 0 ? errno : 0;
	if (fd >= 0)
		close(fd);
	return rc == EBUSY;
}

void
device_users(dev_t dev, char who[256])
{
	struct device_facts d;
	char dir[64], whose[80];

	*who = '\0';
	if (dev == 0)
		return;
	if (is_used(dev, "", who) || is_partition_used(dev, who))
		return;
	device_facts(dev, &d);
	if (strcmp(d.disk, d.name) != 0) {
		device_dir(dev, dir);
		snprintf(whose, sizeof whose, "its disk %s", d.disk);
		if (is_used(sysfs_device("%s/../dev", dir), whose, who))
			return;
	}
	if (d.known && is_busy(&d) && !mounts_elsewhere(dev, who, 256))
		snprintf(who, 256, "in use by the kernel (another mount "
		    "namespace?)");
}
