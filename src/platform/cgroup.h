/*
 * cgroup -- the control groups that this process is in.
 *
 *	for (ok = cgroup_find(&cg, "memory"); ok; ok = cgroup_up(&cg))
 *
 * visits the process's own group first, then those around it, as far as
 * this mount namespace shows them.
 */
#ifndef SEQBENCH_CGROUP_H
#define SEQBENCH_CGROUP_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cgroup {
	int		 version;	/* 1 or 2 */
	char		 dir[PATH_MAX];
	size_t		 top;		/* length of the mount point in dir */
};

/* The group that rules this controller: of version 1, else 2. */
bool	cgroup_find(struct cgroup *cg, const char *controller);

/* The group around it; false at the top. */
bool	cgroup_up(struct cgroup *cg);

/* The smallest limit on memory, NOT_KNOWN; what of it is left, too. */
void	cgroup_memory(uint64_t *limit, uint64_t *available);

/* The smallest limit on CPUs, 0 when there is none. */
double	cgroup_cpus(void);

#endif
