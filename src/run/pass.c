/* pass -- one timed transfer of one cell, and what surrounds the clock. */

#include "pass.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "below.h"
#include "seqbench/sys.h"

const struct sample sample_unknown = {
	.user_ns = NOT_KNOWN,
	.system_ns = NOT_KNOWN,
	.voluntary = NOT_KNOWN,
	.involuntary = NOT_KNOWN,
	.cached_bytes = NOT_KNOWN,
	.device = { NOT_KNOWN, NOT_KNOWN, NOT_KNOWN },
	.bottom = { NOT_KNOWN, NOT_KNOWN, NOT_KNOWN },
	.io_read_bytes = NOT_KNOWN,
	.io_write_bytes = NOT_KNOWN,
	.extents = NOT_KNOWN,
	.extent_address = NOT_KNOWN,
	.busy_share = -1,
	.in_flight = -1,
};

/* An interruption that nobody asked for is an error like others. */
static bool
was_stopped(const struct pass *p, int code)
{
	return code == -EINTR && *p->site->session->control->stop != 0;
}

int
pass_fail_text(struct pass *p, int code, const char *op, const char *text)
{
	struct io_error *e = &p->sample->error;

	if (was_stopped(p, code))
		return code;
	e->code = -code;
	e->op = op;
	e->offset = NOT_KNOWN;
	snprintf(e->text, sizeof e->text, "%s", text);
	p->sample->flags |= FLAG_ERROR;
	return code;
}

int
pass_fail(struct pass *p, int code, const char *op, uint64_t offset)
{
	const char *reason = code == -ENODATA ?
	    "unexpected end: it has shrunk" : strerror(-code);
	char text[sizeof p->sample->error.text];

	if (offset == NOT_KNOWN)
		snprintf(text, sizeof text, "%s: %s", op, reason);
	else
		snprintf(text, sizeof text, "%s at offset %llu: %s", op,
		    (unsigned long long)offset, reason);
	code = pass_fail_text(p, code, op, text);
	p->sample->error.offset = offset;
	return code;
}

int
pass_refuse(struct pass *p, int code, const char *why)
{
	struct plan_cell *c = &p->site->session->plan->cell[p->number];

	if (was_stopped(p, code))
		return code;
	snprintf(c->refused, sizeof c->refused, "%s",
	    site_sentence(p->site->target, why));
	return -ECANCELED;
}

/* ---- the clock ---- */

/* Does --flush want one after the last transfer?  It counts. */
static bool
flushes_at_end(const struct pass *p)
{
	const struct plan *plan = p->site->session->plan;

	if (!pass_stores(p))
		return false;
	if (plan->flush == FLUSH_END)
		return true;
	/* Not a second time after the last one. */
	return plan->flush_every != 0 &&
	    p->loop.transfers % plan->flush_every != 0;
}

static int
flush_end(struct pass *p)
{
	uint64_t flushed;
	int rc;

	rc = flush_steps(p->fd, p->loop.offset, p->loop.done,
	    p->loop.start_ns + p->site->session->plan->time_limit_ns,
	    PLAN_MIN_WRITE, p->loop.control, &flushed);
	if (rc < 0)
		return pass_fail(p, rc, "flush", NOT_KNOWN);
	/* Only what was made durable counts. */
	if (flushed < p->loop.done) {
		p->loop.done = flushed;
		p->loop.limited = true;
	}
	return 0;
}

/*
 * The way from one point to the next is not the speed of either: a block
 * beside it is read first, of which the disk may keep what it likes.
 */
void
pass_approach(const struct pass *p)
{
	uint64_t block = p->loop.block, at = p->loop.offset;

	if (p->cell->point == 0)
		return;
	at = at >= block ? at - block : at + p->size;
	(void)sys_pread(p->fd, p->loop.buffer, (size_t)block, (off_t)at);
}

void
pass_clock(struct pass *p)
{
	struct session *s = p->site->session;
	struct sample *out = p->sample;
	uint64_t t1, t2, t3;
	int rc, failed, closed;

	rc = crew_run(&p->crew, &p->loop, &t1);
	if (p->crew.sent_home) {
		p->rc = -ECANCELED;
		return;
	}
	p->ran = true;
	t2 = t1;
	if (rc < 0)
		rc = pass_fail(p, rc, p->loop.failed_op, p->loop.failed_at);
	else if (flushes_at_end(p)) {
		rc = flush_end(p);
		t2 = sys_now();
	}
	out->start_ns = p->loop.start_ns - s->start_ns;
	out->transfer_ns = t1 - p->loop.start_ns;
	out->flush_ns = t2 - t1;
	failed = crew_sample(&p->crew, &p->loop, out, &p->hist);
	memcpy(s->result->cell[p->number].queue, p->crew.job[0].queue,
	    ISSUER_TEXT);
	t2 = sys_now();
	closed = pass_close(p);
	t3 = sys_now();
	counts_devices(p, &p->after);
	/*
	 * Some file systems tell of a late write error only here.  What was
	 * read is not lost by it.
	 */
	if (rc == 0 && closed < 0 && closed != -EINTR && pass_stores(p))
		rc = pass_fail(p, closed, "close", NOT_KNOWN);
	out->close_ns = t3 - t2;
	out->bytes = p->loop.done;
	out->transfers = p->loop.transfers;
	out->short_transfers = p->loop.short_transfers;
	out->limited = p->loop.limited;
	if (failed < 0)
		rc = failed;
	else if (rc == 0 && out->error.code == 0 && p->loop.ended &&
	    p->loop.done == 0)
		rc = -ENODATA;
	p->rc = rc;
}

