/*
 * fs -- what is known of file systems by the names of their types.
 */
#ifndef SEQBENCH_FS_H
#define SEQBENCH_FS_H

#include <sys/stat.h>

#include <limits.h>
#include <stdbool.h>

struct fs_facts;

/* Set is_memory and cache_note by the type, which is set. */
void	fs_kind(struct fs_facts *fs);

/* Linux: the path of the upper directory of the overlay that fd lies on. */
bool	overlay_upper(int look_fd, const struct stat *st,
	    char path[PATH_MAX]);

#endif
