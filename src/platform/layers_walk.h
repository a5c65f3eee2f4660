/* layers_walk -- the way down, over a sysfs that tests may make. */
#ifndef SEQBENCH_LAYERS_WALK_H
#define SEQBENCH_LAYERS_WALK_H

#include <limits.h>

#include "seqbench/file.h"
#include "seqbench/layers.h"

/* What is known of a file or directory that something lies in. */
struct place {
	struct stat	 st;		/* of a block device nothing else */
	struct fs_facts	 fs;
	dev_t		 source;	/* device named by the mount, or 0 */
	char		 upper[PATH_MAX];	/* upper directory of an
						   overlay, or "" */
};

struct layers_world {
	const char	*sys;		/* "/sys" */
	/* What path is; false: nothing that could be looked at. */
	bool		(*place)(const char *path, struct place *out);
};

void	layers_walk(struct layers *out, const struct layers_world *world,
	    const struct place *top);

/* Everything that sysfs says of a device, but for its place in the tree. */
void	layer_describe(struct layer *l, const char *sys, dev_t dev);

#endif
