/* temporary -- the unnamed files that passes read and write. */
#include "seqbench/target.h"

#include <errno.h>

#include "seqbench/diag.h"
#include "seqbench/sys.h"

#include "refusal.h"

int
target_temporary(const struct target *t, bool linkable, int extra_flags,
    struct diag *d)
{
	struct stat st;
	int fd;

	fd = file_temporary(t->look_fd, linkable, extra_flags);
	/* Of a directory that is gone, kernels say all sorts of things. */
	if (fd < 0 && sys_fstat(t->look_fd, &st) == 0 && st.st_nlink == 0)
		fd = -ENOENT;
	if (fd < 0)
		return refuse_open(t, "no file can be made there", extra_flags,
		    fd, d);
	return fd;
}
