/* mmap -- bytes copied from and to a shared mapping of the range. */

#include "issuers.h"

#include <sys/stat.h>

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "seqbench/diag.h"
#include "seqbench/sys.h"

enum { PIECE = 512 };			/* the least that a device loses */

struct mapping {
	char		*addr;		/* of args.offset */
	size_t		 bytes;		/* of the range that are there */
};

/*
 * Where this thread goes when its mapping can't be read or written: all that
 * a handler can know.
 */
/* NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables) */
static _Thread_local sigjmp_buf *volatile landing;

/*
 * Without a copy under way in this thread a SIGBUS is nothing of ours: it
 * comes again and does what it does by itself.
 */
static void
on_sigbus(int sig)
{
	if (landing != NULL)
		siglongjmp(*landing, 1);
	(void)signal(sig, SIG_DFL);
}

/* False when there was a SIGBUS. */
static bool
copy(void *to, const void *from, size_t n)
{
	sigjmp_buf here;

	if (sigsetjmp(here, 0) != 0) {
		landing = NULL;
		return false;
	}
	landing = &here;
	atomic_signal_fence(memory_order_seq_cst);
	memcpy(to, from, n);
	atomic_signal_fence(memory_order_seq_cst);
	landing = NULL;
	return true;
}

/* After a SIGBUS: how much can be copied up to the place. */
static size_t
copy_until_it_fails(char *to, const char *from, size_t n, off_t offset)
{
	size_t done = 0, piece = PIECE - (size_t)(offset % PIECE);

	while (done < n) {
		if (piece > n - done)
			piece = n - done;
		if (!copy(to + done, from + done, piece))
			break;
		done += piece;
		piece = PIECE;
	}
	return done;
}

/*
 * The handler stays: taken away with one mapping it would be missing to the
 * one of another thread.  It does not block itself, as the jump out of it
 * would leave it blocked.
 */
static int
catch_sigbus(void)
{
	struct sigaction act = {
		.sa_handler = on_sigbus,
		.sa_flags = SA_NODEFER,
	};

	return sigaction(SIGBUS, &act, NULL) < 0 ? -errno : 0;
}

static int
mmap_open(struct issuer_context *c, struct diag *d)
{
	struct mapping *m = c->priv;
	uint64_t bytes = c->args.bytes;
	struct stat st;
	void *addr;
	int rc = sys_fstat(c->args.fd, &st);

	/* Behind a file's end there are addresses, but no bytes. */
	if (rc == 0 && S_ISREG(st.st_mode)) {
		uint64_t size = (uint64_t)st.st_size;
		uint64_t there = size > c->args.offset ?
		    size - c->args.offset : 0;

		bytes = bytes < there ? bytes : there;
	}
	if (rc == 0 && bytes > SIZE_MAX / 2)
		rc = -ENOMEM;
	if (rc < 0)
		return diag_set(d, rc, "mmap: %s", strerror(-rc));
	if (bytes == 0)
		return 0;
	if ((rc = sys_map_file(c->args.fd, c->args.direction == IO_WRITE,
	    (off_t)c->args.offset, (size_t)bytes, &addr)) < 0)
		return diag_set(d, rc, "mmap: %s", strerror(-rc));
	*m = (struct mapping){ .addr = addr, .bytes = (size_t)bytes };
	if ((rc = catch_sigbus()) < 0) {
		sys_unmap_file(m->addr, m->bytes);
		return diag_set(d, rc, "mmap: SIGBUS: %s", strerror(-rc));
	}
	return 0;
}

static void
mmap_close(struct issuer_context *c)
{
	const struct mapping *m = c->priv;

	sys_unmap_file(m->addr, m->bytes);
}

static ssize_t
mmap_transfer(struct issuer_context *c, struct io *io)
{
	const struct mapping *m = c->priv;
	uint64_t at = (uint64_t)io->offset - c->args.offset;
	size_t n = io->length;

	if (at >= m->bytes)
		return io->result = 0;
	if (n > m->bytes - at)
		n = m->bytes - at;
	char *to = io->direction == IO_READ ? io->buffer : m->addr + at;
	char *from = io->direction == IO_READ ? m->addr + at : io->buffer;
	if (!copy(to, from, n))
		n = copy_until_it_fails(to, from, n, io->offset);
	io->result = n > 0 ? (ssize_t)n : -EIO;
	return io->result;
}

static int
mmap_flush(struct issuer_context *c)
{
	const struct mapping *m = c->priv;

	return m->bytes > 0 ? sys_map_flush(m->addr, m->bytes) : 0;
}

const struct issuer issuer_mmap = {
	.name	    = "mmap",
	.summary    = "copied from and to a mapping",
	.moves_data = true,
	.positioned = true,
	.maps	    = true,
	.priv_size  = sizeof(struct mapping),
	.open	    = mmap_open,
	.close	    = mmap_close,
	.transfer   = mmap_transfer,
	.flush	    = mmap_flush,
};
