/* words -- dd's operands, and the values that its lists take. */
#include "operands.h"

static const struct dd_word convs[] = {
	{ "excl",	DD_EXCL,	0, "the output must not exist" },
	{ "fdatasync",	DD_FDATASYNC,	0, "flush the data; counted" },
	{ "fsync",	DD_FSYNC,	0, "flush data and metadata; counted" },
	{ "nocreat",	DD_NOCREAT,	0, "the output must exist" },
	{ "noerror",	DD_NOERROR,	0, "go on after read errors" },
	{ "notrunc",	DD_NOTRUNC,	0, "do not truncate the output" },
	{ "sparse",	DD_SPARSE,	0, "seek over blocks of zeros" },
	{ "sync",	DD_SYNC,	0, "pad short input blocks" },
	{ NULL,		0,		0, NULL }
};

static const struct dd_word flags[] = {
	{ "append",	0, O_APPEND,	"append to the output" },
	{ "count_bytes", DD_COUNT_BYTES, 0, "count= is in bytes (iflag)" },
	{ "direct",	0, O_DIRECT,	"past the page cache" },
	{ "directory",	0, O_DIRECTORY,	"fail unless a directory" },
	{ "dsync",	0, O_DSYNC,	"each write waits for its data" },
	{ "fullblock",	DD_FULLBLOCK, 0, "read whole blocks (iflag)" },
	{ "noatime",	0, O_NOATIME,	"do not touch the access time" },
	{ "nocache",	DD_NOCACHE, 0,	"drop what was moved from the cache" },
	{ "noctty",	0, O_NOCTTY,	"no controlling terminal" },
	{ "nofollow",	0, O_NOFOLLOW,	"do not follow symbolic links" },
	{ "nonblock",	0, O_NONBLOCK,	"do not block" },
	{ "seek_bytes",	DD_SEEK_BYTES, 0, "seek= is in bytes (oflag)" },
	{ "skip_bytes",	DD_SKIP_BYTES, 0, "skip= is in bytes (iflag)" },
	{ "sync",	0, O_SYNC,	"as dsync, metadata too" },
	{ NULL,		0, 0,		NULL }
};

static const struct dd_word statuses[] = {
	{ "none",	DD_STATUS_NONE,	0, "nothing but errors" },
	{ "noxfer",	DD_STATUS_NOXFER, 0, "no transfer line" },
	{ "progress",	DD_STATUS_PROGRESS, 0, "a line each second" },
	{ NULL,		0,		0, NULL }
};

static const struct dd_word buffers[] = {
	{ "huge",	BUFFER_HUGE,	0, "2 MiB pages" },
	{ "page",	BUFFER_PAGE,	0, "the system's smallest pages" },
	{ NULL,		0,		0, NULL }
};

static const struct dd_word engines[] = {
	{ "aio",	DD_AIO,		O_DIRECT, "as direct, by native aio" },
	{ "buffered",	DD_BUFFERED,	0, "through the page cache" },
	{ "direct",	DD_DIRECT,	O_DIRECT, "as iflag=direct; above "
	    "depth 1 by uring" },
	{ "dontcache",	DD_DONTCACHE,	0, "through the page cache, not "
	    "staying there" },
	{ "uring",	DD_URING,	O_DIRECT, "as direct, by io_uring" },
	{ NULL,		0,		0, NULL }
};

const struct dd_vocabulary dd_convs = {
	convs, false, { "invalid conversion: ", "unknown conversion " }
};
const struct dd_vocabulary dd_iflags = {
	flags, false, { "invalid input flag: ", "unknown iflag " }
};
const struct dd_vocabulary dd_oflags = {
	flags, false, { "invalid output flag: ", "unknown open flag " }
};
const struct dd_vocabulary dd_statuses = {
	statuses, true, { "invalid status level: ", "unknown status " }
};
const struct dd_vocabulary dd_buffers = {
	buffers, true, { "invalid buffer: ", "unknown buffer " }
};
const struct dd_vocabulary dd_engines = {
	engines, true, { "invalid engine: ", "unknown engine " }
};

#define AT(member)	offsetof(struct dd_typed, member)

const struct dd_operand dd_operands[] = {
	{ "bs",	DD_OPERAND_BLOCK, AT(bs), NULL, "BYTES",
	    "read and write blocks of BYTES, without re-blocking" },
	{ "buffer", DD_OPERAND_WORDS, AT(buffer), &dd_buffers, "PAGES",
	    "pages of the transfer buffer (huge)" },
	{ "cbs", DD_OPERAND_REFUSED, 0, NULL, NULL, NULL },
	{ "conv", DD_OPERAND_WORDS, AT(conv), &dd_convs, "LIST",
	    "what else is done" },
	{ "count", DD_OPERAND_COUNT, AT(count), NULL, "N",
	    "copy N input blocks; bytes when N holds a B" },
	{ "depth", DD_OPERAND_DEPTH, AT(depth), NULL, "N",
	    "keep N input blocks in flight, of direct, uring and aio (1)" },
	{ "engine", DD_OPERAND_WORDS, AT(engine), &dd_engines, "NAME",
	    "how the input is read" },
	{ "files", DD_OPERAND_REFUSED, 0, NULL, NULL, NULL },
	{ "fillchar", DD_OPERAND_FILL, AT(fill), NULL, "CHAR",
	    "what conv=sync pads with (NUL)" },
	{ "ibs", DD_OPERAND_BLOCK, AT(ibs), NULL, "BYTES",
	    "bytes per read (512)" },
	{ "if",	DD_OPERAND_PATH, AT(in), NULL, "FILE",
	    "read FILE, not standard input" },
	{ "iflag", DD_OPERAND_WORDS, AT(iflag), &dd_iflags, "LIST",
	    "how the input is opened and read" },
	{ "obs", DD_OPERAND_BLOCK, AT(obs), NULL, "BYTES",
	    "bytes per write (512)" },
	{ "of",	DD_OPERAND_PATH, AT(out), NULL, "FILE",
	    "write FILE, not standard output" },
	{ "oflag", DD_OPERAND_WORDS, AT(oflag), &dd_oflags, "LIST",
	    "how the output is opened and written" },
	{ "seek", DD_OPERAND_NUMBER, AT(seek), NULL, "N",
	    "begin N output blocks further on; bytes when N holds a B" },
	{ "oseek", DD_OPERAND_NUMBER, AT(seek), NULL, NULL, NULL },
	{ "skip", DD_OPERAND_NUMBER, AT(skip), NULL, "N",
	    "begin N input blocks further on; bytes when N holds a B" },
	{ "iseek", DD_OPERAND_NUMBER, AT(skip), NULL, NULL, NULL },
	{ "speed", DD_OPERAND_NUMBER, AT(speed), NULL, "BYTES",
	    "read no more than BYTES a second" },
	{ "status", DD_OPERAND_WORDS, AT(status), &dd_statuses, "LEVEL",
	    "how much is printed" },
	{ NULL, DD_OPERAND_REFUSED, 0, NULL, NULL, NULL }
};

const char *const dd_character_convs[] = {
	"ascii", "block", "ebcdic", "ibm", "lcase", "oldascii", "oldebcdic",
	"oldibm", "pareven", "parnone", "parodd", "parset", "swab", "ucase",
	"unblock", NULL
};
