/*
 * engine -- how the bytes are reached, and by which call they are moved.
 *
 * An issuer makes one kind of call and reports what it gave; policy (EINTR,
 * EAGAIN, short transfers, deadlines, statistics) is the runner's.  An engine
 * says how the target is opened and which issuer moves the bytes.  Both are
 * const descriptors in a registry.  Adding an issuer is one file, one line in
 * the registry and one word in the Makefile; the conformance test
 * (tests/engine) picks it up.
 */
#ifndef SEQBENCH_ENGINE_H
#define SEQBENCH_ENGINE_H

#include <sys/types.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct diag;

enum io_direction { IO_READ, IO_WRITE };

enum {
	ISSUER_WHY	= 224,		/* a sentence */
	ISSUER_TEXT	= 128,
};

/*
 * One transfer.  The runner fills it; the issuer answers in result.  While
 * it is in flight it belongs to the issuer, and its buffer to the kernel.
 */
struct io {
	enum io_direction direction;
	void		*buffer;
	size_t		 length;
	off_t		 offset;
	ssize_t		 result;	/* bytes moved, or a negative errno */
};

/* What a context is made for. */
struct issuer_args {
	int		 fd;		/* stays the caller's */
	enum io_direction direction;
	unsigned	 depth;		/* transfers in flight, at most */
	size_t		 block;		/* the usual transfer */
	void		*buffer;	/* one mapping; the buffer of each */
	size_t		 buffer_bytes;	/* io lies in it; outlives this */
	uint64_t	 offset, bytes;	/* of the range: no io leaves it */
};

/* A stream of transfers of one issuer; from issuer_open(). */
struct issuer_context {
	const struct issuer *issuer;
	struct issuer_args args;
	void		*priv;		/* priv_size bytes, zeroed at open */
};

struct issuer {
	const char	*name;
	const char	*summary;	/* a line for "seqbench engines" */
	bool		 moves_data;	/* false: only the tool is timed */
	bool		 positioned;	/* uses the offset, not the stream's */
	bool		 maps;		/* writing needs the range allocated,
					   and fd open for reading too */
	size_t		 priv_size;

	/* Why this build lacks it; it is listed and can't be opened. */
	const char	*absent;
	/*
	 * Whether this process may use it here and now; optional.  0, or a
	 * negative errno and a sentence that says why, and the way out.
	 */
	int		(*probe)(char why[ISSUER_WHY]);

	/* Optional: what is set up once.  Fails: leaves nothing. */
	int		(*open)(struct issuer_context *, struct diag *);
	void		(*close)(struct issuer_context *);

	/* Synchronous: one call; sets and returns io->result. */
	ssize_t		(*transfer)(struct issuer_context *, struct io *);

	/*
	 * Asynchronous: these two instead of transfer.  submit() takes the
	 * first 0 to n of the list, no more than fit in the depth, or fails
	 * for the first of them: a negative errno, and none is taken.
	 *
	 * reap() waits until min transfers are done (of those in flight),
	 * puts at most max into done, results set, and returns how many.
	 * A signal may make them fewer than min; -EINTR when that is none.
	 * Any other negative errno: nothing was taken out, all in flight
	 * still are; -EAGAIN and -EBUSY pass.
	 */
	int		(*submit)(struct issuer_context *, struct io *const *,
			    unsigned n);
	int		(*reap)(struct issuer_context *, struct io **done,
			    unsigned min, unsigned max);

	/* Optional: what fdatasync(2) is to the others. */
	int		(*flush)(struct issuer_context *);
	/* Optional: for the record, what of the kernel's offers is used. */
	void		(*describe)(const struct issuer_context *,
			    char text[ISSUER_TEXT]);
};

enum engine_access {
	ACCESS_CACHED,		/* through the page cache */
	ACCESS_DIRECT,		/* O_DIRECT on the target itself */
	ACCESS_RAW,		/* the device below, unbuffered */
	ACCESS_NONE,		/* the target is not touched */
};

struct engine {
	const char	*name;
	const char	*summary;
	enum engine_access access;
	const char	*issuer;	/* name of the issuer it uses */
};

extern const struct engine *const engines[];	/* NULL-terminated */
extern const struct issuer *const issuers[];	/* NULL-terminated */

/* Past the page cache: in whole sectors, and at any depth. */
static inline bool
engine_is_direct(const struct engine *e)
{
	return e->access == ACCESS_DIRECT || e->access == ACCESS_RAW;
}

/* NULL when there is none of that name. */
const struct engine *engine_find(const char *name);
const struct issuer *issuer_find(const char *name);

/* It keeps several transfers in flight: submit and reap. */
bool	issuer_is_async(const struct issuer *is);

/*
 * Whether it can be used, by absent and probe: 0, or a negative errno and
 * the reason in why.
 */
int	issuer_usable(const struct issuer *is, char why[ISSUER_WHY]);

/*
 * Make a context, in the thread that will submit and reap.  On failure a
 * negative errno, d filled with "NAME: WHAT: REASON", and *c needs no close.
 */
int	issuer_open(struct issuer_context *c, const struct issuer *is,
	    const struct issuer_args *args, struct diag *d);

/*
 * Undo it, in the same thread.  Waits for what is still in flight, whose
 * results are lost: afterwards the kernel touches no buffer any more.  No
 * effect on a context that is all zero or whose open failed.
 */
void	issuer_close(struct issuer_context *c);

#endif
