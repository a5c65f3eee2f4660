/*
 * engine -- how the bytes are reached, and by which call they are moved.
 *
 * An issuer makes one kind of call and reports what it gave; policy (EINTR,
 * short transfers, deadlines, statistics) is the runner's.  An engine says
 * how the target is opened and which issuer moves the bytes.  Both are const
 * descriptors in a registry.  Adding an issuer is one file, one line in the
 * registry and one word in the Makefile; the conformance test (tests/engine)
 * picks it up.
 */
#ifndef SEQBENCH_ENGINE_H
#define SEQBENCH_ENGINE_H

#include <sys/types.h>

#include <stdbool.h>
#include <stddef.h>

enum io_direction { IO_READ, IO_WRITE };

/* One transfer.  The runner fills it; the issuer answers in result. */
struct io {
	enum io_direction direction;
	void		*buffer;
	size_t		 length;
	off_t		 offset;
	ssize_t		 result;	/* bytes moved, or a negative errno */
};

struct issuer {
	const char	*name;
	const char	*summary;	/* a line for "seqbench engines" */
	bool		 moves_data;	/* false: only the tool is timed */
	bool		 positioned;	/* uses the offset, not the stream's */
	/* One call; sets and returns io->result.  No retry, no clock. */
	ssize_t		(*transfer)(int fd, struct io *);
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

/* NULL when there is none of that name. */
const struct engine *engine_find(const char *name);
const struct issuer *issuer_find(const char *name);

#endif
