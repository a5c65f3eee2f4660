/* site -- set one target up: look closer, lay out, find size and rate. */

#include "site.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "loop.h"
#include "seqbench/sys.h"

#define PROBE_BLOCK	(1u << 20)
#define PROBE_NS	250000000ull	/* of an untimed read */
#define LAYOUT_LIMITS	3		/* time limits it may take */

/* What set-up finds of a target. */
struct finding {
	uint64_t	 bytes;		/* of a pass */
	double		 durable_rate;	/* bytes/s; 0: not known */
};

static double
rate_of(uint64_t bytes, uint64_t ns)
{
	return ns == 0 ? 0 : (double)bytes * 1e9 / (double)ns;
}

static uint64_t
clamp(uint64_t value, uint64_t low, uint64_t high)
{
	return value > high ? high : value < low ? low : value;
}

/* What about two seconds move, within the bounds of automatic sizes. */
static uint64_t
automatic(double rate, uint64_t there)
{
	double bytes = rate * PLAN_AUTO_NS / 1e9;
	uint64_t aim = bytes > (double)PLAN_AUTO_MAX ? PLAN_AUTO_MAX :
	    (uint64_t)bytes;

	aim = clamp(aim, PLAN_AUTO_MIN, PLAN_AUTO_MAX);
	return aim > there ? there : aim;
}

/* ---- temporary files ---- */

static int
lay_out(struct site *site, int fd, uint64_t exact, uint64_t most,
    struct layout_outcome *out, struct diag *d)
{
	struct session *s = site->session;
	const struct plan *plan = s->plan;
	size_t pool = pattern_pool_bytes(PROBE_BLOCK);
	struct layout_request r = {
		.fd = fd,
		.bytes = exact,
		.min_bytes = most < PLAN_AUTO_MIN ? most : PLAN_AUTO_MIN,
		.max_bytes = most,
		.enough_ns = PLAN_AUTO_NS,
		.limit_ns = LAYOUT_LIMITS * plan->time_limit_ns,
		.floor_bytes = PLAN_MIN_WRITE,
		.unit_bytes = plan->largest_block,
		.pattern = &plan->pattern,
		.pool_bytes = pool,
	};
	int rc;

	rc = pool_need(&s->pool, pool, BUFFER_HUGE, &plan->pattern,
	    plan->options->data_file, d);
	if (rc < 0)
		return rc;
	r.pool = s->pool.addr;
	session_phase(s, &(struct meter_phase){
		.what = "lay out", .total = exact });
	site->used = true;
	return layout_write(&r, s->control, out, d);
}

/* The file that all read cells read. */
static int
set_up_layout(struct site *site, uint64_t most, struct finding *f,
    struct diag *d)
{
	const struct plan_target *pt = site->plan;
	struct target_record *record =
	    &site->session->result->record[site->index];
	struct layout_outcome out;
	int rc;

	site->layout_fd = target_temporary(site->target,
	    site->session->plan->options->keep, 0, d);
	if (site->layout_fd < 0)
		return site->layout_fd;
	rc = lay_out(site, site->layout_fd, pt->automatic ? 0 : pt->size, most,
	    &out, d);
	if (rc < 0)
		return rc;
	record->cut_short = out.cut_short;
	f->bytes = out.bytes;
	f->durable_rate = rate_of(out.bytes, out.ns);
	return 0;
}

/* Without a file to read: how fast 64 MiB become durable. */
static int
set_up_write_rate(struct site *site, uint64_t most, struct finding *f,
    struct diag *d)
{
	const struct plan_target *pt = site->plan;
	struct layout_outcome out;
	uint64_t bytes = PLAN_MIN_WRITE;
	int fd, rc;

	if (!pt->automatic && pt->size < bytes)
		bytes = pt->size;
	fd = target_temporary(site->target, false, 0, d);
	if (fd < 0)
		return fd;
	rc = lay_out(site, fd, bytes, most, &out, d);
	(void)sys_close(fd);
	if (rc < 0)
		return rc;
	f->durable_rate = rate_of(out.bytes, out.ns);
	f->bytes = pt->automatic ? automatic(f->durable_rate, most) : pt->size;
	return 0;
}

