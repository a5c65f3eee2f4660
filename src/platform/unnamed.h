/*
 * unnamed -- a file without a name, where the system has no call for it.
 */
#ifndef SEQBENCH_UNNAMED_H
#define SEQBENCH_UNNAMED_H

/*
 * Make a file, mode 0600, in the directory dir_fd and unlink it at once.
 * Opened O_RDWR|flags.  Returns the descriptor or -errno: -ESTALE where
 * somebody else renames or replaces what is made there meanwhile.
 */
int	unnamed_make(int dir_fd, int flags);

/* Mode 0700 for a directory that is only looked at: 0 or -errno. */
int	unnamed_let_in(int look_fd);

#endif
