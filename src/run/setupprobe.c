/* setupprobe -- what is there already: a short untimed transfer. */

#include "setup.h"

#include <fcntl.h>
#include <inttypes.h>
#include <string.h>

#include "loop.h"
#include "seqbench/diag.h"
#include "seqbench/sys.h"

#define PROBE_NS	250000000ull	/* of an untimed read */

/* Move up to bytes from the start of the range, outside the clock. */
static int
probe(struct site *site, int fd, enum io_direction direction, uint64_t bytes,
    uint64_t limit_ns, double *rate, struct diag *d)
{
	struct session *s = site->session;
	struct pattern pattern = s->plan->pattern;
	size_t pool = (size_t)pattern_pool_bytes(SETUP_BLOCK, 1);
	struct issuer_context sync = {
		.issuer = issuer_find("sync"),
		.args.fd = fd,
	};
	struct loop l = {
		.context = &sync,
		.direction = direction,
		.block = SETUP_BLOCK,
		.offset = site->plan->offset,
		.bytes = bytes,
		.align = 1,
		.stamp = direction == IO_WRITE ? &pattern : NULL,
		.limit_ns = limit_ns,
		.control = s->control,
	};
	struct buffer *b = direction == IO_READ ? &site->block : &site->pool;
	uint64_t flushed = 0;
	int rc;

	rc = direction == IO_READ ?
	    buffer_need(b, pool, BUFFER_HUGE, NULL, d) :
	    pool_need(b, pool, BUFFER_HUGE, &pattern,
	    s->plan->options->data_file, d);
	if (rc < 0)
		return rc;
	pattern.pool = b->addr;
	l.buffer = b->addr;
	l.buffer_bytes = pool;
	session_phase(s, (struct meter_phase){ .what = "find the rate" });
	site->patience.ours = true;
	rc = loop_run(&l);
	if (rc == 0 && direction == IO_WRITE)
		rc = flush_steps(fd, l.offset, l.done, 0, 0, s->control,
		    &flushed);
	if (rc < 0)
		return diag_set(d, rc, "finding the rate: %s at offset %"
		    PRIu64 ": %s", l.failed_op != NULL ? l.failed_op :
		    "flush", l.failed_at, strerror(-rc));
	*rate = rate_of(l.done, sys_now() - l.start_ns);
	if (direction == IO_WRITE && ledger_add(&site->ledger, l.offset,
	    l.offset + l.done, pattern.pass) < 0)
		return diag_memory(d);
	return 0;
}

static int
probe_write(struct site *site, uint64_t there, double *rate, struct diag *d)
{
	int fd, rc;

	fd = site->target->exclusive_fd >= 0 ?
	    file_reopen(site->target->exclusive_fd, O_WRONLY) :
	    target_open(site->target, O_WRONLY, d);
	if (fd < 0)
		return diag_set(d, fd, "can't be opened again: %s",
		    strerror(-fd));
	rc = probe(site, fd, IO_WRITE, there < PLAN_MIN_WRITE ? there :
	    PLAN_MIN_WRITE, UINT64_MAX, rate, d);
	(void)sys_close(fd);
	return rc;
}

int
set_up_existing(struct site *site, struct finding *f, struct diag *d)
{
	const struct plan_target *pt = site->plan;
	const struct target *t = site->target;
	uint64_t there = t->bytes - pt->offset;
	int rc;

	site->sync_fd = target_open(t, O_RDONLY, d);
	if (site->sync_fd < 0)
		return site->sync_fd;
	f->bytes = pt->automatic ? there : pt->size;
	if (pt->automatic && there > PLAN_AUTO_MIN) {
		(void)file_drop(site->sync_fd, t->kind == TARGET_DEVICE);
		rc = probe(site, site->sync_fd, IO_READ, there, PROBE_NS,
		    &f->read_rate, d);
		if (rc < 0)
			return rc;
		f->bytes = size_of(f->read_rate, there);
	}
	/* Holes in a profile are marked, point by point. */
	if (pt->reads && t->kind == TARGET_FILE &&
	    !plan_is_profile(site->session->plan, site->index) &&
	    (rc = holes_check(t, site->sync_fd, pt->offset, f->bytes,
	    site->session->plan->options->allow_holes,
	    &site->session->result->warnings, d)) < 0)
		return rc;
	if (!pt->writes)
		return 0;
	return probe_write(site, f->bytes, &f->durable_rate, d);
}

int
set_up_endless(struct site *site, struct finding *f, struct diag *d)
{
	const struct plan_target *pt = site->plan;
	int fd, rc;

	f->bytes = pt->size;
	if (site->target->kind == TARGET_STREAM) {
		site->stream_fd = target_open(site->target, O_RDONLY, d);
		return site->stream_fd < 0 ? site->stream_fd : 0;
	}
	if (pt->size > 0)
		return 0;
	fd = target_open(site->target, O_RDONLY, d);
	if (fd < 0)
		return fd;
	rc = probe(site, fd, IO_READ, PLAN_AUTO_MAX, PROBE_NS, &f->read_rate,
	    d);
	(void)sys_close(fd);
	if (rc == 0)
		f->bytes = size_of(f->read_rate, PLAN_AUTO_MAX);
	return rc;
}
