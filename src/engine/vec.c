/*
 * vec -- one preadv2(2) or pwritev2(2) with RWF_DONTCACHE a transfer: through
 * the page cache, where nothing stays.
 */

#include "issuers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "reason.h"
#include "seqbench/diag.h"
#include "seqbench/file.h"
#include "seqbench/sys.h"

static const struct feature dontcache = {
	.name  = "RWF_DONTCACHE",
	.major = 6, .minor = 14,
};

/* No call says it without moving something: the release does. */
static int
vec_probe(char why[ISSUER_WHY])
{
	return feature_old(&dontcache, why) ? -EOPNOTSUPP : 0;
}

/*
 * The file system has it for both directions or none, so a read far behind
 * the end shows it and touches nothing.  Where fd only writes and the file
 * can't be opened once more, the first transfer will say.
 */
static int
vec_open(struct issuer_context *c, struct diag *d)
{
	off_t nowhere = (off_t)1 << 62;
	char why[ISSUER_WHY], byte;
	int fd = c->args.fd;
	ssize_t n;

	if (c->args.direction == IO_WRITE &&
	    (fd = file_reopen(c->args.fd, O_RDONLY)) < 0)
		return 0;
	n = sys_pread_dontcache(fd, &byte, 1, nowhere);
	if (fd != c->args.fd)
		(void)sys_close(fd);
	if (n != -EOPNOTSUPP)
		return 0;
	return diag_set(d, (int)n, "vec: RWF_DONTCACHE: %s",
	    vec_probe(why) < 0 ? why : "this file system does not have it");
}

static ssize_t
vec_transfer(struct issuer_context *c, struct io *io)
{
	io->result = io->direction == IO_READ ?
	    sys_pread_dontcache(c->args.fd, io->buffer, io->length,
	    io->offset) :
	    sys_pwrite_dontcache(c->args.fd, io->buffer, io->length,
	    io->offset);
	return io->result;
}

const struct issuer issuer_vec = {
	.name	    = "vec",
	.summary    = "one uncached preadv2 or pwritev2 a transfer",
	.moves_data = true,
	.positioned = true,
	.probe	    = vec_probe,
	.open	    = vec_open,
	.transfer   = vec_transfer,
};
