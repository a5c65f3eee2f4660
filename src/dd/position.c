/* position -- skip= and seek=, and stepping over what can't be read. */
#include "transfer.h"

#include <errno.h>
#include <string.h>

#include "seqbench/sys.h"

/* Only reading or writing can get there. */
enum { BY_READING = 1 };

static int	leap(struct dd *d, struct dd_end *end, off_t distance,
		    bool fits, const char *verb, int *why);
static int	read_past(struct dd *d, struct dd_end *end,
		    struct dd_amount *left, size_t block, char *buf);
static int	check_skipped(struct dd *d, bool *reached);
static int	write_zeros(struct dd *d, struct dd_amount left);
static bool	distance_of(const struct dd_amount *a, size_t block,
		    off_t *out);
static void	cannot(struct dd *d, const struct dd_end *end,
		    const char *what, int error);

int
dd_skip(struct dd *d)
{
	struct dd_amount left = d->o.skip;
	off_t distance = 0, start = d->in.offset;
	bool fits = distance_of(&left, d->o.ibs, &distance), reached = true;
	int r, why;

	if (left.blocks == 0 && left.bytes == 0)
		return 0;
	r = leap(d, &d->in, distance, fits, "skip", &why);
	if (r == 0)
		r = check_skipped(d, &reached);
	else if (r == BY_READING) {
		if ((r = dd_need_input(d)) < 0)
			return r;
		r = read_past(d, &d->in, &left, d->o.ibs, d->ibuf);
		if (r < 0 && r != -EINTR)
			dd_say(d, "error reading '%s': %s", d->in.name,
			    strerror(-r));
		/* Short reads count as blocks, so both can tell. */
		reached = left.blocks == 0 && fits &&
		    d->in.offset - start == distance;
	}
	if (r < 0)
		return r;
	if (!reached && d->o.status != DD_STATUS_NONE)
		cannot(d, &d->in, "skip to specified offset", 0);
	return 0;
}

int
dd_seek(struct dd *d)
{
	struct dd_amount left = d->o.seek;
	off_t distance = 0;
	bool fits = distance_of(&left, d->o.obs, &distance);
	int r, why;

	if (left.blocks == 0 && left.bytes == 0)
		return 0;
	r = leap(d, &d->out, distance, fits, "seek", &why);
	if (r <= 0)
		return r;
	if ((r = dd_need_output(d)) < 0)
		return r;
	r = read_past(d, &d->out, &left, d->o.obs, d->obuf);
	if (r < 0 && r != -EINTR)
		cannot(d, &d->out, "seek", why);
	return r < 0 ? r : write_zeros(d, left);
}

int
dd_step_over(struct dd *d, size_t len)
{
	off_t now, off;
	int r;

	if (d->in.seek_error == -ESPIPE)
		return 0;
	if (d->in.seek_error != 0) {
		cannot(d, &d->in, "seek", d->in.seek_error);
		return d->in.seek_error;
	}
	dd_moved(&d->in, len);
	now = sys_lseek(d->in.fd, 0, SEEK_CUR);
	if (now == d->in.offset)
		return 0;
	off = now < 0 ? now : d->in.offset - now;
	if (now >= 0) {
		if ((off < 0 || off > (off_t)len) &&
		    d->o.status != DD_STATUS_NONE)
			dd_say(d, "warning: invalid file offset after failed "
			    "read");
		off = sys_lseek(d->in.fd, off, SEEK_CUR);
	}
	if (off >= 0)
		return 0;
	r = (int)off;
	cannot(d, &d->in, "seek", r);
	return r;
}

/*
 * Go there by lseek(2).  0, BY_READING with the reason in *why where the
 * descriptor can't, or -errno: it can, but not that far.
 */
static int
leap(struct dd *d, struct dd_end *end, off_t distance, bool fits,
    const char *verb, int *why)
{
	off_t r = -EOVERFLOW;

	if (fits && (r = sys_lseek(end->fd, distance, SEEK_CUR)) >= 0) {
		end->offset += distance;
		end->dropped = end->offset;
		return 0;
	}
	*why = (int)r;
	if (sys_lseek(end->fd, 0, SEEK_END) < 0)
		return BY_READING;
	cannot(d, end, verb, *why);
	return *why;
}

/* *left is what the end of the data left undone.  0 or -errno, unsaid. */
static int
read_past(struct dd *d, struct dd_end *end, struct dd_amount *left,
    size_t block, char *buf)
{
	while (left->blocks != 0 || left->bytes != 0) {
		ssize_t n = dd_read(d, end->fd, buf,
		    left->blocks != 0 ? block : left->bytes);

		if (n <= 0)
			return (int)n;
		dd_moved(end, (size_t)n);
		if (left->blocks != 0)
			left->blocks--;
		else
			left->bytes = 0;
	}
	return 0;
}

/* A regular file tells by its size whether it was long enough. */
static int
check_skipped(struct dd *d, bool *reached)
{
	struct stat st;
	int r = sys_fstat(d->in.fd, &st);

	if (r < 0) {
		dd_say(d, "cannot fstat '%s': %s", d->in.name, strerror(-r));
		return r;
	}
	if (S_ISREG(st.st_mode) && st.st_size > 0 &&
	    st.st_size < d->in.offset) {
		d->in.offset = st.st_size;
		*reached = false;
	}
	return 0;
}

/* What could not be read on the output, because it ends before, is made. */
static int
write_zeros(struct dd *d, struct dd_amount left)
{
	memset(d->obuf, 0, d->o.obs);
	while (left.blocks != 0 || left.bytes != 0) {
		size_t len = left.blocks != 0 ? d->o.obs : left.bytes;
		int error;

		if (dd_write(d, d->obuf, len, &error) != len) {
			if (error != -EINTR)
				dd_say(d, "writing to '%s': %s", d->out.name,
				    strerror(-error));
			return error;
		}
		if (left.blocks != 0)
			left.blocks--;
		else
			left.bytes = 0;
	}
	return 0;
}

static bool
distance_of(const struct dd_amount *a, size_t block, off_t *out)
{
	return !__builtin_mul_overflow(a->blocks, block, out) &&
	    !__builtin_add_overflow(*out, a->bytes, out);
}

/* "NAME: cannot WHAT[: REASON]"; a name of ours stands in quotes. */
static void
cannot(struct dd *d, const struct dd_end *end, const char *what, int error)
{
	const char *quote = end->path == NULL ? "'" : "";

	dd_say(d, "%s%s%s: cannot %s%s%s", quote, end->name, quote, what,
	    error != 0 ? ": " : "", error != 0 ? strerror(-error) : "");
}
