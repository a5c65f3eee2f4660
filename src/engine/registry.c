/* registry -- the engines and issuers of this system. */

#include "issuers.h"

const struct engine *const engines[] = {
	&engine_buffered,
	&engine_direct,
	&engine_raw,
	&engine_null,
	NULL,
};

const struct issuer *const issuers[] = {
	&issuer_sync,
	&issuer_stream,
	&issuer_null,
	NULL,
};
