/* transfer -- one dd transfer on its way, shared by the files of dd. */
#ifndef SEQBENCH_DD_TRANSFER_H
#define SEQBENCH_DD_TRANSFER_H

#include <sys/types.h>

#include "seqbench/dd.h"
#include "seqbench/report.h"
#include "seqbench/sys.h"

/* One end of it. */
struct dd_end {
	int		 fd;
	const char	*path;		/* NULL: it was there already */
	const char	*name;		/* path, or "standard input" */
	int		 seek_error;	/* of the first lseek(2); 0: seekable */
	off_t		 offset;	/* while it is seekable */
	bool		 nocache;	/* pages are to be dropped */
	bool		 to_end;	/* and those behind the transfer too */
	off_t		 first;		/* where the transfer begins */
	off_t		 dropped;	/* up to here they are */
};

struct dd_ahead;

struct dd {
	const struct dd_call *call;
	const volatile sig_atomic_t *stop;	/* the call's */
	volatile sig_atomic_t *info;
	struct dd_operands o;
	struct dd_end	 in, out;
	char		*ring;		/* depth= input buffers */
	size_t		 ring_bytes, ring_step;
	char		*ibuf;		/* that of the block at hand */
	char		*obuf;		/* ring without re-blocking */
	struct dd_ahead	*ahead;		/* NULL: one block at a time */
	int		 uncached;	/* what is read there is not to stay
					   in the page cache; -1: none */
	size_t		 pending;	/* in obuf, to be written */
	size_t		 partial;	/* length of the last block when that
					   was short, else 0 */
	ssize_t		 last_read;	/* what the last read gave */
	bool		 warn_partial;
	bool		 ends_in_hole;	/* the last block was a seek */
	bool		 failed;	/* exit status 1 */
	bool		 utf8;		/* messages may hold UTF-8 */
	struct dd_counts counts;
	uint64_t	 start_ns;	/* 0: not yet */
	uint64_t	 progress_ns;	/* when the next line is due */
	int		 progress_len;	/* of the line there now */
	uint64_t	 speed_ns;	/* when the next read may be */
};

/*
 * Functions that return -errno have said what there is to say, unless
 * stated otherwise.  -EINTR means that the program is to end by a signal.
 */

/* ---- say.c ---- */

/* "dd: TEXT", behind the progress line if there is one. */
void	dd_say(struct dd *d, const char *fmt, ...)
	    __attribute__((format(printf, 2, 3)));
void	dd_statistics(struct dd *d);
void	dd_progress(struct dd *d);
/* Answer signals.  0, or -EINTR. */
int	dd_answer(struct dd *d);

/* To be called before each system call that may take its time. */
static inline int
dd_poll(struct dd *d)
{
	if ((*d->stop | *d->info) == 0)
		return 0;
	return dd_answer(d);
}

/* ---- open.c ---- */

int	dd_open_input(struct dd *d);
int	dd_open_output(struct dd *d);
/* Set the length of the output; what has none is left alone. */
int	dd_truncate(struct dd *d, off_t bytes);
/* Close what has been opened; failures make the transfer fail. */
void	dd_close(struct dd *d);

/* ---- buffer.c ---- */

/* Have the buffers; asked again, they are there. */
int	dd_need_input(struct dd *d);
int	dd_need_output(struct dd *d);
void	dd_release(struct dd *d);

/* ---- cache.c ---- */

/* Drop what lies behind a nocache end, if it is enough to be worth it. */
void	dd_drop_behind(struct dd_end *end);
/* The transfer is over: drop the rest. */
int	dd_drop_rest(struct dd *d);

/* len more bytes have been moved. */
static inline void
dd_moved(struct dd_end *end, size_t len)
{
	end->offset += (off_t)len;
	if (end->nocache)
		dd_drop_behind(end);
}

/* ---- io.c ---- */

/*
 * A whole block in one call, again, is what happens all the time.  It stands
 * here, where it costs next to nothing; all else goes on behind these, which
 * are given what the first call returned.
 */
ssize_t	dd_read_on(struct dd *d, int fd, char *buf, size_t len, ssize_t n);
size_t	dd_write_on(struct dd *d, const char *buf, size_t len, ssize_t n,
	    int *error);
size_t	dd_write_odd(struct dd *d, const char *buf, size_t len, int *error);

static inline ssize_t
dd_read_once(const struct dd *d, int fd, char *buf, size_t len)
{
	return fd == d->uncached ? sys_read_dontcache(fd, buf, len) :
	    sys_read(fd, buf, len);
}

/*
 * One read, or with iflag=fullblock as many as it takes: a count, 0 at the
 * end, or -errno, unsaid.
 */
static inline ssize_t
dd_read(struct dd *d, int fd, char *buf, size_t len)
{
	ssize_t n;
	int r = dd_poll(d);

	if (r < 0)
		return r;
	n = dd_read_once(d, fd, buf, len);
	if (n != (ssize_t)len || n != d->last_read)
		return dd_read_on(d, fd, buf, len, n);
	return n;
}

/*
 * Write or, with conv=sparse, seek over len bytes.  Returns how many that
 * were; fewer than len after *error, unsaid.
 */
static inline size_t
dd_write(struct dd *d, const char *buf, size_t len, int *error)
{
	ssize_t n;

	if (len != d->o.obs || (d->o.conv & DD_SPARSE) != 0)
		return dd_write_odd(d, buf, len, error);
	if ((*error = dd_poll(d)) < 0)
		return 0;
	n = sys_write(d->out.fd, buf, len);
	if (n != (ssize_t)len)
		return dd_write_on(d, buf, len, n, error);
	dd_moved(&d->out, len);
	return len;
}

/* Flush as conv= says. */
int	dd_flush(struct dd *d);

/* ---- position.c ---- */

int	dd_skip(struct dd *d);
int	dd_seek(struct dd *d);
/* Go on len bytes behind where a failed read began. */
int	dd_step_over(struct dd *d, size_t len);

/* ---- ahead.c ---- */

/* The input is open: make ready for engine= and depth=.  0 or -errno. */
int	dd_ahead_open(struct dd *d);
/*
 * A whole block of len bytes from what is in flight, in ibuf: len.  0: it is
 * to be read from the descriptor, into ibuf.  Or -errno, unsaid.
 */
ssize_t	dd_ahead_read(struct dd *d, size_t len);
/* Nothing is in flight any more, and the descriptor is where it should be. */
void	dd_ahead_end(struct dd *d);
void	dd_ahead_release(struct dd *d);

/* ---- copy.c ---- */

/* All of the transfer between the first clock reading and the flush. */
int	dd_copy(struct dd *d);

#endif
