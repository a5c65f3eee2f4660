/* io -- single reads and writes of a transfer, as often as signals ask. */
#include "transfer.h"

#include <errno.h>
#include <string.h>

#include "operands.h"
#include "seqbench/file.h"
#include "seqbench/sys.h"

static void	warn_partial(struct dd *d, size_t len);
static size_t	write_all(struct dd *d, const char *buf, size_t len,
		    int *error);
static size_t	write_tail(struct dd *d, const char *buf, size_t len,
		    int *error);
static void	end_direct(struct dd *d);
static bool	is_zero(const char *buf, size_t len);
static int	patiently(struct dd *d, int (*call)(int));

ssize_t
dd_read_on(struct dd *d, int fd, char *buf, size_t len, ssize_t n)
{
	size_t done = 0;
	int r;

	for (;;) {
		size_t want = len - done;
		bool behind_short = d->last_read > 0 &&
		    (size_t)d->last_read < want;

		while (n == -EINTR) {
			if ((r = dd_poll(d)) < 0)
				return r;
			n = dd_read_once(d, fd, buf + done, want);
		}
		/* A direct read behind a short one is off its sector: the
		   end. */
		if (n == -EINVAL && behind_short &&
		    (d->o.in_open & O_DIRECT) != 0)
			n = 0;
		if (n > 0 && behind_short)
			warn_partial(d, (size_t)d->last_read);
		d->last_read = n;
		if (n < 0)
			return n;
		done += (size_t)n;
		if (n == 0 || done == len ||
		    (d->o.in_flags & DD_FULLBLOCK) == 0)
			return (ssize_t)done;
		n = -EINTR;
	}
}

static void
warn_partial(struct dd *d, size_t len)
{
	if (!d->warn_partial)
		return;
	d->warn_partial = false;
	if (d->o.status != DD_STATUS_NONE)
		dd_say(d, "warning: partial read (%zu byte%s); suggest "
		    "iflag=fullblock", len, len == 1 ? "" : "s");
}

size_t
dd_write_odd(struct dd *d, const char *buf, size_t len, int *error)
{
	if ((d->o.out_open & O_DIRECT) != 0 && len < d->o.obs)
		return write_tail(d, buf, len, error);
	d->ends_in_hole = false;
	if ((d->o.conv & DD_SPARSE) != 0 && is_zero(buf, len)) {
		if (sys_lseek(d->out.fd, (off_t)len, SEEK_CUR) >= 0) {
			d->ends_in_hole = true;
			return len;
		}
		d->o.conv &= ~(unsigned)DD_SPARSE;
	}
	return write_all(d, buf, len, error);
}

size_t
dd_write_on(struct dd *d, const char *buf, size_t len, ssize_t n, int *error)
{
	size_t done = 0;

	for (;;) {
		if (n > 0)
			done += (size_t)n;
		else if (n != -EINTR) {
			/* Some drivers say 0 at the end of a device. */
			*error = n < 0 ? (int)n : -ENOSPC;
			break;
		}
		if (done == len || (*error = dd_poll(d)) < 0)
			break;
		n = sys_write(d->out.fd, buf + done, len - done);
	}
	dd_moved(&d->out, done);
	return done;
}

/* As if a first call had been interrupted. */
static size_t
write_all(struct dd *d, const char *buf, size_t len, int *error)
{
	return dd_write_on(d, buf, len, -EINTR, error);
}

/*
 * A block shorter than obs, past the cache: its whole sectors go as asked,
 * the rest can only go through the cache and is flushed and dropped at the
 * end.  (GNU's dd sends all of it through the cache.)
 */
static size_t
write_tail(struct dd *d, const char *buf, size_t len, int *error)
{
	uint64_t memory, sector = 0;
	size_t head = 0, n;

	if (file_direct_alignment(d->out.fd, &memory, &sector) == 0 &&
	    sector != 0)
		head = len - len % sector;
	n = write_all(d, buf, head, error);
	if (n == head || *error == -EINVAL) {
		if (n < len)
			end_direct(d);
		n += write_all(d, buf + n, len - n, error);
	}
	return n;
}

static void
end_direct(struct dd *d)
{
	int flags = sys_fcntl(d->out.fd, F_GETFL, 0), r = flags;

	if (flags >= 0)
		r = sys_fcntl(d->out.fd, F_SETFL, flags & ~O_DIRECT);
	if (r < 0 && d->o.status != DD_STATUS_NONE)
		dd_say(d, "failed to turn off O_DIRECT: %s: %s", d->out.name,
		    strerror(-r));
	d->o.out_open &= ~O_DIRECT;
	d->o.conv |= DD_FSYNC;
	d->out.nocache = true;
}

static bool
is_zero(const char *buf, size_t len)
{
	return buf[0] == '\0' && memcmp(buf, buf + 1, len - 1) == 0;
}

int
dd_flush(struct dd *d)
{
	bool all = (d->o.conv & DD_FSYNC) != 0;
	int r;

	if ((d->o.conv & DD_FDATASYNC) != 0 &&
	    (r = patiently(d, sys_fdatasync)) < 0) {
		if (r == -EINTR)
			return r;
		if (r != -ENOSYS && r != -EINVAL) {
			dd_say(d, "fdatasync failed for '%s': %s",
			    d->out.name, strerror(-r));
			d->failed = true;
		}
		all = true;
	}
	if (!all || (r = patiently(d, sys_fsync)) == 0)
		return 0;
	if (r != -EINTR)
		dd_say(d, "fsync failed for '%s': %s", d->out.name,
		    strerror(-r));
	return r;
}

static int
patiently(struct dd *d, int (*call)(int))
{
	int r;

	do {
		if ((r = dd_poll(d)) < 0)
			return r;
		r = call(d->out.fd);
	} while (r == -EINTR);
	return r;
}
