/* pass -- one timed transfer of one cell, and what surrounds the clock. */

#include "pass.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "seqbench/sys.h"

static bool
is_cached_read(const struct pass *p)
{
	enum target_kind kind = p->site->target->kind;

	return p->cell->op == OP_READ &&
	    p->cell->engine->access == ACCESS_CACHED &&
	    (kind == TARGET_DIRECTORY || kind == TARGET_FILE ||
	    kind == TARGET_DEVICE);
}

int
pass_fail(struct pass *p, int code, const char *op, uint64_t offset)
{
	struct io_error *e = &p->sample->error;
	const char *reason = code == -ENODATA ?
	    "it ended before its size: it shrank" : strerror(-code);

	if (code == -EINTR)
		return code;
	e->code = -code;
	e->op = op;
	e->offset = offset;
	if (offset == NOT_KNOWN)
		snprintf(e->text, sizeof e->text, "%s: %s", op, reason);
	else
		snprintf(e->text, sizeof e->text, "%s at offset %llu: %s", op,
		    (unsigned long long)offset, reason);
	p->sample->flags |= FLAG_ERROR;
	return code;
}

int
pass_refuse(struct pass *p, int code, const char *why)
{
	struct plan_cell *c = &p->site->session->plan->cell[p->number];

	if (code == -EINTR)
		return code;
	snprintf(c->refused, sizeof c->refused, "%s", why);
	return -ECANCELED;
}

/* ---- before the clock ---- */

static int
take_buffer(struct pass *p)
{
	struct session *s = p->site->session;
	struct buffer *b = p->cell->op == OP_READ ? &s->block : &s->pool;
	size_t block = (size_t)p->cell->block.bytes;
	struct diag d = { 0 };
	int rc;

	if (p->cell->op == OP_READ)
		rc = buffer_need(b, block, p->cell->buffer, NULL);
	else
		rc = pool_need(b, pattern_pool_bytes(block), p->cell->buffer,
		    &p->pattern, s->plan->options->data_file, &d);
	if (rc < 0)
		return pass_refuse(p, rc, d.text[0] != '\0' ? d.text :
		    strerror(-rc));
	p->sample->buffer_page_bytes = memory_page_bytes(b->addr);
	p->loop.buffer = b->addr;
	p->loop.buffer_bytes = p->cell->op == OP_READ ? block :
	    pattern_pool_bytes(block);
	return 0;
}

static void
set_loop(struct pass *p)
{
	const struct plan *plan = p->site->session->plan;
	const struct target *t = p->site->target;
	enum engine_access access = p->cell->engine->access;
	bool stamped = p->cell->op == OP_WRITE &&
	    (p->pattern.kind == PATTERN_RANDOM ||
	    p->pattern.kind == PATTERN_COMPRESS);

	p->loop.issuer = p->cell->issuer;
	p->loop.fd = p->fd;
	p->loop.direction = p->cell->op == OP_READ ? IO_READ : IO_WRITE;
	p->loop.block = (size_t)p->cell->block.bytes;
	p->loop.offset = p->site->plan->offset;
	p->loop.bytes = p->size;
	p->loop.align = access == ACCESS_DIRECT || access == ACCESS_RAW ?
	    t->sector_bytes : 1;
	p->loop.endless = t->kind == TARGET_STREAM;
	p->loop.stamp = stamped ? &p->pattern : NULL;
	p->loop.flush_every = p->cell->op == OP_WRITE && pass_touches(p) ?
	    plan->flush_every : 0;
	p->loop.control = p->site->session->control;
}

/* Read the range once outside the clock. */
static int
warm_up(struct pass *p)
{
	struct loop l = p->loop;
	int rc;

	l.deadline_ns = UINT64_MAX;
	rc = loop_run(&l);
	return rc < 0 ? pass_fail(p, rc, l.failed_op, l.offset + l.done) : 0;
}

static int
set_cache(struct pass *p)
{
	struct sample *s = p->sample;
	const struct site *site = p->site;
	uint64_t off = p->loop.offset;
	int rc = 0;

	if (!is_cached_read(p))
		return 0;
	if (site->target->fs.is_memory) {
		s->cache_check = CHECK_MEMORY;
		return 0;
	}
	switch (site->session->plan->cache) {
	case CACHE_WARM:
		rc = warm_up(p);
		break;
	case CACHE_AS_IS:
		break;
	default:
		s->cache_check = cold_make(p->fd,
		    site->target->kind == TARGET_DEVICE, off, p->size,
		    site->session->control, &s->cached_bytes);
		return 0;
	}
	if (file_resident(p->fd, off, p->size, &s->cached_bytes) < 0)
		s->cached_bytes = NOT_KNOWN;
	return rc;
}

/* ---- the clock ---- */

/* What --flush asks for after the last transfer; counted. */
static int
flush_end(struct pass *p, uint64_t deadline_ns)
{
	const struct session *s = p->site->session;
	uint64_t flushed = p->loop.done;
	int rc;

	if (p->cell->op != OP_WRITE || !pass_touches(p) ||
	    p->site->target->kind == TARGET_SINK)
		return 0;
	if (s->plan->flush != FLUSH_END && s->plan->flush != FLUSH_EACH &&
	    s->plan->flush != FLUSH_EVERY_N)
		return 0;
	rc = flush_steps(p->fd, p->loop.offset, p->loop.done, deadline_ns,
	    PLAN_MIN_WRITE, s->control, &flushed);
	if (rc < 0)
		return pass_fail(p, rc, "flush", NOT_KNOWN);
	/* Only what was made durable counts. */
	if (flushed < p->loop.done) {
		p->loop.done = flushed;
		p->loop.limited = true;
	}
	return 0;
}

