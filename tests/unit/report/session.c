/* session -- a small result, made by hand, that the format tests write. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "unit/report/session.h"

static const struct issuer sync_issuer = { .name = "sync" };
static const struct engine buffered = {
	.name = "buffered", .access = ACCESS_CACHED, .issuer = "sync",
};
static const struct engine raw = {
	.name = "raw", .access = ACCESS_RAW, .issuer = "sync",
};

static const struct sample blank = {
	.flush_ns = 0,
	.user_ns = NOT_KNOWN, .system_ns = NOT_KNOWN,
	.voluntary = NOT_KNOWN, .involuntary = NOT_KNOWN,
	.busy_share = -1, .in_flight = -1, .cached_bytes = NOT_KNOWN,
	.device.read_bytes = NOT_KNOWN, .device.write_bytes = NOT_KNOWN,
	.device.transfers = NOT_KNOWN,
	.bottom.read_bytes = NOT_KNOWN,
	.bottom.write_bytes = NOT_KNOWN,
	.bottom.transfers = NOT_KNOWN,
	.io_read_bytes = NOT_KNOWN, .io_write_bytes = NOT_KNOWN,
	.buffer_page_bytes = NOT_KNOWN,
	.extent_address = NOT_KNOWN, .extents = NOT_KNOWN,
};

static void	targets_make(struct session *s);
static void	cells_make(struct session *s);
static void	reads_make(struct session *s);
static void	write_make(struct session *s);

void
session_make(struct session *s)
{
	static char program[] = "seqbench", option[] = "-b64k";
	static char path[] = "a \"b\",c", warning[] = "cold\tfeet";

	memset(s, 0, sizeof(*s));
	targets_make(s);
	cells_make(s);
	reads_make(s);
	write_make(s);
	s->options.buffer.n = 1;
	s->plan = (struct plan){
		.options = &s->options,
		.target = s->range, .targets = SESSION_TARGETS,
		.cell = s->plan_cell, .cells = SESSION_CELLS,
		.variants = 1, .runs_min = 2, .runs_max = 2,
		.time_limit_ns = 10000000000,
		.interval_ns = 100000000, .cache = CACHE_COLD,
		.flush = FLUSH_END, .order = ORDER_MIRROR, .seed = 4711,
	};
	s->star[0] = (struct star){ 0, OP_READ, 0, 0, 0 };
	s->star[1] = (struct star){ 0, OP_WRITE, 0, STAR_TOO_FEW, 1 };
	s->argv[0] = program;
	s->argv[1] = option;
	s->argv[2] = path;
	s->warning[0] = warning;
	s->result = (struct result){
		.started = 1769860800, .argc = 3, .argv = s->argv,
		.host = {
			.name = "lab", .system = "Linux", .cpus = 2,
			.memory_bytes = 4096, .cgroup_memory_bytes = NOT_KNOWN,
			.cgroup_cpus = 1.5,
		},
		.record = s->record, .plan = &s->plan, .cell = s->cell,
		.star = s->star, .stars = 2, .null_ns = 9.25,
		.warnings = { .text = s->warning, .n = 1 },
	};
}

static void
targets_make(struct session *s)
{
	s->target[0] = (struct target){
		.path = "a \"b\",c", .resolved = "/mnt/a \"b\",c",
		.kind = TARGET_FILE, .bytes = 1048576, .sector_bytes = 512,
		.memory_align = 4,
		.fs = {
			.type = "ext4", .source = "/dev/sdb1", .mount = "/mnt",
			.options = "rw", .free_bytes = NOT_KNOWN,
			.block_bytes = 4096,
		},
		.device = {
			.known = true, .node = "/dev/sdb1", .name = "sdb1",
			.disk = "sdb", .bytes = 8000000, .sector_bytes = 512,
			.physical_bytes = 4096, .readahead_bytes = 131072,
			.rotational = -1,
		},
	};
	s->target[1] = (struct target){
		.path = "x\xff", .resolved = "/x\xff",
		.kind = TARGET_DEVICE, .bytes = NOT_KNOWN,
	};
	s->range[0] = (struct plan_target){
		.target = &s->target[0], .size = 1048576,
		.write_size = 65536, .reads = true, .writes = true,
		.layout = LAYOUT_OVERWRITE, .cells = 2,
	};
	s->range[1] = (struct plan_target){
		.target = &s->target[1], .offset = 512, .automatic = true,
		.reads = true, .first_cell = 2, .cells = 2,
	};
	s->record[0].durable_rate = 1e6;
	s->record[0].below_extents = 3;
	s->record[0].below_compared = 6;
	s->record[0].io_limit = s->record[1].io_limit = IO_UNLIMITED;
	s->record[1].io_limit.read_bytes = 1;
	strcpy(s->record[1].error, "nothing came");
}

static void
cells_make(struct session *s)
{
	const struct size_item k64 = { 65536, "64k" };

	s->plan_cell[0] = (struct plan_cell){
		.op = OP_READ, .engine = &buffered, .issuer = &sync_issuer,
		.block = k64, .depth = 1, .jobs = 1, .buffer = BUFFER_HUGE,
	};
	s->plan_cell[1] = s->plan_cell[0];
	s->plan_cell[1].op = OP_WRITE;
	s->plan_cell[2] = s->plan_cell[0];
	s->plan_cell[2].target = 1;
	s->plan_cell[2].engine = &raw;
	s->plan_cell[3] = s->plan_cell[2];
	s->plan_cell[2].block = (struct size_item){ 4000, "4000" };
	s->plan_cell[3].block = (struct size_item){ 1048576, "1m" };
	strcpy(s->plan_cell[2].refused, "4000 is no multiple of 512");
	for (size_t i = 0; i < SESSION_CELLS; i++)
		s->cell[i].plan = &s->plan_cell[i];
	s->cell[2].error = (struct io_error){ EINVAL, "open", NOT_KNOWN,
		"4000 is no multiple of 512" };
}

static void
reads_make(struct session *s)
{
	struct sample *a = &s->read[0], *b = &s->read[1];

	*a = blank;
	a->run = a->round = 1;
	a->start_ns = 7;
	a->bytes = 1048576;
	a->transfer_ns = 500000000;
	a->close_ns = 10000;
	a->user_ns = 169999999;
	a->system_ns = 60890000000;
	a->busy_share = 0.25;
	a->cached_bytes = 0;
	a->cache_check = CHECK_COLD;
	a->device.read_bytes = 1048576;
	a->device.write_bytes = 0;
	a->transfers = 16;
	a->buffer_page_bytes = 2097152;
	*b = *a;
	b->run = b->round = 2;
	b->transfer_ns = 250000000;
	b->short_transfers = 1;
	b->limited = true;
	b->flags = FLAG_CACHED | FLAG_SHORT;
	s->cell[0].sample = s->read;
	s->cell[0].samples = 2;
	s->cell[0].star = true;
	s->cell[0].flags = FLAG_CACHED | FLAG_NOISY;
	s->cell[0].rate = (struct rate){
		.n = 2, .bytes_per_second = 2796202.6666666665,
		.low = 1e6, .high = INFINITY, .half = INFINITY,
		.min = 2097152, .median = 3145728, .max = 4194304,
	};
	s->cell[0].against = (struct comparison){
		.ratio = 0.1, .low = 0.05, .high = 0.2, .p = 0.001,
		.verdict = VERDICT_SLOWER,
	};
}

static void
write_make(struct session *s)
{
	struct sample *a = &s->write[0];

	*a = blank;
	a->run = 1;
	a->round = 3;
	a->bytes = 100000;
	a->transfer_ns = 15000000;
	a->flush_ns = 10000000;
	a->close_ns = 185546466000;
	a->flags = FLAG_ERROR;
	a->error = (struct io_error){
		.code = EIO, .op = "write", .offset = 65536,
	};
	strcpy(a->error.text, "a: write at 65536:\nInput/output error");
	s->cell[1].sample = s->write;
	s->cell[1].samples = 1;
	s->cell[1].flags = FLAG_ERROR;
	s->cell[1].error = a->error;
}

char *
session_text(void (*write)(FILE *f, const struct result *r,
    const struct report_look *look), const struct result *r,
    enum style_mode style)
{
	const struct report_look look = { .style = style };
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	write(f, r, &look);
	fclose(f);
	return text;
}
