/* buffers -- one huge-page mapping for each use, made before the clock. */

#include "buffers.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "seqbench/diag.h"
#include "seqbench/sys.h"
#include "seqbench/units.h"

int
buffer_need(struct buffer *b, size_t bytes, enum buffer_pages pages,
    bool *fresh, struct diag *d)
{
	bool usable = b->addr != NULL && b->bytes >= bytes &&
	    b->pages == pages;
	char size[SIZE_TEXT];
	int rc;

	if (fresh != NULL)
		*fresh = !usable;
	if (usable)
		return 0;
	buffer_release(b);
	rc = sys_map(bytes, pages == BUFFER_HUGE, &b->addr);
	if (rc < 0)
		return diag_set(d, rc, "buffer of %s: %s",
		    size_human(bytes, size), strerror(-rc));
	b->bytes = bytes;
	b->pages = pages;
	memset(b->addr, 0, bytes);
	return 0;
}

void
buffer_release(struct buffer *b)
{
	if (b->addr != NULL)
		sys_unmap(b->addr, b->bytes);
	*b = (struct buffer){ 0 };
}

/* Fill the pool with a file's bytes, from its start again and again. */
static int
fill_from_file(char *pool, size_t bytes, const char *path, struct diag *d)
{
	size_t done = 0;
	bool empty = true;
	ssize_t n;
	int fd;

	fd = sys_open(path, O_RDONLY | O_CLOEXEC, 0);
	if (fd < 0)
		return diag_set(d, fd, "--data file=%s: %s", path,
		    strerror(-fd));
	while (done < bytes) {
		n = sys_read(fd, pool + done, bytes - done);
		if (n == -EINTR)
			continue;
		if (n == 0 && !empty)
			n = sys_lseek(fd, 0, SEEK_SET) == 0 ? 0 : -ESPIPE;
		else if (n == 0)
			n = -ENODATA;
		if (n < 0)
			break;
		empty = n == 0;
		done += (size_t)n;
	}
	(void)sys_close(fd);
	if (done < bytes)
		return diag_set(d, (int)n, "--data file=%s: %s", path,
		    n == -ENODATA ? "empty file" : strerror((int)-n));
	return 0;
}

int
pool_need(struct buffer *b, size_t bytes, enum buffer_pages pages,
    const struct pattern *pattern, const char *data_file, struct diag *d)
{
	bool fresh;
	int rc;

	rc = buffer_need(b, bytes, pages, &fresh, d);
	if (rc < 0)
		return rc;
	if (!fresh)
		return 0;
	if (pattern->kind == PATTERN_FILE) {
		rc = fill_from_file(b->addr, bytes, data_file, d);
		if (rc < 0)
			buffer_release(b);
		return rc;
	}
	pattern_fill(pattern, b->addr, bytes);
	return 0;
}