static int
set_up_temporary(struct site *site, struct finding *f, struct diag *d)
{
	uint64_t most = PLAN_AUTO_MAX;

	if (site->target->fs.free_bytes != NOT_KNOWN &&
	    site->target->fs.free_bytes / 4 < most)
		most = site->target->fs.free_bytes / 4;
	site->sync_fd = file_reopen(site->target->look_fd,
	    O_RDONLY | O_DIRECTORY);
	return site->plan->needs_layout ?
	    set_up_layout(site, most, f, d) :
	    set_up_write_rate(site, most, f, d);
}

/* ---- what is there already ---- */

/* Move up to bytes from the start of the range, outside the clock. */
static int
probe(struct site *site, int fd, enum io_direction direction, uint64_t bytes,
    uint64_t limit_ns, double *rate, struct diag *d)
{
	struct session *s = site->session;
	const struct pattern *pattern = &s->plan->pattern;
	size_t pool = pattern_pool_bytes(PROBE_BLOCK);
	struct loop l = {
		.issuer = issuer_find("sync"),
		.fd = fd,
		.direction = direction,
		.block = PROBE_BLOCK,
		.offset = site->plan->offset,
		.bytes = bytes,
		.align = 1,
		.stamp = direction == IO_WRITE ? pattern : NULL,
		.control = s->control,
	};
	struct buffer *b = direction == IO_READ ? &s->block : &s->pool;
	uint64_t start, flushed = 0;
	int rc;

	rc = direction == IO_READ ? buffer_need(b, pool, BUFFER_HUGE, NULL) :
	    pool_need(b, pool, BUFFER_HUGE, pattern,
	    s->plan->options->data_file, d);
	if (rc < 0)
		return diag_set(d, rc, "buffers: %s", strerror(-rc));
	l.buffer = b->addr;
	l.buffer_bytes = pool;
	session_phase(s, &(struct meter_phase){ .what = "find the rate" });
	site->used = true;
	start = sys_now();
	l.deadline_ns = start + limit_ns;
	rc = loop_run(&l);
	if (rc == 0 && direction == IO_WRITE)
		rc = flush_steps(fd, l.offset, l.done, 0, 0, s->control,
		    &flushed);
	if (rc < 0)
		return diag_set(d, rc, "%s: %s at offset %" PRIu64 ": %s",
		    site->target->path, l.failed_op != NULL ? l.failed_op :
		    "flush", l.offset + l.done, strerror(-rc));
	*rate = rate_of(l.done, sys_now() - start);
	return 0;
}

static int
probe_write(struct site *site, uint64_t there, double *rate, struct diag *d)
{
	int fd, rc;

	fd = site->target->exclusive_fd >= 0 ?
	    file_open_again(site->target->exclusive_fd, O_WRONLY) :
	    target_open(site->target, O_WRONLY, d);
	if (fd < 0)
		return diag_set(d, fd, "%s: %s", site->target->path,
		    strerror(-fd));
	rc = probe(site, fd, IO_WRITE, there < PLAN_MIN_WRITE ? there :
	    PLAN_MIN_WRITE, UINT64_MAX / 2, rate, d);
	(void)sys_close(fd);
	return rc;
}

static int
set_up_existing(struct site *site, struct finding *f, struct diag *d)
{
	const struct plan_target *pt = site->plan;
	const struct target *t = site->target;
	uint64_t there = t->bytes - pt->offset;
	double rate = 0;
	int rc;

	site->sync_fd = target_open(t, O_RDONLY, d);
	if (site->sync_fd < 0)
		return site->sync_fd;
	f->bytes = pt->automatic ? there : pt->size;
	if (pt->automatic && there > PLAN_AUTO_MIN) {
		(void)file_drop(site->sync_fd, t->kind == TARGET_DEVICE);
		rc = probe(site, site->sync_fd, IO_READ, there, PROBE_NS,
		    &rate, d);
		if (rc < 0)
			return rc;
		f->bytes = automatic(rate, there);
	}
	if (pt->reads && t->kind == TARGET_FILE && (rc = holes_check(t,
	    site->sync_fd, pt->offset, f->bytes,
	    site->session->plan->options->allow_holes,
	    &site->session->result->warnings, d)) < 0)
		return rc;
	if (!pt->writes)
		return 0;
	return probe_write(site, f->bytes, &f->durable_rate, d);
}

/* ---- no position, no end ---- */

