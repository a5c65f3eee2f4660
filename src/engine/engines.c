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
	.summary = "the device itself, or below a file, unbuffered",
	.access	 = ACCESS_RAW,
	.issuer	 = "sync",
};

const struct engine engine_dontcache = {
	.name	 = "dontcache",
	.summary = "through the page cache, not staying there",
	.access	 = ACCESS_CACHED,
	.issuer	 = "vec",
};

const struct engine engine_mmap = {
	.name	 = "mmap",
	.summary = "through the page cache, mapped",
	.access	 = ACCESS_CACHED,
	.issuer	 = "mmap",
};

const struct engine engine_uring = {
	.name	 = "uring",
	.summary = "past the page cache, through io_uring at any depth",
	.access	 = ACCESS_DIRECT,
	.issuer	 = "uring",
};

const struct engine engine_aio = {
	.name	 = "aio",
	.summary = "past the page cache, through native aio at any depth",
	.access	 = ACCESS_DIRECT,
	.issuer	 = "aio",
};

const struct engine engine_null = {
	.name	 = "null",
	.summary = "moves nothing: what the tool itself costs",
	.access	 = ACCESS_NONE,
	.issuer	 = "null",
};
