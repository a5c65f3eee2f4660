/* compare -- is what a map says the file's? */
#ifndef SEQBENCH_TARGET_COMPARE_H
#define SEQBENCH_TARGET_COMPARE_H

struct below;
struct control;
struct diag;
struct map;
struct target;

/*
 * Read the first and the last block of each segment from the file fd and from
 * the node b->fd; b->compared is how many.  0, or -errno with d filled.
 */
int	compare_map(struct below *b, const struct map *m,
	    const struct target *t, int fd, const struct control *c,
	    struct diag *d);

#endif
