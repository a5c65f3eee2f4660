/* temporary -- the unnamed files that passes read and write. */
#include "seqbench/target.h"

#include "seqbench/diag.h"

#include "refusal.h"

int
target_temporary(const struct target *t, bool linkable, int extra_flags,
    struct diag *d)
{
	int fd;

	fd = file_temporary(t->look_fd, linkable, extra_flags);
	if (fd < 0)
		return refuse_open(t, "no file can be made there", extra_flags,
		    fd, d);
	return fd;
}
