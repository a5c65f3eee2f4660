/* compare -- a block of a file, read through it and through a device. */
#include "compare.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>

#include "seqbench/below.h"
#include "seqbench/diag.h"
#include "seqbench/sys.h"
#include "seqbench/target.h"

enum { LEAST = 4096 };

struct comparison {
	const struct target *target;
	const struct control *control;
	struct diag	*diag;
	int		 file, device;
	size_t		 block;		/* of both, a multiple of sectors */
	char		*buffer;	/* two of them */
};

/* At least want of len bytes; 0 or -errno. */
static int
read_block(const struct comparison *c, int fd, char *buffer, uint64_t off,
    size_t want)
{
	ssize_t n;

	do {
		if (*c->control->stop != 0)
			return -EINTR;
		n = sys_pread(fd, buffer, c->block, (off_t)off);
	} while (n == -EINTR);
	if (n < 0)
		return (int)n;
	return (size_t)n < want ? -ENODATA : 0;
}

static int
compare_block(const struct comparison *c, uint64_t file, uint64_t device,
    size_t want)
{
	char *other = c->buffer + c->block;
	int rc;

	rc = read_block(c, c->file, c->buffer, file, want);
	if (rc < 0)
		return diag_set(c->diag, rc, "compared with the device: read "
		    "at offset %" PRIu64 ": %s", file, strerror(-rc));
	rc = read_block(c, c->device, other, device, want);
	if (rc < 0)
		return diag_set(c->diag, rc, "%s: read at byte %" PRIu64
		    ": %s", c->target->device.node, device, strerror(-rc));
	if (memcmp(c->buffer, other, want) == 0)
		return 0;
	return diag_set(c->diag, -EILSEQ, "what is at offset %" PRIu64 " is "
	    "not at byte %" PRIu64 " of %s, where the file system says it "
	    "lies", file, device, c->target->device.node);
}

/* The last block may be one that ends with the segment within a sector. */
static int
compare_segment(const struct comparison *c, const struct segment *s,
    uint64_t *compared)
{
	uint64_t last = (s->bytes - 1) / c->block * c->block;
	size_t first = last > 0 ? c->block : (size_t)s->bytes;
	int rc;

	rc = compare_block(c, s->file, s->device, first);
	++*compared;
	if (rc == 0 && last > 0) {
		rc = compare_block(c, s->file + last, s->device + last,
		    (size_t)(s->bytes - last));
		++*compared;
	}
	return rc;
}

/* The cache is passed by where it can be: what counts is on the device. */
static int
open_file(int fd)
{
	int direct = file_reopen(fd, O_RDONLY | O_DIRECT);

	if (direct != -EINVAL)
		return direct;
	(void)file_drop(fd, false);
	return file_reopen(fd, O_RDONLY);
}

static size_t
block_size(const struct target *t)
{
	uint64_t size = LEAST;

	if (t->sector_bytes > size)
		size = t->sector_bytes;
	if (below_sector(t) > size)
		size = below_sector(t);
	return (size_t)size;
}

int
compare_map(struct below *b, const struct map *m, const struct target *t,
    int fd, const struct control *control, struct diag *d)
{
	struct comparison c = {
		.target = t,
		.control = control,
		.diag = d,
		.device = b->fd,
		.block = block_size(t),
	};
	void *buffer;
	int rc;

	b->compared = 0;
	if ((rc = sys_map(2 * c.block, 0, &buffer)) < 0)
		return diag_set(d, rc, "buffers to compare it: %s",
		    strerror(-rc));
	c.buffer = buffer;
	c.file = open_file(fd);
	if (c.file < 0)
		rc = diag_set(d, c.file, "can't be opened again: %s",
		    strerror(-c.file));
	for (size_t i = 0; rc == 0 && i < m->n; i++)
		rc = compare_segment(&c, &m->segment[i], &b->compared);
	if (c.file >= 0)
		(void)sys_close(c.file);
	sys_unmap(buffer, 2 * c.block);
	return rc;
}
