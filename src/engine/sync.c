/* sync -- one pread(2) or pwrite(2) a transfer. */

#include "issuers.h"
#include "seqbench/sys.h"

static ssize_t
sync_transfer(struct issuer_context *c, struct io *io)
{
	io->result = io->direction == IO_READ ?
	    sys_pread(c->args.fd, io->buffer, io->length, io->offset) :
	    sys_pwrite(c->args.fd, io->buffer, io->length, io->offset);
	return io->result;
}

const struct issuer issuer_sync = {
	.name	    = "sync",
	.summary    = "one pread or pwrite a transfer",
	.moves_data = true,
	.positioned = true,
	.transfer   = sync_transfer,
};
