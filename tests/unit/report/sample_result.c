/* sample_result -- a result made by hand, for tests of the formats. */
#include "sample_result.h"

#include <stdarg.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

static const uint64_t gib = 1ull << 30;

static const struct sample_row {
	enum op		 op;
	const char	*text;
	uint64_t	 block;
	double		 rate[3], half;
	uint64_t	 cpu_ns;	/* of a pass */
} rows[] = {
	{ OP_READ, "4k", 4096, { 47.1, 46.9, 46.8 }, 0.4, 2310000000 },
	{ OP_WRITE, "4k", 4096, { 40.9, 40.9, 41.0 }, 0.1, 3020000000 },
	{ OP_READ, "128k", 131072, { 123.0, 122.8, 122.8 }, 0.3, 400000000 },
	{ OP_WRITE, "128k", 131072, { 96.3, 96.4, 96.2 }, 0.2, 510000000 },
};
enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

static void
make_target(struct target *t)
{
	*t = (struct target){ .path = "/mnt/t", .resolved = "/mnt/t",
		.kind = TARGET_DIRECTORY, .look_fd = -1, .exclusive_fd = -1,
		.bytes = NOT_KNOWN, .sector_bytes = 512 };
	t->fs = (struct fs_facts){ .type = "ext4", .source = "/dev/sdb1",
		.mount = "/mnt/t", .options = "rw,relatime",
		.free_bytes = 100 * gib, .block_bytes = 4096 };
	t->device = (struct device_facts){ .known = true,
		.node = "/dev/sdb1", .name = "sdb1", .disk = "sdb",
		.model = "ST2000DM008", .transport = "SATA",
		.bytes = 2000398934016, .sector_bytes = 512,
		.physical_bytes = 4096, .readahead_bytes = 131072,
		.rotational = 1, .scheduler = "mq-deadline",
		.write_cache = "write back" };
}

static void
make_plan(struct sample_result *s)
{
	for (size_t i = 0; i < ROWS; i++) {
		s->plan_cell[i] = (struct plan_cell){ .op = rows[i].op,
			.engine = &s->engine, .issuer = &s->issuer,
			.block.bytes = rows[i].block, .depth = 1, .jobs = 1 };
		strcpy(s->plan_cell[i].block.text, rows[i].text);
	}
	s->plan_target[0] = (struct plan_target){ .target = &s->target,
		.size = gib, .write_size = gib, .temporary = true,
		.needs_layout = true, .reads = true, .writes = true,
		.layout = LAYOUT_CREATE, .cells = ROWS };
	s->plan = (struct plan){ .options = &s->options,
		.target = s->plan_target, .targets = 1,
		.cell = s->plan_cell, .cells = ROWS, .variants = 1,
		.runs_min = 3, .runs_max = 3, .time_limit_ns = 10000000000,
		.interval_ns = 100000000,
		.cache = CACHE_COLD, .flush = FLUSH_END,
		.order = ORDER_MIRROR, .seed = 4711,
		.largest_block = 131072, .smallest_block = 4096 };
}

static void
make_sample(struct sample *p, enum op op, uint64_t run, double rate,
    uint64_t cpu_ns)
{
	*p = (struct sample){ .run = run, .round = run,
		.start_ns = run * 1000000000, .bytes = gib,
		.transfer_ns = (uint64_t)((double)gib * 1e3 / rate),
		.system_ns = cpu_ns, .voluntary = 100, .involuntary = 1,
		.busy_share = 0.1, .cached_bytes = NOT_KNOWN,
		.device.read_bytes = 0, .device.write_bytes = 0,
		.device.transfers = 8192, .bottom.read_bytes = 0,
		.bottom.write_bytes = 0, .bottom.transfers = 8192,
		.io_read_bytes = NOT_KNOWN,
		.io_write_bytes = NOT_KNOWN, .transfers = gib / 4096,
		.in_flight = -1, .buffer_page_bytes = 2 << 20, .extent_address = NOT_KNOWN,
		.extents = 1 };
	if (op == OP_READ) {
		p->cache_check = CHECK_COLD;
		p->cached_bytes = 0;
		p->device.read_bytes = p->bottom.read_bytes = gib;
	} else {
		p->device.write_bytes = p->bottom.write_bytes = gib;
		p->flush_ns = p->transfer_ns / 4;
		p->transfer_ns -= p->flush_ns;
	}
}

