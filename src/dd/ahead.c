/*
 * ahead -- engine= and depth=: blocks of the input in flight, handed on one
 * by one in order.
 *
 * Only whole blocks are handed on.  Whatever else comes, and whatever fails,
 * ends this: what is in flight is waited for and forgotten, the descriptor
 * is put behind the last block that was handed on, and the next ones are
 * read there one at a time, as without these operands.  So the descriptor
 * itself, the counts and the messages are as there.
 */
#include "transfer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "operands.h"
#include "seqbench/diag.h"
#include "seqbench/engine.h"
#include "seqbench/file.h"

enum {
	REAP_MAX = 64,
	IN_FLIGHT = -EINPROGRESS,	/* the result of what is asked for */
};

struct dd_ahead {
	const struct issuer *issuer;
	struct issuer_context context;
	bool		 open;		/* that is */
	unsigned	 alone;		/* whole blocks to be read one at a
					   time before it is opened again */
	off_t		 from;		/* of the descriptor; since then: */
	uint64_t	 asked, taken;	/* blocks */
	struct io	 io[];		/* depth of them: a ring */
};

static int	check_input(struct dd *d);
static const struct issuer *choose(struct dd *d);
static int	leave_uncached(struct dd *d);
static int	open_issuer(struct dd *d, const struct issuer *is,
		    struct issuer_context *c, struct diag *diag);
static int	refuse(struct dd *d, int error, const char *why);
static bool	may_go_on(struct dd *d);
static bool	ask(struct dd *d);
static bool	arrived(struct dd *d);
static int	stop(struct dd *d);

int
dd_ahead_open(struct dd *d)
{
	struct dd_operands *o = &d->o;
	const struct issuer *is;
	struct diag diag = { 0 };
	int r;

	if (o->engine == DD_ENGINE_DEFAULT && o->depth == 1)
		return 0;
	if ((r = check_input(d)) < 0)
		return r;
	if (o->engine == DD_DONTCACHE)
		return leave_uncached(d);
	if (o->count.blocks < o->depth)
		o->depth = o->count.blocks > 0 ? (unsigned)o->count.blocks : 1;
	if (o->count.blocks == 0 || (is = choose(d)) == NULL)
		return 0;
	if ((r = dd_need_input(d)) < 0)
		return r;
	d->ahead = calloc(1, sizeof(*d->ahead) +
	    o->depth * sizeof(d->ahead->io[0]));
	if (d->ahead == NULL)
		return refuse(d, -ENOMEM, strerror(ENOMEM));
	d->ahead->issuer = is;
	if ((r = open_issuer(d, is, &d->ahead->context, &diag)) < 0)
		return refuse(d, r, diag.text);
	d->ahead->open = true;
	return 0;
}

ssize_t
dd_ahead_read(struct dd *d, size_t len)
{
	struct dd_ahead *a = d->ahead;

	if (!a->open && !may_go_on(d))
		return 0;
	if (len != d->o.ibs || !ask(d) || !arrived(d))
		return stop(d);
	d->ibuf = a->io[a->taken % d->o.depth].buffer;
	a->taken++;
	d->last_read = (ssize_t)len;
	return (ssize_t)len;
}

void
dd_ahead_end(struct dd *d)
{
	int r = d->ahead != NULL ? stop(d) : 0;

	if (r == 0)
		return;
	dd_say(d, "'%s': cannot seek: %s", d->in.name, strerror(-r));
	d->failed = true;
}

void
dd_ahead_release(struct dd *d)
{
	if (d->ahead != NULL)
		issuer_close(&d->ahead->context);
	free(d->ahead);
	d->ahead = NULL;
}

/* What can be read at any place.  FreeBSD's disks are character devices. */
static int
check_input(struct dd *d)
{
	struct stat st;
	uint64_t bytes;
	int r = sys_fstat(d->in.fd, &st);

	if (r < 0)
		return refuse(d, r, strerror(-r));
	if (S_ISREG(st.st_mode) || device_bytes(d->in.fd, &bytes) == 0)
		return 0;
	return refuse(d, -ESPIPE,
	    "engine= and depth= are for files and block devices");
}

