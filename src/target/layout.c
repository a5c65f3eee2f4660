/*
 * layout -- the file that all read cells share: reserved, written and made
 * durable, in chunks, so that the clock and the stop flag are looked at on
 * the slowest disk too.
 */
#include "seqbench/target.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "seqbench/diag.h"
#include "seqbench/sys.h"

#include "flush.h"

#define BLOCK		(1ull << 20)
#define CHUNK		(64ull << 20)

struct layout {
	const struct layout_request *request;
	const struct control *control;
	struct diag	*diag;
	uint64_t	 start_ns;
	uint64_t	 goal;		/* not beyond */
	uint64_t	 chunk;		/* a multiple of the unit */
	uint64_t	 reserved;	/* NOT_KNOWN: can't be done here */
	uint64_t	 written;	/* and written out */
};

static bool	ended(const struct layout *l, bool *cut_short);
static int	reserve(struct layout *l, uint64_t len);
static int	write_chunk(struct layout *l, uint64_t len);
static int	write_block(struct layout *l, uint64_t off, uint64_t len);
static int	flush_chunk(struct layout *l, uint64_t len);
static int	finish(struct layout *l);
static int	failed(const struct layout *l, const char *what, uint64_t off,
		    int code);

int
layout_write(const struct layout_request *r, const struct control *c,
    struct layout_outcome *out, struct diag *d)
{
	struct layout l = {
		.request = r,
		.control = c,
		.diag = d,
		.start_ns = sys_now(),
		.goal = r->bytes,
		.chunk = r->unit_bytes,
	};
	int rc;

	*out = (struct layout_outcome){ 0 };
	if (l.goal == 0)
		l.goal = r->max_bytes - r->max_bytes % r->unit_bytes;
	if (l.goal == 0)
		return diag_set(d, -ENOSPC, "laying out the file: no room for "
		    "a block of %" PRIu64 " bytes", r->unit_bytes);
	if (l.chunk < CHUNK)
		l.chunk = CHUNK - CHUNK % r->unit_bytes;

	while (!ended(&l, &out->cut_short)) {
		uint64_t len = l.goal - l.written;

		if (len > l.chunk)
			len = l.chunk;
		if ((rc = reserve(&l, len)) < 0 ||
		    (rc = write_chunk(&l, len)) < 0 ||
		    (rc = flush_chunk(&l, len)) < 0)
			return rc;
		l.written += len;
	}
	if ((rc = finish(&l)) < 0)
		return rc;
	out->bytes = l.written;
	out->ns = sys_now() - l.start_ns;
	return 0;
}

static bool
ended(const struct layout *l, bool *cut_short)
{
	const struct layout_request *r = l->request;
	uint64_t ns = sys_now() - l->start_ns;

	if (l->written >= l->goal)
		return true;
	if (r->bytes == 0 && l->written > 0 && l->written >= r->min_bytes &&
	    ns >= r->enough_ns)
		return true;
	*cut_short = r->limit_ns != 0 && l->written > 0 &&
	    l->written >= r->floor_bytes && ns >= r->limit_ns;
	return *cut_short;
}

/*
 * Reserve the next stretch: all of it when the size is known, else the least
 * size first and then as much again each time.
 */
static int
reserve(struct layout *l, uint64_t len)
{
	const struct layout_request *r = l->request;
	uint64_t size = len;
	int rc;

	if (l->reserved == NOT_KNOWN || l->reserved >= l->written + len)
		return 0;
	if (r->bytes != 0)
		size = l->goal;
	else if (l->reserved == 0 && r->min_bytes > len)
		size = r->min_bytes;
	else if (l->reserved > len)
		size = l->reserved;
	if (size > l->goal - l->reserved)
		size = l->goal - l->reserved;
	do {
		if (*l->control->stop != 0)
			return failed(l, "reserve", l->reserved, -EINTR);
		rc = sys_allocate(r->fd, (off_t)l->reserved, (off_t)size);
	} while (rc == -EINTR);
	if (rc == -EOPNOTSUPP || rc == -ENOSYS || rc == -EINVAL) {
		l->reserved = NOT_KNOWN;
		return 0;
	}
	if (rc < 0)
		return failed(l, "reserve", l->reserved, rc);
	l->reserved += size;
	return 0;
}

static int
write_chunk(struct layout *l, uint64_t len)
{
	for (uint64_t done = 0; done < len; ) {
		uint64_t size = len - done < BLOCK ? len - done : BLOCK;
		int rc;

		if ((rc = write_block(l, l->written + done, size)) < 0)
			return rc;
		done += size;
		meter_set(&l->control->meter->lane[0].bytes, l->written + done);
	}
	return 0;
}

static int
write_block(struct layout *l, uint64_t off, uint64_t len)
{
	const struct layout_request *r = l->request;
	unsigned char *block = r->pool;

	/* Each block takes its bytes from the next place in the pool. */
	block += off / BLOCK % (r->pool_bytes / BLOCK) * BLOCK;
	pattern_stamp(r->pattern, block, len, off);
	for (uint64_t done = 0; done < len; ) {
		ssize_t n;

		if (*l->control->stop != 0)
			return failed(l, "write", off + done, -EINTR);
		n = sys_pwrite(r->fd, block + done, len - done,
		    (off_t)(off + done));
		if (n == -EINTR)
			continue;
		if (n <= 0)
			return failed(l, "write", off + done,
			    n == 0 ? -ENOSPC : (int)n);
		done += (uint64_t)n;
	}
	return 0;
}

static int
flush_chunk(struct layout *l, uint64_t len)
{
	const struct flush_range range = {
		.fd = l->request->fd,
		.off = l->written,
		.len = len,
		.before = l->written,
	};
	uint64_t done;
	int rc;

	rc = flush_write_out(&range, l->control, &done);
	if (rc == -ENOSYS) {
		rc = flush_data(l->request->fd, l->control);
		done = 0;
	}
	return rc < 0 ? failed(l, "flush", l->written + done, rc) : 0;
}

/* Give back what was reserved in vain, and make the rest durable. */
static int
finish(struct layout *l)
{
	int fd = l->request->fd, rc;

	if (l->reserved != NOT_KNOWN && l->reserved > l->written &&
	    (rc = sys_ftruncate(fd, (off_t)l->written)) < 0)
		return failed(l, "truncate", l->written, rc);
	if ((rc = flush_data(fd, l->control)) < 0)
		return failed(l, "flush", l->written, rc);
	meter_set(&l->control->meter->lane[0].flushed, l->written);
	return 0;
}

static int
failed(const struct layout *l, const char *what, uint64_t off, int code)
{
	return diag_set(l->diag, code, "laying out the file: %s at offset %"
	    PRIu64 ": %s", what, off, strerror(-code));
}
