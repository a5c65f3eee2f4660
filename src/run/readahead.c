/*
 * readahead -- the setting of the target, changed for the passes that ask for
 * it and put back for all others.
 */

#include "pass.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "seqbench/diag.h"
#include "seqbench/sys.h"

/* What somebody else has set since then is not ours to change. */
int
site_readahead_restore(struct site *site)
{
	const struct readahead_setting *s = &site->target->readahead;
	uint64_t now, ours = site->setter->readahead;
	char human[SIZE_TEXT];
	int rc;

	if (ours == NOT_KNOWN)
		return 0;
	if ((rc = readahead_get(s, &now)) < 0)
		return rc;
	if (now != ours)
		warnings_add(&site->session->result->warnings, "%s: somebody "
		    "else set it to %s meanwhile: left so", s->name,
		    size_human(now, human));
	else if ((rc = readahead_set(s, s->bytes)) < 0)
		return rc;
	site->setter->readahead = NOT_KNOWN;
	return 0;
}

/* A value that is new to the kernel, and only for what is opened from now. */
static int
set(struct pass *p)
{
	struct site *setter = p->site->setter;
	uint64_t bytes = p->cell->readahead.size.bytes;
	int rc;

	if (setter->readahead == bytes)
		return 0;
	if ((rc = readahead_set(&p->site->target->readahead, bytes)) == 0)
		setter->readahead = bytes;
	return rc;
}

int
pass_readahead(struct pass *p)
{
	const struct readahead_setting *s = &p->site->target->readahead;
	char why[256];
	int rc;

	rc = p->cell->readahead.mode == READAHEAD_SIZE ? set(p) :
	    site_readahead_restore(p->site);
	if (rc == 0)
		return 0;
	snprintf(why, sizeof why, "%s: can't be set: %s", s->name,
	    rc == -ERANGE ? "the kernel takes another value" :
	    strerror(-rc));
	return pass_refuse(p, rc, why);
}

int
pass_no_readahead(struct pass *p)
{
	char why[128];
	int rc;

	if (p->cell->readahead.mode != READAHEAD_OFF)
		return 0;
	rc = sys_no_readahead(p->fd);
	if (rc == 0)
		return 0;
	snprintf(why, sizeof why, "its read-ahead can't be switched off: %s",
	    strerror(-rc));
	return pass_refuse(p, rc, why);
}