/* NULL: read(2) does it. */
static const struct issuer *
choose(struct dd *d)
{
	const struct issuer *uring = issuer_find("uring");
	const struct issuer *aio = issuer_find("aio");
	char why[ISSUER_WHY], neither[ISSUER_WHY];

	if (d->o.engine == DD_URING)
		return uring;
	if (d->o.engine == DD_AIO)
		return aio;
	if (d->o.depth == 1 || d->o.engine == DD_BUFFERED)
		return NULL;
	if (issuer_usable(uring, why) == 0 || issuer_usable(aio, neither) < 0)
		return uring;
	if (d->o.status != DD_STATUS_NONE)
		dd_say(d, "warning: depth= goes through aio: %s", why);
	return aio;
}

static int
leave_uncached(struct dd *d)
{
	struct issuer_context c;
	struct diag diag = { 0 };
	int r = open_issuer(d, issuer_find("vec"), &c, &diag);

	if (r < 0)
		return refuse(d, r, diag.text);
	issuer_close(&c);
	d->uncached = d->in.fd;
	return 0;
}

static int
open_issuer(struct dd *d, const struct issuer *is, struct issuer_context *c,
    struct diag *diag)
{
	return issuer_open(c, is, &(struct issuer_args){
		.fd = d->in.fd,
		.direction = IO_READ,
		.depth = d->o.depth,
		.block = d->o.ibs,
		.buffer = d->ring,
		.buffer_bytes = d->ring_bytes,
		.bytes = INT64_MAX,
	    }, diag);
}

static int
refuse(struct dd *d, int error, const char *why)
{
	dd_say(d, "failed to open '%s': %s", d->in.name, why);
	return error;
}

/* Where one block was odd, the next may be, and each would be read twice. */
static bool
may_go_on(struct dd *d)
{
	struct dd_ahead *a = d->ahead;
	struct diag diag = { 0 };

	if (d->last_read == (ssize_t)d->o.ibs && a->alone > 0)
		a->alone--;
	if (a->alone > 0)
		return false;
	a->open = open_issuer(d, a->issuer, &a->context, &diag) == 0;
	a->alone = a->open ? 0 : d->o.depth;
	return a->open;
}

/* Fill the ring, but not beyond count=. */
static bool
ask(struct dd *d)
{
	struct dd_ahead *a = d->ahead;
	uint64_t done = d->counts.in_full + d->counts.in_part;
	uint64_t most = d->o.count.blocks - done;
	off_t offset;

	if (a->asked == 0 && (a->from = sys_lseek(d->in.fd, 0, SEEK_CUR)) < 0)
		return false;
	if (most > d->o.depth)
		most = d->o.depth;
	while (a->asked - a->taken < most && !__builtin_add_overflow(a->from,
	    a->asked * d->o.ibs, &offset)) {
		size_t place = a->asked % d->o.depth;
		struct io *io = &a->io[place];

		*io = (struct io){ IO_READ, d->ring + place * d->ring_step,
		    d->o.ibs, offset, IN_FLIGHT };
		if (a->issuer->submit(&a->context, &io, 1) != 1)
			break;
		a->asked++;
	}
	return a->asked > a->taken;
}

/*
 * Wait for the oldest block; true: it is whole.  One look at least, for what
 * has been asked for is under way only then.
 */
static bool
arrived(struct dd *d)
{
	struct dd_ahead *a = d->ahead;
	const struct io *io = &a->io[a->taken % d->o.depth];
	struct io *done[REAP_MAX];
	int n;

	do {
		if (dd_poll(d) < 0)
			return false;
		n = a->issuer->reap(&a->context, done,
		    io->result == IN_FLIGHT ? 1 : 0, REAP_MAX);
		if (n < 0 && n != -EINTR && n != -EAGAIN && n != -EBUSY)
			return false;
	} while (io->result == IN_FLIGHT);
	return io->result == (ssize_t)d->o.ibs;
}

static int
stop(struct dd *d)
{
	struct dd_ahead *a = d->ahead;
	uint64_t taken = a->taken;
	off_t r = 0;

	if (!a->open)
		return 0;
	issuer_close(&a->context);
	a->open = false;
	a->alone = d->o.depth;
	a->asked = a->taken = 0;
	if (taken > 0)
		r = sys_lseek(d->in.fd, a->from + (off_t)(taken * d->o.ibs),
		    SEEK_SET);
	return r < 0 ? (int)r : 0;
}