/* From t0 to t3. */
static int
clocked(struct pass *p, struct counts *before, struct counts *after)
{
	struct session *s = p->site->session;
	struct sample *out = p->sample;
	uint64_t t0, t1, t2, t3;
	int rc;

	session_phase_again(s);
	counts_take(p, before);
	t0 = sys_now();
	p->loop.deadline_ns = t0 + s->plan->time_limit_ns;
	rc = loop_run(&p->loop);
	t1 = sys_now();
	if (rc < 0)
		rc = pass_fail(p, rc, p->loop.failed_op,
		    p->loop.offset + p->loop.done);
	else
		rc = flush_end(p, p->loop.deadline_ns);
	t2 = sys_now();
	pass_close(p);
	t3 = sys_now();
	counts_take(p, after);
	out->start_ns = t0 - s->start_ns;
	out->transfer_ns = t1 - t0;
	out->flush_ns = t2 - t1;
	out->close_ns = t3 - t2;
	out->bytes = p->loop.done;
	out->transfers = p->loop.transfers;
	out->short_transfers = p->loop.short_transfers;
	out->limited = p->loop.limited;
	return rc;
}

/* ---- after it ---- */

static void
look_for_zeros(struct pass *p)
{
	const struct session *s = p->site->session;
	struct diag d = { 0 };
	int flags = pass_open_flags(p), fd;

	/* Once a cell: the range stays the same. */
	if (p->cell->op != OP_READ || s->result->cell[p->number].samples > 0)
		return;
	if (p->site->layout_fd >= 0 || p->site->target->kind ==
	    TARGET_STREAM || !pass_touches(p))
		return;
	fd = target_open(p->site->target, flags, &d);
	if (fd < 0)
		return;
	if (zeros_only(fd, p->loop.offset, p->sample->bytes, p->loop.buffer))
		p->sample->flags |= FLAG_ZEROS;
	(void)sys_close(fd);
}

static void
look_at_extents(struct pass *p)
{
	struct extents e;

	p->sample->extents = p->sample->extent_address = NOT_KNOWN;
	if (p->holder_fd < 0 || p->sample->bytes == 0 ||
	    file_extents(p->holder_fd, 0, p->sample->bytes, &e) < 0)
		return;
	p->sample->extents = e.count;
	p->sample->extent_address = e.first_address;
}

/* Nothing of this pass may still be under way in the next. */
static void
leave_quiet(struct pass *p)
{
	const struct site *site = p->site;
	const struct control *control = site->session->control;
	int fd = p->holder_fd >= 0 ? p->holder_fd :
	    site->layout_fd >= 0 ? site->layout_fd : site->sync_fd;
	bool wrote = p->cell->op == OP_WRITE && pass_touches(p) && fd >= 0;
	uint64_t flushed;

	pass_close(p);
	if (wrote && site->session->plan->flush == FLUSH_NONE)
		(void)flush_steps(fd, p->loop.offset, p->sample->bytes, 0, 0,
		    control, &flushed);
	if (p->holder_fd >= 0)
		(void)sys_close(p->holder_fd);
	if (wrote && *control->stop == 0)
		(void)sys_syncfs(site->sync_fd);
}

static int
measure(struct pass *p)
{
	struct counts before, after;
	bool quiet = true;
	int rc;

	if ((rc = take_buffer(p)) < 0 || (rc = pass_open(p)) < 0)
		return rc;
	set_loop(p);
	if ((rc = set_cache(p)) < 0)
		return rc;
	if (p->site->used && pass_touches(p))
		quiet = settle_device(p->site->device,
		    p->site->session->control);
	if (*p->site->session->control->stop != 0)
		return -EINTR;
	rc = clocked(p, &before, &after);
	counts_into(p->sample, &before, &after);
	p->site->used |= pass_touches(p);
	if (rc < 0)
		return rc;
	if (p->loop.ended && p->loop.done == 0)
		return -ENODATA;
	p->sample->flags |= sample_flags(p->sample, p->cell, p->site->target,
	    counts_others_ns(&before, &after));
	if (!quiet)
		p->sample->flags |= FLAG_LOAD;
	look_for_zeros(p);
	look_at_extents(p);
	return 0;
}

int
pass_run(struct site *site, size_t cell, uint64_t run, uint64_t size,
    struct sample *out)
{
	struct plan *plan = site->session->plan;
	struct pass p = {
		.site = site,
		.cell = &plan->cell[cell],
		.number = cell,
		.size = size,
		.holder_fd = -1,
		.fd = -1,
		.pattern = plan->pattern,
		.sample = out,
	};
	int rc;

	*out = (struct sample){
		.run = run,
		.cached_bytes = NOT_KNOWN,
		.device_read_bytes = NOT_KNOWN,
		.device_write_bytes = NOT_KNOWN,
		.device_transfers = NOT_KNOWN,
		.io_read_bytes = NOT_KNOWN,
		.io_write_bytes = NOT_KNOWN,
		.extents = NOT_KNOWN,
		.extent_address = NOT_KNOWN,
		.busy_share = -1,
	};
	p.pattern.pass = run * plan->cells + cell;
	rc = measure(&p);
	leave_quiet(&p);
	return out->error.code != 0 ? 0 : rc;
}
