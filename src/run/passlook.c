/* passlook -- what is to be seen of a pass once its clock stands. */

#include "pass.h"

#include <errno.h>

#include "below.h"
#include "seqbench/diag.h"
#include "seqbench/sys.h"

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

/* What came of a stream that ended is less than a pass. */
static void
note_end(const struct pass *p)
{
	if (p->loop.ended && p->loop.done < p->size)
		warnings_add(&p->site->session->result->warnings,
		    "%s: the stream ended after %llu of the %llu bytes of a "
		    "pass", p->site->target->path,
		    (unsigned long long)p->loop.done,
		    (unsigned long long)p->size);
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
	note_end(p);
	p->sample->flags |= sample_flags(p, others_ns);
	force_out(p);
	look_for_zeros(p);
	look_at_extents(p);
	p->rc = pass_verify(p);
}