static int
set_up_endless(struct site *site, struct finding *f, struct diag *d)
{
	const struct plan_target *pt = site->plan;
	double rate = 0;
	int fd, rc;

	f->bytes = pt->size;
	if (site->target->kind == TARGET_STREAM) {
		site->stream_fd = target_open(site->target, O_RDONLY, d);
		if (pt->automatic)
			f->bytes = PLAN_AUTO_MIN;
		return site->stream_fd < 0 ? site->stream_fd : 0;
	}
	if (!pt->automatic)
		return 0;
	f->bytes = PLAN_AUTO_MAX;
	if (site->target->kind == TARGET_SINK)
		return 0;
	fd = target_open(site->target, O_RDONLY, d);
	if (fd < 0)
		return fd;
	rc = probe(site, fd, IO_READ, PLAN_AUTO_MAX, PROBE_NS, &rate, d);
	(void)sys_close(fd);
	if (rc == 0)
		f->bytes = automatic(rate, PLAN_AUTO_MAX);
	return rc;
}

/* ---- checks ---- */

/* Cells whose buffers would not fit into memory are refused one by one. */
static void
check_memory(struct site *site)
{
	struct plan *plan = site->session->plan;
	uint64_t there = memory_available();
	char needs[SIZE_TEXT], has[SIZE_TEXT];

	for (size_t i = 0; i < site->plan->cells; i++) {
		struct plan_cell *c = &plan->cell[site->plan->first_cell + i];
		uint64_t need = plan_cell_memory(c);

		if (c->refused[0] == '\0' && need > there)
			snprintf(c->refused, sizeof c->refused,
			    "needs %s of memory for buffers; %s is available",
			    size_human(need, needs), size_human(there, has));
	}
}

static int
check_data_file(const struct site *site, struct diag *d)
{
	const struct options *o = site->session->plan->options;
	struct stat st;
	int fd;

	if (o->data != DATA_FILE)
		return 0;
	fd = file_look(o->data_file, &st);
	if (fd < 0)
		return diag_set(d, fd, "--data file=%s: %s", o->data_file,
		    strerror(-fd));
	(void)sys_close(fd);
	if (st.st_dev == site->target->st.st_dev &&
	    st.st_ino == site->target->st.st_ino)
		return diag_usage(d, "--data file=%s: is the target itself",
		    o->data_file);
	return 0;
}

static int
set_up(struct site *site, struct finding *f, struct diag *d)
{
	const struct plan_target *pt = site->plan;

	if (!pt->reads && !pt->writes && !pt->needs_layout) {
		f->bytes = pt->automatic ? PLAN_AUTO_MAX : pt->size;
		return 0;
	}
	if (pt->temporary)
		return set_up_temporary(site, f, d);
	if (site->target->bytes == NOT_KNOWN)
		return set_up_endless(site, f, d);
	return set_up_existing(site, f, d);
}

int
site_open(struct site *site, struct session *s, size_t index, struct diag *d)
{
	struct target_record *record = &s->result->record[index];
	struct finding f = { 0 };
	int rc;

	*site = (struct site){
		.session = s,
		.index = index,
		.plan = &s->plan->target[index],
		.target = s->plan->target[index].target,
		.layout_fd = -1,
		.stream_fd = -1,
		.sync_fd = -1,
	};
	if (site->target->device.known)
		site->device = site->target->device.number;
	host_io_limit(site->device, record->io_limit);
	check_memory(site);
	if ((rc = check_data_file(site, d)) < 0 ||
	    (rc = set_up(site, &f, d)) < 0)
		return rc;
	record->durable_rate = f.durable_rate;
	plan_close(s->plan, index, f.bytes, f.durable_rate,
	    &s->result->warnings);
	session_phase(s, NULL);
	return 0;
}

int
site_close(struct site *site, bool completed, struct diag *d)
{
	const struct target *t = site->target;
	int rc = 0;

	if (completed && site->layout_fd >= 0 && t->missing &&
	    site->session->plan->options->keep) {
		rc = file_link(site->layout_fd, t->look_fd, t->name);
		if (rc < 0)
			diag_set(d, rc, "%s: keep: %s", t->path,
			    strerror(-rc));
	}
	if (site->layout_fd >= 0)
		(void)sys_close(site->layout_fd);
	if (site->stream_fd >= 0)
		(void)sys_close(site->stream_fd);
	if (site->sync_fd >= 0)
		(void)sys_close(site->sync_fd);
	return rc;
}
