/* users_freebsd -- who keeps a disk busy, as far as that can be seen. */
#include <sys/param.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/sysctl.h>

#include <vm/vm_param.h>

#include <stdio.h>
#include <string.h>

#include "seqbench/file.h"

/* True when "ada0p2" is "ada0" or a part of it. */
static bool
is_part(const char *name, const char *disk)
{
	size_t len = strlen(disk);

	return strncmp(name, disk, len) == 0 &&
	    (name[len] == '\0' || name[len] == 'p' || name[len] == 's');
}

static bool
is_mounted(const struct device_facts *d, char who[256])
{
	struct statfs *fs;
	int n = getmntinfo(&fs, MNT_NOWAIT);

	for (int i = 0; i < n; i++) {
		const char *name = fs[i].f_mntfromname;
		if (strncmp(name, "/dev/", 5) != 0 ||
		    !is_part(name + 5, d->name))
			continue;
		if (strcmp(name + 5, d->name) == 0)
			snprintf(who, 256, "mounted on %s", fs[i].f_mntonname);
		else
			snprintf(who, 256, "its partition %s is mounted on %s",
			    name + 5, fs[i].f_mntonname);
		return true;
	}
	return false;
}

/* vm.swap_info.0 and on, until there is no more. */
static bool
is_swap(dev_t dev)
{
	int mib[16];
	struct xswdev swap;
	size_t len = sizeof mib / sizeof mib[0], size = sizeof swap;

	if (sysctlnametomib("vm.swap_info", mib, &len) < 0 ||
	    len >= sizeof mib / sizeof mib[0])
		return false;
	for (mib[len] = 0; sysctl(mib, (unsigned)len + 1, &swap, &size, NULL,
	    0) == 0; mib[len]++, size = sizeof swap)
		if (swap.xsw_version == XSWDEV_VERSION && swap.xsw_dev == dev)
			return true;
	return false;
}

void
device_users(dev_t dev, char who[256])
{
	struct device_facts d;

	*who = '\0';
	device_facts(dev, &d);
	if (d.known && !is_mounted(&d, who) && is_swap(dev))
		snprintf(who, 256, "active swap");
}

/* md(4) tells only root, and only the path. */
void
file_backs_loop(const struct stat *st, char loop[64])
{
	(void)st;
	*loop = '\0';
}

/* Swap is on devices; a swap file is behind md(4). */
bool
file_is_swap(int look_fd)
{
	struct stat st;

	return fstat(look_fd, &st) == 0 && S_ISCHR(st.st_mode) &&
	    is_swap(st.st_rdev);
}
