/* reason_linux -- what of four things keeps a process from a queue. */

#include "reason.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "seqbench/file.h"
#include "seqbench/queue.h"

static bool
old(const struct feature *f, const struct queue_facts *q,
    char why[ISSUER_WHY])
{
	if (q->major > f->major ||
	    (q->major == f->major && q->minor >= f->minor))
		return false;
	snprintf(why, ISSUER_WHY, "this kernel, Linux %u.%u, is too old for "
	    "%s: it takes %u.%u", q->major, q->minor, f->name, f->major,
	    f->minor);
	return true;
}

bool
feature_old(const struct feature *f, char why[ISSUER_WHY])
{
	struct queue_facts q;

	queue_look(&q);
	return old(f, &q, why);
}

/* 1 lets root and the members of kernel.io_uring_group, 2 nobody. */
static bool
switched_off(const struct feature *f, const struct queue_facts *q)
{
	return f->sysctl && (q->uring_disabled == 2 ||
	    (q->uring_disabled == 1 && !q->root));
}

int
feature_why(const struct feature *f, int code, char why[ISSUER_WHY])
{
	struct queue_facts q;

	queue_look(&q);
	if (code == -ENOSYS && old(f, &q, why))
		return code;
	if (code == -EPERM && switched_off(f, &q))
		snprintf(why, ISSUER_WHY, "%s is forbidden by sysctl: "
		    "kernel.io_uring_disabled is %" PRIu64 "; 0 allows it",
		    f->name, q.uring_disabled);
	else if ((code == -ENOSYS || code == -EPERM) && q.filtered)
		snprintf(why, ISSUER_WHY, "%s is forbidden by a seccomp filter "
		    "(%s), as containers have; its profile must allow it",
		    f->name, code == -EPERM ? "EPERM" : "ENOSYS");
	else if (code == -ENOSYS)
		snprintf(why, ISSUER_WHY, "%s is not built into this kernel "
		    "(%s)", f->name, f->option);
	else if (code == -ENOMEM && q.memlock_bytes != NOT_KNOWN)
		snprintf(why, ISSUER_WHY, "%s: %s; the locked memory limit "
		    "(ulimit -l) is %" PRIu64 " KiB", f->name,
		    strerror(-code), q.memlock_bytes / 1024);
	else if (code == -EAGAIN)
		snprintf(why, ISSUER_WHY, "fs.aio-nr is %" PRIu64 " of "
		    "fs.aio-max-nr %" PRIu64 "; sysctl fs.aio-max-nr raises "
		    "it", q.aio_in_use, q.aio_most);
	else
		snprintf(why, ISSUER_WHY, "%s: %s%s", f->name,
		    strerror(-code), code == -EPERM ?
		    " (by a security module?)" : "");
	return code;
}
