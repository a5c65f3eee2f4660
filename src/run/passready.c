/* passready -- what is done for a pass before its clock starts. */

#include "pass.h"

#include <errno.h>
#include <string.h>

#include "below.h"
#include "seqbench/diag.h"

static bool
is_cached_read(const struct pass *p)
{
	enum target_kind kind = p->site->target->kind;

	return p->cell->op == OP_READ &&
	    p->cell->engine->access == ACCESS_CACHED &&
	    (kind == TARGET_DIRECTORY || kind == TARGET_FILE ||
	    kind == TARGET_DEVICE);
}

/*
 * A write past the page cache first throws out what is cached of the range:
 * what other passes and set-up left there would be in its time, and make the
 * kernel hand it to workers.
 */
static bool
is_uncached_write(const struct pass *p)
{
	return pass_stores(p) && p->holder_fd < 0 &&
	    engine_is_direct(p->cell->engine);
}

static int
take_buffer(struct pass *p)
{
	struct site *site = p->site;
	struct buffer *b = p->cell->op == OP_READ ? &site->block :
	    &site->pool;
	size_t bytes = (size_t)plan_cell_memory(p->cell);
	struct diag d = { 0 };
	int rc;

	rc = p->cell->op == OP_READ ?
	    buffer_need(b, bytes, p->cell->buffer, NULL, &d) :
	    pool_need(b, bytes, p->cell->buffer, &p->pattern,
	    site->session->plan->options->data_file, &d);
	if (rc < 0)
		return pass_refuse(p, rc, d.text);
	p->sample->buffer_page_bytes = memory_page_bytes(b->addr);
	p->pattern.pool = b->addr;
	p->loop.buffer = b->addr;
	p->loop.buffer_bytes = bytes;
	return 0;
}

static void
set_loop(struct pass *p)
{
	const struct plan *plan = p->site->session->plan;
	const struct target *t = p->site->target;
	bool stamped = p->cell->op == OP_WRITE &&
	    (p->pattern.kind == PATTERN_RANDOM ||
	    p->pattern.kind == PATTERN_COMPRESS);

	p->loop.direction = p->cell->op == OP_READ ? IO_READ : IO_WRITE;
	p->loop.block = (size_t)p->cell->block.bytes;
	p->loop.offset = p->site->plan->offset + p->cell->offset;
	p->loop.bytes = p->size;
	p->loop.align = engine_is_direct(p->cell->engine) ?
	    t->sector_bytes : 1;
	if (pass_is_below(p)) {
		p->loop.align = below_sector(t);
		p->loop.map = &p->site->below.map;
	}
	p->loop.endless = t->kind == TARGET_STREAM;
	p->loop.stamp = stamped ? &p->pattern : NULL;
	p->loop.flush_every = pass_stores(p) ? plan->flush_every : 0;
	p->loop.control = &p->control;
	p->loop.lane = p->control.lane;
}

/* Read the range once outside the clock, so that it stays in the cache. */
static int
warm_up(struct pass *p)
{
	struct issuer_context sync = {
		.issuer = issuer_find("sync"),
		.args.fd = p->fd,
	};
	struct loop l = p->loop;
	int rc;

	l.context = &sync;
	l.limit_ns = UINT64_MAX;
	rc = loop_run(&l);
	return rc < 0 ? pass_fail(p, rc, l.failed_op, l.failed_at) : 0;
}

static int
set_cache(struct pass *p)
{
	struct sample *s = p->sample;
	const struct site *site = p->site;
	uint64_t off = p->loop.offset;
	int rc = 0;

	if (is_uncached_write(p))
		(void)file_drop(p->fd, site->target->kind == TARGET_DEVICE);
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

int
pass_prepare(struct pass *p)
{
	int rc;

	if ((rc = take_buffer(p)) < 0 || (rc = pass_readahead(p)) < 0 ||
	    (rc = pass_open(p)) < 0 || (rc = pass_no_readahead(p)) < 0)
		return rc;
	set_loop(p);
	return 0;
}

int
pass_ready(struct pass *p)
{
	int rc;

	if ((rc = pass_prepare(p)) < 0 || (rc = set_cache(p)) < 0 ||
	    (rc = pass_open_crew(p)) < 0)
		return rc;
	return *p->control.stop != 0 ? -EINTR : 0;
}

void
pass_settle(struct pass *p)
{
	struct site *site = p->site;

	if (pass_touches(p))
		p->noisy = !settle_device(site->device,
		    &site->target->layers, &site->patience, &p->control);
}
