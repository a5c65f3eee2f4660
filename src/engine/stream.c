/* stream -- one read(2) or write(2) a transfer, wherever the stream is. */

#include "issuers.h"
#include "seqbench/sys.h"

static ssize_t
stream_transfer(struct issuer_context *c, struct io *io)
{
	io->result = io->direction == IO_READ ?
	    sys_read(c->args.fd, io->buffer, io->length) :
	    sys_write(c->args.fd, io->buffer, io->length);
	return io->result;
}

const struct issuer issuer_stream = {
	.name	    = "stream",
	.summary    = "one read or write a transfer, for FIFOs and pipes",
	.moves_data = true,
	.transfer   = stream_transfer,
};
