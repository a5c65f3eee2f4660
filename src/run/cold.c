/* cold -- drop a range from the page cache, and check that it is gone. */

#include "site.h"

#include <errno.h>

#include "seqbench/sys.h"

/* Read-ahead in flight lands late: look again after 1, 2, 4 .. ms. */
#define FIRST_WAIT_NS	1000000ull
#define WAIT_MAX_NS	1000000000ull

enum cache_check
cold_make(int fd, bool is_device, uint64_t off, uint64_t len,
    const struct control *control, uint64_t *cached)
{
	uint64_t waited = 0, wait = FIRST_WAIT_NS, flushed;
	int rc;

	*cached = NOT_KNOWN;
	/* Dirty pages are not dropped: somebody may just have written it. */
	(void)flush_steps(fd, off, len, 0, 0, control, &flushed);
	for (;;) {
		(void)file_drop(fd, is_device);
		rc = file_resident(fd, off, len, cached);
		if (rc < 0) {
			*cached = NOT_KNOWN;
			return CHECK_UNKNOWN;
		}
		if (*cached == 0)
			return CHECK_COLD;
		if (waited >= WAIT_MAX_NS || *control->stop != 0)
			return CHECK_RESIDENT;
		(void)sys_sleep(wait);
		waited += wait;
		wait *= 2;
	}
}
