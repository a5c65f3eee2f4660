/* below -- passes that read a file through the device below it. */

#include "below.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "pass.h"

static int
file_of(const struct site *site)
{
	return site->layout_fd >= 0 ? site->layout_fd : site->sync_fd;
}

/* The range as it is now; as below_map(). */
static int
map_now(struct site *site, struct diag *d)
{
	const struct session *s = site->session;
	struct target_record *r = &s->result->record[site->index];
	int rc;

	rc = below_map(&site->below, site->target, file_of(site),
	    site->plan->offset, site->plan->size, s->control, d);
	if (rc == 0) {
		r->below_extents = site->below.map.n;
		r->below_compared = site->below.compared;
	}
	return rc;
}

/* The cells that are to read below, each refused if there is a reason. */
static bool
any_below(const struct site *site, const char *refused)
{
	struct plan *plan = site->session->plan;
	bool any = false;

	for (size_t i = 0; i < site->plan->cells; i++) {
		struct plan_cell *c = &plan->cell[site->plan->first_cell + i];

		if (!plan_reads_below(plan, c) || c->refused[0] != '\0')
			continue;
		any = true;
		if (refused != NULL)
			snprintf(c->refused, sizeof c->refused, "%s",
			    site_sentence(site->target, refused));
	}
	return any;
}

int
site_open_below(struct site *site)
{
	struct diag d = { 0 };
	int rc;

	if (!any_below(site, NULL))
		return 0;
	session_phase(site->session, (struct meter_phase){
		.what = "compare with the device" });
	if ((rc = below_open(&site->below, site->target, &d)) == 0)
		rc = map_now(site, &d);
	if (*site->session->control->stop != 0)
		return -EINTR;
	if (rc < 0)
		(void)any_below(site, d.text);
	return 0;
}

bool
pass_is_below(const struct pass *p)
{
	return plan_reads_below(p->site->session->plan, p->cell);
}

int
pass_open_below(struct pass *p, struct diag *d)
{
	struct site *site = p->site;
	int rc;

	if ((rc = map_now(site, d)) < 0)
		return rc;
	p->fd = file_reopen(site->below.fd, O_RDONLY | O_DIRECT);
	return p->fd < 0 ? diag_set(d, p->fd, "%s: can't be opened again: %s",
	    site->target->device.node, strerror(-p->fd)) : 0;
}

int
pass_check_below(struct pass *p)
{
	const struct site *site = p->site;
	struct diag d = { 0 };
	int rc;

	if (!pass_is_below(p))
		return 0;
	rc = below_unchanged(&site->below, file_of(site), site->plan->offset,
	    site->plan->size, &d);
	return rc < 0 ? pass_fail_text(p, rc, "map", d.text) : 0;
}
