/* registry_linux -- the engines and issuers of Linux. */

#include "issuers.h"

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
