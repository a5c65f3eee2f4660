/* mover -- an issuer and its buffer, driven as simply as can be. */
#include "mover.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "seqbench/diag.h"
#include "seqbench/sys.h"

enum { BYTES = MOVER_BLOCK * MOVER_BLOCKS };

int
mover_open(struct mover *m, const struct issuer *is, int fd,
    enum io_direction direction, unsigned depth)
{
	struct issuer_args args = {
		.fd = fd,
		.direction = direction,
		.depth = depth,
		.block = MOVER_BLOCK,
		.buffer_bytes = BYTES,
		.bytes = BYTES,
	};
	struct diag d = { 0 };
	int rc;

	memset(m, 0, sizeof *m);
	assert_int_equal(sys_map(BYTES, true, &args.buffer), 0);
	m->buffer = args.buffer;
	rc = issuer_open(&m->c, is, &args, &d);
	snprintf(m->message, sizeof m->message, "%.255s", d.text);
	if (rc < 0) {
		assert_true(strlen(d.text) > strlen(is->name));
		assert_null(m->c.priv);
		sys_unmap(m->buffer, BYTES);
	}
	return rc;
}

void
mover_close(struct mover *m)
{
	issuer_close(&m->c);
	issuer_close(&m->c);		/* has no effect */
	sys_unmap(m->buffer, BYTES);
}

struct io *
mover_io(struct mover *m, unsigned i)
{
	m->io[i] = (struct io){
		.direction = m->c.args.direction,
		.buffer = m->buffer + (size_t)i * MOVER_BLOCK,
		.length = MOVER_BLOCK,
		.offset = (off_t)i * MOVER_BLOCK,
		.result = -EINPROGRESS,
	};
	return &m->io[i];
}

static unsigned
reap(struct mover *m, unsigned min)
{
	struct io *done[MOVER_BLOCKS];
	int n = m->c.issuer->reap(&m->c, done, min, MOVER_BLOCKS);

	if (n == -EINTR || n == -EAGAIN)
		return 0;
	assert_true(n >= (int)min);
	for (int i = 0; i < n; i++)
		assert_int_not_equal(done[i]->result, -EINPROGRESS);
	return (unsigned)n;
}

/* As many as it takes, then wait for one. */
static void
move_async(struct mover *m, unsigned n)
{
	struct io *list[MOVER_BLOCKS];
	unsigned sent = 0, failed = 0, done = 0;

	for (unsigned i = 0; i < n; i++)
		list[i] = &m->io[i];
	while (done + failed < n) {
		int rc = sent < n ?
		    m->c.issuer->submit(&m->c, list + sent, n - sent) : 0;

		if (rc < 0 && rc != -EAGAIN && rc != -EINTR) {
			list[sent++]->result = rc;
			failed++;
		} else if (rc > 0)
			sent += (unsigned)rc;
		assert_true(sent - failed - done <= m->c.args.depth);
		if (sent - failed > done)
			done += reap(m, 1);
	}
	assert_int_equal(reap(m, 0), 0);
}

void
mover_move(struct mover *m, unsigned n)
{
	if (issuer_is_async(m->c.issuer)) {
		move_async(m, n);
		return;
	}
	for (unsigned i = 0; i < n; i++) {
		ssize_t got = m->c.issuer->transfer(&m->c, &m->io[i]);

		assert_int_equal(got, m->io[i].result);
	}
}

ssize_t
mover_one(struct mover *m, unsigned i, off_t offset)
{
	m->io[0] = *mover_io(m, i);
	m->io[0].offset = offset;
	mover_move(m, 1);
	assert_int_equal(m->io[0].length, MOVER_BLOCK);
	assert_int_equal(m->io[0].offset, offset);
	return m->io[0].result;
}

static unsigned char
byte(size_t at, unsigned i, unsigned salt)
{
	return (unsigned char)(at * 7 + i * 31 + salt * 13 + 1);
}

void
mover_fill(struct mover *m, unsigned i, unsigned salt)
{
	for (size_t k = 0; k < MOVER_BLOCK; k++)
		m->buffer[(size_t)i * MOVER_BLOCK + k] =
		    (char)byte(k, i, salt);
}

void
mover_check(const struct mover *m, unsigned i, unsigned salt)
{
	const char *block = m->buffer + (size_t)i * MOVER_BLOCK;

	for (size_t k = 0; k < MOVER_BLOCK; k++)
		if ((unsigned char)block[k] != byte(k, i, salt))
			fail_msg("%s: block %u: byte %zu is wrong",
			    m->c.issuer->name, i, k);
}
