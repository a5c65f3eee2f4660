/* pass -- one timed transfer of one cell, and what surrounds the clock. */

#include "pass.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
