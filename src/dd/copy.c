/* copy -- the loop: blocks in, blocks out, counted. */
#include "transfer.h"

#include <errno.h>
#include <string.h>

#include "seqbench/sys.h"

/* What becomes of the loop after a block. */
enum {
	END,
	NEXT_BLOCK,
	TAKE_PADDED,			/* a block of padding stands in */
};

static int	copy_block(struct dd *d, size_t len);
static size_t	next_length(const struct dd *d);
static ssize_t	read_block(struct dd *d, size_t len);
static int	wait_for_speed(struct dd *d);
static int	read_failed(struct dd *d, int error);
static int	take(struct dd *d, size_t len);
static int	write_block(struct dd *d, size_t len);
static int	reblock(struct dd *d, size_t len);
static int	write_record(struct dd *d);
static int	write_rest(struct dd *d);
static int	end_hole(struct dd *d);
static int	write_failed(struct dd *d, const char *what, int error);

int
dd_copy(struct dd *d)
{
	size_t len;
	int r = END;

	if ((r = dd_skip(d)) < 0 || (r = dd_seek(d)) < 0)
		return r;
	d->out.first = d->out.offset;
	while ((len = next_length(d)) > 0)
		if ((r = copy_block(d, len)) <= END)
			break;
	dd_ahead_end(d);
	if (r < 0 || (r = write_rest(d)) < 0)
		return r;
	return d->ends_in_hole ? end_hole(d) : 0;
}

/* Bytes to ask for; 0: all blocks that count= wants have been read. */
static size_t
next_length(const struct dd *d)
{
	uint64_t done = d->counts.in_full + d->counts.in_part;

	if (done < d->o.count.blocks)
		return d->o.ibs;
	return done == d->o.count.blocks ? d->o.count.bytes : 0;
}

static int
copy_block(struct dd *d, size_t len)
{
	ssize_t n;
	int r;

	if (d->o.status == DD_STATUS_PROGRESS)
		dd_progress(d);
	if (d->o.speed != 0 && (r = wait_for_speed(d)) < 0)
		return r;
	n = read_block(d, len);
	if (n == 0) {
		d->in.to_end = true;
		d->out.to_end |= (d->o.conv & DD_NOTRUNC) == 0;
		return END;
	}
	if (n > 0)
		dd_moved(&d->in, (size_t)n);
	else if ((r = read_failed(d, (int)n)) != TAKE_PADDED)
		return r;
	else
		n = 0;
	r = take(d, (size_t)n);
	return r < 0 ? r : NEXT_BLOCK;
}

static ssize_t
read_block(struct dd *d, size_t len)
{
	const unsigned pad_errors = DD_SYNC | DD_NOERROR;
	ssize_t n;

	if (d->ahead != NULL && (n = dd_ahead_read(d, len)) != 0)
		return n;
	/* Whatever a failing read leaves is followed by padding. */
	if ((d->o.conv & pad_errors) == pad_errors)
		memset(d->ibuf, d->o.fill, d->o.ibs);
	return dd_read(d, d->in.fd, d->ibuf, len);
}

/* A sleep that is late is not made up for. */
static int
wait_for_speed(struct dd *d)
{
	uint64_t now = sys_now();
	int r;

	d->speed_ns += (uint64_t)((double)d->o.ibs * 1e9 /
	    (double)d->o.speed);
	while (now < d->speed_ns) {
		if ((r = dd_poll(d)) < 0)
			return r;
		(void)sys_sleep(d->speed_ns - now);
		now = sys_now();
	}
	d->speed_ns = now;
	return 0;
}

static int
read_failed(struct dd *d, int error)
{
	bool go_on = (d->o.conv & DD_NOERROR) != 0;

	if (error == -EINTR)
		return error;
	if (!go_on || d->o.status != DD_STATUS_NONE)
		dd_say(d, "error reading '%s': %s", d->in.name,
		    strerror(-error));
	if (go_on) {
		dd_statistics(d);
		go_on = dd_step_over(d, d->o.ibs - d->partial) == 0;
	}
	if (!go_on) {
		d->failed = true;
		return END;
	}
	return (d->o.conv & DD_SYNC) != 0 && d->partial == 0 ? TAKE_PADDED :
	    NEXT_BLOCK;
}

/* A block of len bytes is in ibuf: count it, pad it, pass it on. */
static int
take(struct dd *d, size_t len)
{
	if (len < d->o.ibs) {
		d->counts.in_part++;
		d->partial = len;
		if ((d->o.conv & DD_SYNC) != 0) {
			if ((d->o.conv & DD_NOERROR) == 0)
				memset(d->ibuf + len, d->o.fill,
				    d->o.ibs - len);
			len = d->o.ibs;
		}
	} else {
		d->counts.in_full++;
		d->partial = 0;
	}
	return d->o.reblock ? reblock(d, len) : write_block(d, len);
}

static int
write_block(struct dd *d, size_t len)
{
	int error;
	size_t n = dd_write(d, d->ibuf, len, &error);

	d->counts.bytes += n;
	if (n != len)
		return write_failed(d, "error writing", error);
	if (len == d->o.ibs)
		d->counts.out_full++;
	else
		d->counts.out_part++;
	return 0;
}

/* Pack len bytes of ibuf into obuf; full records are written. */
static int
reblock(struct dd *d, size_t len)
{
	const char *from = d->ibuf;

	while (len > 0) {
		size_t room = d->o.obs - d->pending;
		size_t n = len < room ? len : room;
		int r;

		memcpy(d->obuf + d->pending, from, n);
		d->pending += n;
		from += n;
		len -= n;
		if (d->pending == d->o.obs && (r = write_record(d)) < 0)
			return r;
	}
	return 0;
}

static int
write_record(struct dd *d)
{
	int error;
	size_t n = dd_write(d, d->obuf, d->o.obs, &error);

	d->counts.bytes += n;
	d->pending = 0;
	if (n == d->o.obs) {
		d->counts.out_full++;
		return 0;
	}
	d->counts.out_part += n != 0;
	return write_failed(d, "writing to", error);
}

static int
write_rest(struct dd *d)
{
	int error;
	size_t n;

	if (d->pending == 0)
		return 0;
	n = dd_write(d, d->obuf, d->pending, &error);
	d->counts.bytes += n;
	d->counts.out_part += n != 0;
	return n == d->pending ? 0 : write_failed(d, "error writing", error);
}

/* A file does not grow by seeking: give it the length it is to have. */
static int
end_hole(struct dd *d)
{
	struct stat st;
	off_t end = 0;
	int r = sys_fstat(d->out.fd, &st);

	if (r < 0) {
		dd_say(d, "cannot fstat '%s': %s", d->out.name, strerror(-r));
		return r;
	}
	if (S_ISREG(st.st_mode))
		end = sys_lseek(d->out.fd, 0, SEEK_CUR);
	if (end <= st.st_size)
		return 0;
	return dd_truncate(d, end);
}

static int
write_failed(struct dd *d, const char *what, int error)
{
	if (error != -EINTR)
		dd_say(d, "%s '%s': %s", what, d->out.name, strerror(-error));
	return error;
}
