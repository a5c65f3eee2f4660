/* setuplayout -- where we make the files: lay one out, find the rate. */

#include "setup.h"

#include <fcntl.h>

#include "seqbench/diag.h"
#include "seqbench/sys.h"

#define LAYOUT_LIMITS	3		/* time limits it may take */

static int
lay_out(struct site *site, int fd, uint64_t exact, uint64_t most,
    struct layout_outcome *out, struct diag *d)
{
	struct session *s = site->session;
	const struct plan *plan = s->plan;
	struct pattern pattern = plan->pattern;
	size_t pool = (size_t)pattern_pool_bytes(SETUP_BLOCK, 1);
	struct layout_request r = {
		.fd = fd,
		.bytes = exact,
		.min_bytes = most < PLAN_AUTO_MIN ? most : PLAN_AUTO_MIN,
		.max_bytes = most,
		.enough_ns = PLAN_AUTO_NS,
		.limit_ns = LAYOUT_LIMITS * plan->time_limit_ns,
		.floor_bytes = PLAN_MIN_WRITE,
		.unit_bytes = plan->largest_block,
		.pattern = &pattern,
		.pool_bytes = pool,
	};
	int rc;

	/* Of a directory it was only a guess. */
	target_alignment(site->plan->target, fd);
	rc = pool_need(&site->pool, pool, BUFFER_HUGE, &plan->pattern,
	    plan->options->data_file, d);
	if (rc < 0)
		return rc;
	r.pool = site->pool.addr;
	pattern.pool = r.pool;
	session_phase(s, (struct meter_phase){
		.what = "lay out", .total = exact });
	site->patience.ours = true;
	return layout_write(&r, s->control, out, d);
}

/* The file that all read cells read. */
static int
set_up_layout(struct site *site, uint64_t most, struct finding *f,
    struct diag *d)
{
	const struct plan *plan = site->session->plan;
	const struct plan_target *pt = site->plan;
	struct target_record *record =
	    &site->session->result->record[site->index];
	struct layout_outcome out;
	int rc;

	site->layout_fd = target_temporary(site->target,
	    plan->options->keep, 0, d);
	if (site->layout_fd < 0)
		return site->layout_fd;
	rc = lay_out(site, site->layout_fd, pt->automatic ? 0 : pt->size, most,
	    &out, d);
	if (rc < 0)
		return rc;
	if (ledger_add(&site->ledger, 0, out.bytes, plan->pattern.pass) < 0)
		return diag_memory(d);
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
	f->bytes = pt->automatic ? size_of(f->durable_rate, most) : pt->size;
	return 0;
}

int
set_up_temporary(struct site *site, struct finding *f, struct diag *d)
{
	uint64_t most = PLAN_AUTO_MAX;

	if (site->target->fs.free_bytes != NOT_KNOWN &&
	    site->target->fs.free_bytes / 4 < most)
		most = site->target->fs.free_bytes / 4;
	/* Files may be made also where the directory can't be read. */
	site->sync_fd = file_reopen(site->target->look_fd,
	    O_RDONLY | O_DIRECTORY);
	return site->plan->needs_layout ?
	    set_up_layout(site, most, f, d) :
	    set_up_write_rate(site, most, f, d);
}
