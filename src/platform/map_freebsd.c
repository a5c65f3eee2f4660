/* map_freebsd -- where a file lies is not told. */
#include <errno.h>

#include "seqbench/diag.h"
#include "seqbench/file.h"

int
file_map(int fd, uint64_t off, uint64_t len, struct map *out, struct diag *d)
{
	(void)fd;
	(void)off;
	(void)len;
	(void)out;
	return diag_set(d, -ENOTSUP, "this system does not tell where a file "
	    "lies on its device");
}
