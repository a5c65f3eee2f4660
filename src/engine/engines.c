/* engines -- how the bytes are reached: the engines of every system. */

#include "issuers.h"

const struct engine engine_buffered = {
	.name	 = "buffered",
	.summary = "through the page cache",
	.access	 = ACCESS_CACHED,
	.issuer	 = "sync",
};

const struct engine engine_direct = {
	.name	 = "direct",
	.summary = "past the page cache (O_DIRECT)",
	.access	 = ACCESS_DIRECT,
	.issuer	 = "sync",
};

const struct engine engine_raw = {
	.name	 = "raw",
	.summary = "the device itself, unbuffered (a device node)",
	.access	 = ACCESS_RAW,
	.issuer	 = "sync",
};

const struct engine engine_null = {
	.name	 = "null",
	.summary = "moves nothing: what the tool itself costs",
	.access	 = ACCESS_NONE,
	.issuer	 = "null",
};
