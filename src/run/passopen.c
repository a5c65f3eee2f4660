/* passopen -- which descriptor the transfers of a pass use. */

#include "pass.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "below.h"
#include "seqbench/sys.h"

int
pass_open_flags(const struct pass *p)
{
	static const int force[] = {
		[FLUSH_DSYNC]	= O_DSYNC,
		[FLUSH_SYNC]	= O_SYNC,
	};
	enum flush_mode flush = p->site->session->plan->flush;
	int flags = p->cell->op == OP_READ ? O_RDONLY :
	    p->cell->issuer->maps ? O_RDWR : O_WRONLY;

	if (engine_is_direct(p->cell->engine))
		flags |= O_DIRECT;
	if (p->cell->op == OP_WRITE &&
	    (flush == FLUSH_DSYNC || flush == FLUSH_SYNC))
		flags |= force[flush];
	return flags;
}

/* A file of its own for a write pass. */
static int
open_fresh(struct pass *p, struct diag *d)
{
	const struct plan_target *plan = p->site->plan;
	int rc;

	p->holder_fd = target_temporary(p->site->target, false, 0, d);
	if (p->holder_fd < 0)
		return p->holder_fd;
	if (plan->layout != LAYOUT_PREALLOCATE && !p->cell->issuer->maps)
		return 0;
	rc = sys_allocate(p->holder_fd, 0, (off_t)p->size);
	return rc < 0 ? diag_set(d, rc, "preallocate: %s", strerror(-rc)) : 0;
}

static int
open_data(struct pass *p, struct diag *d)
{
	const struct site *site = p->site;
	int flags = pass_open_flags(p), from, rc;

	if (!pass_touches(p))
		return 0;
	if (pass_is_below(p))
		return pass_open_below(p, d);
	if (site->stream_fd >= 0) {
		p->fd = site->stream_fd;
		return 0;
	}
	/* What a pass wrote into a file of its own is read back from it. */
	from = p->holder_fd >= 0 ? p->holder_fd : site->layout_fd;
	if (p->cell->op == OP_WRITE && site->plan->temporary &&
	    site->plan->layout != LAYOUT_OVERWRITE) {
		if ((rc = open_fresh(p, d)) < 0)
			return rc;
		from = p->holder_fd;
	} else if (p->cell->op == OP_WRITE && site->target->exclusive_fd >= 0)
		from = site->target->exclusive_fd;
	if (from < 0) {
		p->fd = target_open(site->target, flags, d);
		return p->fd;
	}
	p->fd = file_reopen(from, flags);
	if (p->fd == -EINVAL && (flags & O_DIRECT) != 0)
		return diag_set(d, p->fd, "direct I/O is refused here; use "
		    "--engine buffered");
	if (p->fd < 0)
		return diag_set(d, p->fd, "can't be opened again: %s",
		    strerror(-p->fd));
	return 0;
}

/* A hole that finds no space is an error here, and no SIGBUS later. */
static int
fill_holes(struct pass *p, struct diag *d)
{
	const struct site *site = p->site;
	int rc;

	if (p->cell->op != OP_WRITE || !p->cell->issuer->maps ||
	    site->target->kind != TARGET_FILE)
		return 0;
	rc = sys_allocate(p->fd, (off_t)site->plan->offset, (off_t)p->size);
	return rc < 0 && rc != -EOPNOTSUPP ?
	    diag_set(d, rc, "%s: allocate: %s", site->target->path,
	    strerror(-rc)) : 0;
}

/* What is there is never extended, so it must be as long as it was. */
static int
check_length(struct pass *p)
{
	const struct site *site = p->site;
	struct stat st;

	if (p->cell->op != OP_WRITE || !pass_touches(p) ||
	    site->target->kind != TARGET_FILE || site->plan->temporary ||
	    sys_fstat(p->fd, &st) < 0 ||
	    (uint64_t)st.st_size >= site->plan->offset + p->size)
		return 0;
	return pass_fail(p, -ENODATA, "write", (uint64_t)st.st_size);
}

int
pass_open(struct pass *p)
{
	struct diag d = { 0 };
	int rc;

	if (open_data(p, &d) < 0)
		return pass_refuse(p, d.code, d.text);
	if ((rc = check_length(p)) < 0)
		return rc;
	return fill_holes(p, &d) < 0 ? pass_refuse(p, d.code, d.text) : 0;
}

int
pass_open_crew(struct pass *p)
{
	const struct crew_order order = {
		.issuer = p->cell->issuer,
		.fd = p->fd,
		.reopen = p->cell->op == OP_READ && p->fd >= 0 &&
		    p->fd != p->site->stream_fd,
		.flags = pass_open_flags(p),
		.no_readahead = p->cell->readahead.mode ==
		    READAHEAD_OFF,
		.depth = p->cell->depth,
		.jobs = p->cell->jobs,
		.timed = p->cell->timed,
		.interval_ns = p->site->session->plan->interval_ns,
		.limit_ns = p->limit_ns,
		.gate = p->gate,
		.moved = p->moved,
	};
	struct diag d = { 0 };

	return crew_begin(&p->crew, &p->loop, &order, &d) < 0 ?
	    pass_refuse(p, d.code, d.text) : 0;
}

int
pass_close(struct pass *p)
{
	int rc = 0;

	crew_end(&p->crew);
	if (p->fd >= 0 && p->fd != p->site->stream_fd)
		rc = sys_close(p->fd);
	p->fd = -1;
	return rc;
}
