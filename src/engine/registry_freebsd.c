/* registry_freebsd -- the engines and issuers of FreeBSD, and what it lacks. */

#include "issuers.h"

const struct issuer issuer_uring = {
	.name	    = "uring",
	.summary    = "io_uring: several transfers in flight",
	.moves_data = true,
	.positioned = true,
	.absent	    = "io_uring is Linux's; FreeBSD has aio",
};

const struct issuer issuer_vec = {
	.name	    = "vec",
	.summary    = "one uncached preadv2 or pwritev2 a transfer",
	.moves_data = true,
	.positioned = true,
	.absent	    = "RWF_DONTCACHE is Linux's; FreeBSD has no such call",
};

const struct engine *const engines[] = {
	&engine_buffered,
	&engine_direct,
	&engine_raw,
	&engine_dontcache,
	&engine_mmap,
	&engine_uring,
	&engine_aio,
	&engine_null,
	NULL,
};

const struct issuer *const issuers[] = {
	&issuer_sync,
	&issuer_stream,
	&issuer_vec,
	&issuer_mmap,
	&issuer_uring,
	&issuer_aio,
	&issuer_null,
	NULL,
};
