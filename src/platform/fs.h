/*
 * fs -- what is known of file systems by the names of their types.
 */
#ifndef SEQBENCH_FS_H
#define SEQBENCH_FS_H

struct fs_facts;

/* Set is_memory and cache_note by the type, which is set. */
void	fs_kind(struct fs_facts *fs);

#endif
