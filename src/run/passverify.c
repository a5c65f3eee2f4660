/*
 * passverify -- after a pass, outside its clock: read again what it moved,
 * the way it did, and compare it with what should be there.
 */

#include "pass.h"

#include <errno.h>
#include <string.h>

#include "verifier.h"

static bool
is_cached(const struct pass *p)
{
	return p->cell->engine->access == ACCESS_CACHED &&
	    !p->site->target->fs.is_memory;
}

/*
 * What was written is to come from the device, not from the cache that it
 * was written to; what was read is looked at where it was read from.
 */
static void
make_cold(struct pass *back, const struct pass *p, uint64_t *cached)
{
	const struct site *site = p->site;

	*cached = NOT_KNOWN;
	if (!is_cached(p))
		return;
	if (p->cell->op == OP_WRITE)
		(void)cold_make(back->fd, site->target->kind == TARGET_DEVICE,
		    back->loop.offset, p->size, back->loop.control, cached);
	else if (file_resident(back->fd, back->loop.offset, p->size,
	    cached) < 0)
		*cached = NOT_KNOWN;
}

static int
read_back(struct pass *back, const struct pass *p)
{
	struct session *s = p->site->session;
	struct verification *v = &p->sample->verify;
	uint64_t end;
	int rc;

	make_cold(back, p, &v->cached_bytes);
	if ((rc = pass_open_crew(back)) < 0)
		return rc;
	session_phase(s, (struct meter_phase){
		.what = "verify", .total = p->sample->bytes });
	v->done = true;
	rc = crew_run(&back->crew, &back->loop, &end);
	v->ns = end - back->loop.start_ns;
	if (verify_wrong(&v->tally) > 0)
		p->sample->flags |= FLAG_WRONG;
	return rc;
}

int
pass_verify(struct pass *p)
{
	struct session *s = p->site->session;
	struct plan_cell cell = *p->cell;
	struct verifier verifier = {
		.pattern = &p->pattern,
		.ledger = p->holder_fd >= 0 ? NULL : &p->site->ledger,
		.earlier = !p->site->plan->writes,
	};
	struct sample unused = { 0 };
	struct pass back = {
		.site = p->site,
		.cell = &cell,
		.number = p->number,
		.size = p->sample->job != NULL ? p->size : p->sample->bytes,
		.moved = p->sample->job,
		.holder_fd = p->holder_fd,
		.fd = -1,
		.limit_ns = UINT64_MAX,
		.pattern = p->pattern,
		.control = p->control,
		.sample = &unused,
	};
	struct diag d = { 0 };
	int rc;

	if (!s->plan->verify || !pass_touches(p) || p->sample->bytes == 0)
		return 0;
	cell.op = OP_READ;
	cell.timed = false;
	if ((rc = pool_need(&s->reference, PATTERN_PERIOD, BUFFER_HUGE,
	    &s->plan->pattern, NULL, &d)) < 0)
		return pass_refuse(p, rc, d.text);
	verifier.reference = s->reference.addr;
	if ((rc = pass_prepare(&back)) == 0) {
		back.loop.verifier = &verifier;
		back.loop.tally = &p->sample->verify.tally;
		rc = read_back(&back, p);
	}
	(void)pass_close(&back);
	if (rc < 0 && rc != -ECANCELED && pass_fail(p, rc, "verify",
	    back.loop.failed_at) == -EINTR && *s->control->stop != 0)
		return 0;	/* the pass itself is whole */
	return rc;
}

/* ---- who wrote what ---- */

int
pass_note_written(struct pass *p, bool failed)
{
	struct ledger *l = &p->site->ledger;
	const struct sample *s = p->sample;
	uint64_t start = p->loop.offset;
	int rc = 0;

	if (!p->site->session->plan->verify || !pass_stores(p) ||
	    p->holder_fd >= 0)
		return 0;
	/* How far one came that was ended is not known to the byte. */
	if (failed || s->limited)
		rc = ledger_add(l, start, start + p->size, LEDGER_UNKNOWN);
	if (failed || rc < 0)
		return rc;
	if (s->job == NULL)
		return ledger_add(l, start, start + s->bytes, p->pattern.pass);
	for (size_t i = 0; rc == 0 && i < s->jobs; i++)
		rc = ledger_add(l, s->job[i].offset, s->job[i].offset +
		    s->job[i].bytes, p->pattern.pass);
	return rc;
}
