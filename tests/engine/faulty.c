/* faulty -- an issuer around a real one, that answers now and then as told. */
#include "faulty.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { HELD_MAX = 64 };

/* A transfer under way, with the length that was asked for. */
struct under_way {
	struct io	*io;
	size_t		 length;
};

static struct {
	const struct issuer *real;
	struct issuer	 issuer;
	struct faulty_script script;
	struct faulty_count count;
	size_t		 block;
	unsigned	 submits, reaps;
	struct under_way flight[HELD_MAX];
	struct io	*held[HELD_MAX];	/* failed, not yet told */
	unsigned	 helds;
	unsigned char	 times[FAULTY_BYTES];	/* each byte was moved */
} faulty;

unsigned char
faulty_byte(off_t at)
{
	uint64_t x = ((uint64_t)at + 1) * 0x9e3779b97f4a7c15ull;

	return (unsigned char)(x >> 56);
}

struct faulty_count
faulty_count(void)
{
	return faulty.count;
}

void
faulty_check_moved(size_t len)
{
	for (size_t i = 0; i < FAULTY_BYTES; i++)
		if (faulty.times[i] != (i < len ? 1 : 0))
			fail_msg("%s: byte %zu was moved %u times",
			    faulty.real->name, i, faulty.times[i]);
}

/* ---- one transfer ---- */

static void
make_data(const struct io *io)
{
	if (io->direction == IO_READ)	/* not what was read before */
		memset(io->buffer, 0, io->length);
	if (io->direction == IO_READ || io->length != faulty.block)
		return;
	for (size_t i = 0; i < io->length; i++)
		((unsigned char *)io->buffer)[i] =
		    faulty_byte(io->offset + (off_t)i);
}

static void
note_moved(const struct io *io, ssize_t got)
{
	for (ssize_t i = 0; i < got; i++) {
		if (((unsigned char *)io->buffer)[i] !=
		    faulty_byte(io->offset + i))
			fail_msg("%s: wrong byte at offset %lld",
			    faulty.real->name, (long long)(io->offset + i));
		faulty.times[io->offset + i]++;
	}
	faulty.count.moved += got > 0 ? (uint64_t)got : 0;
}

/* The code when this transfer is to fail, else 0 with its length cut. */
static int
meddle(struct io *io)
{
	const struct faulty_script *s = &faulty.script;
	size_t number = faulty.count.transfers++;
	int code = 0;

	make_data(io);
	if (s->code != 0 && number == s->fail)
		code = s->code;
	if (s->rest != 0 && io->length < faulty.block)
		code = s->rest;
	if (code != 0) {
		faulty.count.failed_at = io->offset;
		return code;
	}
	if (s->length != 0 && number == s->cut && io->length > s->length)
		io->length = s->length;
	if (s->most != 0 && io->length > s->most)
		io->length = s->most;
	return 0;
}

static ssize_t
faulty_transfer(struct issuer_context *c, struct io *io)
{
	struct io part = *io;

	io->result = meddle(&part);
	if (io->result == 0)
		io->result = faulty.real->transfer(c, &part);
	note_moved(io, io->result);
	return io->result;
}

/* ---- a queue of them ---- */

static struct under_way *
find(const struct io *io)
{
	for (size_t i = 0; i < HELD_MAX; i++)
		if (faulty.flight[i].io == io)
			return &faulty.flight[i];
	fail_msg("a transfer that nobody handed over");
	return NULL;
}

static int
submit_one(struct issuer_context *c, struct io *io)
{
	size_t length = io->length;
	int rc;

	io->result = meddle(io);
	if (io->result < 0) {
		faulty.held[faulty.helds++] = io;
		return 1;
	}
	rc = faulty.real->submit(c, &io, 1);
	if (rc != 1) {
		io->length = length;
		faulty.count.transfers--;
		return rc;
	}
	*find(NULL) = (struct under_way){ io, length };
	return 1;
}

static int
faulty_submit(struct issuer_context *c, struct io *const *list, unsigned n)
{
	const struct faulty_script *s = &faulty.script;
	unsigned i;
	int rc = 0;

	if (s->busy_every != 0 && ++faulty.submits % s->busy_every == 0)
		return s->busy;
	for (i = 0; i < n; i++)
		if ((rc = submit_one(c, list[i])) != 1)
			break;
	faulty.count.in_flight += i;
	return i > 0 ? (int)i : rc;
}

static unsigned
reap_held(struct io **done, unsigned max)
{
	unsigned n = 0;

	while (n < max && faulty.helds > 0)
		done[n++] = faulty.held[--faulty.helds];
	return n;
}

static int
faulty_reap(struct issuer_context *c, struct io **done, unsigned min,
    unsigned max)
{
	const struct faulty_script *s = &faulty.script;
	unsigned n;
	int rc;

	if (s->broken_every != 0 && ++faulty.reaps % s->broken_every == 0)
		return s->broken;
	n = reap_held(done, max);
	rc = faulty.real->reap(c, done + n, min > n ? min - n : 0, max - n);
	for (int i = 0; i < rc; i++) {
		struct under_way *u = find(done[n + (unsigned)i]);

		note_moved(u->io, u->io->result);
		u->io->length = u->length;
		u->io = NULL;
	}
	if (rc < 0 && n == 0)
		return rc;
	n += rc > 0 ? (unsigned)rc : 0;
	faulty.count.in_flight -= n;
	return (int)n;
}

const struct issuer *
faulty_issuer(const struct issuer *real, const struct faulty_script *script,
    size_t block)
{
	memset(&faulty, 0, sizeof faulty);
	faulty.real = real;
	faulty.script = *script;
	faulty.block = block;
	faulty.issuer = *real;
	if (real->transfer != NULL)
		faulty.issuer.transfer = faulty_transfer;
	if (real->submit != NULL) {
		faulty.issuer.submit = faulty_submit;
		faulty.issuer.reap = faulty_reap;
	}
	return &faulty.issuer;
}