/* ---- after it ---- */

/* What the clock left dirty must not burden the next pass, if there is one. */
static void
force_out(struct pass *p)
{
	const struct site *site = p->site;
	int fd = p->holder_fd >= 0 ? p->holder_fd :
	    site->layout_fd >= 0 ? site->layout_fd : site->sync_fd;
	uint64_t flushed;
	int rc;

	if (!pass_stores(p))
		return;
	rc = flush_steps(fd, p->loop.offset, p->size, 0, 0, p->loop.control,
	    &flushed);
	if (rc < 0)
		(void)pass_fail(p, rc, "flush", NOT_KNOWN);
}

static void
look_for_zeros(struct pass *p)
{
	const struct session *s = p->site->session;
	const struct target *t = p->site->target;
	struct diag d = { 0 };
	int fd;

	/* Once a cell: the range stays the same. */
	if (p->cell->op != OP_READ || s->result->cell[p->number].samples > 0)
		return;
	if (!pass_touches(p) || p->site->layout_fd >= 0 ||
	    (t->kind != TARGET_FILE && t->kind != TARGET_DEVICE))
		return;
	fd = target_open(t, pass_open_flags(p), &d);
	if (fd < 0)
		return;
	if (zeros_only(fd, p->loop.offset, p->sample->bytes, p->loop.buffer))
		p->sample->flags |= FLAG_ZEROS;
	(void)sys_close(fd);
}

/* Those of what is read, or of the file that was written. */
static void
look_at_extents(struct pass *p)
{
	struct extents e = p->site->extents;
	uint64_t range = p->site->plan->size;

	if (!pass_touches(p) || (p->cell->op == OP_WRITE && p->holder_fd < 0))
		return;
	if (pass_is_below(p)) {
		e.count = p->site->below.map.n;
		e.first_address = p->site->below.map.segment[0].device;
	}
	if (p->holder_fd >= 0 ||
	    (p->cell->point > 0 && !pass_is_below(p))) {
		int fd = p->holder_fd >= 0 ? p->holder_fd : p->site->sync_fd;

		range = p->sample->bytes;
		if (range == 0 ||
		    file_extents(fd, p->loop.offset, range, &e) < 0)
			return;
	}
	p->sample->extents = e.count;
	p->sample->extent_address = e.first_address;
	if (in_pieces(e.count, range))
		p->sample->flags |= FLAG_FRAGMENTED;
}

void
pass_look(struct pass *p, double cpu, uint64_t others_ns)
{
	const struct site *site = p->site;
	struct device_counters moved = counts_device(&p->before.device,
	    &p->after.device);
	struct limit_facts f;

	p->sample->device = counts_moved(&p->before.device, &p->after.device);
	p->sample->bottom = counts_moved(&p->before.bottom, &p->after.bottom);
	facts_make(&f, p->sample, p->cell, &moved,
	    &site->session->result->record[site->index].io_limit);
	f.cpu = cpu;
	p->sample->limit = limit_word(&f);
	/* Points are many and short, and leave nothing behind. */
	if (p->cell->point > 0)
		p->site->patience.pass_ns = p->sample->transfer_ns;
	if (pass_note_written(p, p->rc < 0) < 0)
		p->rc = -ENOMEM;
	if (p->rc == 0)
		p->rc = pass_check_below(p);
	if (p->rc < 0)
		return;
	p->sample->flags |= sample_flags(p, others_ns);
	force_out(p);
	look_for_zeros(p);
	look_at_extents(p);
	p->rc = pass_verify(p);
}

void
pass_end(struct pass *p)
{
	(void)pass_close(p);
	if (p->holder_fd >= 0)
		(void)sys_close(p->holder_fd);
	if (pass_stores(p) && p->site->sync_fd >= 0 && *p->control.stop == 0)
		(void)sys_syncfs(p->site->sync_fd);
	/* An error is what the sample is about. */
	if (p->sample->error.code != 0)
		p->rc = 0;
	if (p->rc == 0)
		return;
	free(p->sample->job);
	p->sample->job = NULL;
}

void
pass_init(struct pass *p, struct site *site, size_t cell, uint64_t run,
    uint64_t size, struct sample *out)
{
	struct plan *plan = site->session->plan;

	*p = (struct pass){
		.site = site,
		.cell = &plan->cell[cell],
		.number = cell,
		.size = size,
		.holder_fd = -1,
		.fd = -1,
		.limit_ns = plan->time_limit_ns,
		.pattern = plan->pattern,
		.control = *site->session->control,
		.sample = out,
	};
	p->pattern.pass = run * plan->cells + cell;
	*out = sample_unknown;
	out->run = run;
}
