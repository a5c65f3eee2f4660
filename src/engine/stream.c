/* stream -- one read(2) or write(2) a transfer, wherever the stream is. */

#include "issuers.h"
#include "seqbench/sys.h"

static ssize_t
stream_transfer(int fd, struct io *io)
{
	io->result = io->direction == IO_READ ?
	    sys_read(fd, io->buffer, io->length) :
	    sys_write(fd, io->buffer, io->length);
	return io->result;
}

const struct issuer issuer_stream = {
	.name	    = "stream",
	.summary    = "one read or write a transfer, for FIFOs and pipes",
	.moves_data = true,
	.transfer   = stream_transfer,
};
