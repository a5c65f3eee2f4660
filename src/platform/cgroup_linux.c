/* cgroup_linux -- the control groups of this process, and their limits. */
#include "cgroup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "seqbench/file.h"

#include "mounts.h"
#include "sysfs.h"

/* True when the comma-separated list names word. */
static bool
is_listed(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (const char *s = list; s != NULL; s = strchr(s, ',')) {
		if (*s == ',')
			s++;
		if (strncmp(s, word, len) == 0 &&
		    (s[len] == ',' || s[len] == '\0'))
			return true;
	}
	return false;
}

/*
 * The group's path in /proc/self/cgroup, "4:memory:/a/b" for version 1 and
 * "0::/a/b" for version 2.
 */
static bool
own_path(const char *controller, char *path, size_t size)
{
	char text[8192], *save, *line;

	sysfs_read(text, sizeof text, "/proc/self/cgroup");
	for (line = strtok_r(text, "\n", &save); line != NULL;
	    line = strtok_r(NULL, "\n", &save)) {
		strsep(&line, ":");
		const char *list = strsep(&line, ":");
		if (list == NULL || line == NULL ||
		    !is_listed(list, controller))
			continue;
		snprintf(path, size, "%s", line);
		return true;
	}
	return false;
}

/* What of path lies below root: a container may see a part of the tree. */
static const char *
below(const char *path, const char *root)
{
	size_t len = strcmp(root, "/") == 0 ? 0 : strlen(root);

	if (strncmp(path, root, len) != 0 ||
	    (path[len] != '/' && path[len] != '\0'))
		return "";
	return strcmp(path + len, "/") == 0 ? "" : path + len;
}

static bool
find_version(struct cgroup *cg, const char *controller, int version)
{
	struct mounts it = { 0 };
	struct mount m;
	char path[PATH_MAX];
	bool found = false;
	const char *type = version == 1 ? "cgroup" : "cgroup2";

	if (!own_path(version == 1 ? controller : "", path, sizeof path))
		return false;
	while (!found && mounts_next(&it, &m)) {
		if (strcmp(m.type, type) != 0 ||
		    (version == 1 && !is_listed(m.super, controller)))
			continue;
		cg->version = version;
		cg->top = strlen(m.point);
		found = (size_t)snprintf(cg->dir, sizeof cg->dir, "%s%s",
		    m.point, below(path, m.root)) < sizeof cg->dir;
	}
	mounts_release(&it);
	return found;
}

bool
cgroup_find(struct cgroup *cg, const char *controller)
{
	return find_version(cg, controller, 1) ||
	    find_version(cg, controller, 2);
}

bool
cgroup_up(struct cgroup *cg)
{
	if (strlen(cg->dir) <= cg->top)
		return false;
	*strrchr(cg->dir, '/') = '\0';
	return true;
}

/* Clean pages of files give way, so they don't count as used. */
static uint64_t
memory_left(const struct cgroup *cg, uint64_t limit)
{
	char stat[8192];
	bool v1 = cg->version == 1;

	uint64_t used = sysfs_number("%s/%s", cg->dir,
	    v1 ? "memory.usage_in_bytes" : "memory.current");
	if (used == NOT_KNOWN)
		return limit;
	sysfs_read(stat, sizeof stat, "%s/memory.stat", cg->dir);
	uint64_t clean = sysfs_parse(sysfs_value(stat,
	    v1 ? "total_inactive_file" : "inactive_file"));
	if (clean != NOT_KNOWN)
		used -= clean < used ? clean : used;
	return used < limit ? limit - used : 0;
}

void
cgroup_memory(uint64_t *limit, uint64_t *available)
{
	struct cgroup cg;

	*limit = *available = NOT_KNOWN;
	for (bool ok = cgroup_find(&cg, "memory"); ok; ok = cgroup_up(&cg)) {
		uint64_t n = sysfs_number("%s/%s", cg.dir, cg.version == 1 ?
		    "memory.limit_in_bytes" : "memory.max");
		/* Version 1 says "none" as the largest number of pages. */
		if (n >= UINT64_C(1) << 62)
			continue;
		uint64_t left = memory_left(&cg, n);
		if (n < *limit)
			*limit = n;
		if (left < *available)
			*available = left;
	}
}

/* Quota and period in us; version 2: "200000 100000" or "max 100000". */
static double
quota(const struct cgroup *cg)
{
	char line[64];
	uint64_t of, period;

	if (cg->version == 1) {
		of = sysfs_number("%s/cpu.cfs_quota_us", cg->dir);
		period = sysfs_number("%s/cpu.cfs_period_us", cg->dir);
	} else {
		sysfs_line(line, sizeof line, "%s/cpu.max", cg->dir);
		of = sysfs_parse(line);
		const char *blank = strchr(line, ' ');
		period = sysfs_parse(blank != NULL ? blank + 1 : NULL);
	}
	if (of == NOT_KNOWN || period == NOT_KNOWN || period == 0)
		return 0;
	return (double)of / (double)period;
}

double
cgroup_cpus(void)
{
	struct cgroup cg;
	double least = 0;

	for (bool ok = cgroup_find(&cg, "cpu"); ok; ok = cgroup_up(&cg)) {
		double cpus = quota(&cg);
		if (cpus > 0 && (least == 0 || cpus < least))
			least = cpus;
	}
	return least;
}