static int
ascending(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

void
sample_result_runs(struct sample_result *s, size_t i, size_t n,
    const double *rate, double half)
{
	struct cell *c = &s->cell[i];
	double sorted[SAMPLE_RUNS], time = 0;

	for (size_t k = 0; k < n; k++) {
		make_sample(&s->sample[i][k], s->plan_cell[i].op, k + 1,
		    rate[k], rows[i % ROWS].cpu_ns);
		sorted[k] = rate[k] * 1e6;
		time += 1 / sorted[k];
	}
	qsort(sorted, n, sizeof(sorted[0]), ascending);
	*c = (struct cell){ .plan = &s->plan_cell[i],
		.sample = s->sample[i], .samples = n };
	c->rate = (struct rate){ .n = n, .bytes_per_second = (double)n / time,
		.half = half * 1e6, .min = sorted[0],
		.median = sorted[n / 2], .max = sorted[n - 1] };
	c->rate.low = c->rate.bytes_per_second - c->rate.half;
	c->rate.high = c->rate.bytes_per_second + c->rate.half;
}

void
sample_result_make(struct sample_result *s)
{
	*s = (struct sample_result){ 0 };
	s->engine = (struct engine){ .name = "buffered",
		.access = ACCESS_CACHED, .issuer = "sync" };
	s->direct = (struct engine){ .name = "direct",
		.access = ACCESS_DIRECT, .issuer = "sync" };
	s->issuer = (struct issuer){ .name = "sync", .moves_data = true };
	make_target(&s->target);
	make_plan(s);
	for (size_t i = 0; i < ROWS; i++)
		sample_result_runs(s, i, 3, rows[i].rate, rows[i].half);
	s->cell[2].star = true;
	s->cell[3].star = true;
	s->star[0] = (struct star){ .op = OP_READ, .cell = 2 };
	s->star[1] = (struct star){ .op = OP_WRITE, .cell = 3 };
	s->record[0].io_limit = s->record[1].io_limit = IO_UNLIMITED;
	s->result = (struct result){ .started = 1769860800,
		.record = s->record, .plan = &s->plan, .cell = s->cell,
		.star = s->star, .stars = 2 };
	s->result.host = (struct host){ .name = "host", .system = "Linux",
		.release = "6.18.44", .machine = "x86_64",
		.distribution = "Debian GNU/Linux 12", .cpu = "Some CPU",
		.cpus = 2, .memory_bytes = 4 * gib, .clock = "tsc",
		.cgroup_memory_bytes = NOT_KNOWN };
}

void
sample_result_variant(struct sample_result *s)
{
	static const enum verdict verdicts[ROWS] = { VERDICT_SLOWER,
		VERDICT_SAME, VERDICT_EQUIVALENT, VERDICT_FASTER };

	for (size_t i = 0; i < ROWS; i++) {
		s->plan_cell[ROWS + i] = s->plan_cell[i];
		s->plan_cell[ROWS + i].engine = &s->direct;
		s->plan_cell[ROWS + i].variant = 1;
		sample_result_runs(s, ROWS + i, 3, rows[i].rate,
		    rows[i].half);
		s->cell[ROWS + i].against = (struct comparison){
			.ratio = 0.96, .low = 0.951, .high = 0.971,
			.verdict = verdicts[i] };
	}
	s->plan.variants = 2;
	s->plan.cells = s->plan_target[0].cells = 2 * ROWS;
	s->star[2] = (struct star){ .op = OP_READ, .variant = 1, .first = ROWS,
		.cell = STAR_TOO_FEW };
	s->star[3] = (struct star){ .op = OP_WRITE, .variant = 1, .first = ROWS + 1,
		.cell = STAR_NONE };
	s->result.stars = 4;
}

char *
sample_result_text(const struct sample_result *s,
    const struct report_look *look,
    void (*write)(FILE *, const struct result *, const struct report_look *))
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (f == NULL)
		return NULL;
	write(f, &s->result, look);
	fclose(f);
	return text;
}

void
sample_result_expect(const struct sample_result *s, const char *format,
    const char *part)
{
	const struct report_look look = { .utf8 = true };
	char *got = sample_result_text(s, &look,
	    report_find(reports, format)->write);

	if (strstr(got, part) == NULL)
		print_message("%s\nis not in\n%s", part, got);
	assert_non_null(strstr(got, part));
	free(got);
}
