/* guardian -- settings put back by a process that outlives this one. */

#include "guardian.h"

#include <sys/socket.h>
#include <sys/wait.h>

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "seqbench/diag.h"
#include "seqbench/plan.h"
#include "seqbench/sys.h"

enum { DESCRIPTORS_MAX = 65536 };

/* Is this what a pass of the target has set? */
static bool
is_ours(const struct plan *p, size_t target, uint64_t bytes)
{
	const struct plan_target *pt = &p->target[target];

	for (size_t i = 0; i < pt->cells; i++) {
		const struct readahead *r =
		    &p->cell[pt->first_cell + i].readahead;

		if (r->mode == READAHEAD_SIZE && r->size.bytes == bytes)
			return true;
	}
	return false;
}

/* What somebody else has set meanwhile stays. */
static void
put_back(const struct plan *p)
{
	for (size_t i = 0; i < p->targets; i++) {
		const struct readahead_setting *s =
		    &p->target[i].target->readahead;
		uint64_t now;

		if (plan_sets_readahead(p, i) && readahead_get(s, &now) == 0 &&
		    now != s->bytes && is_ours(p, i, now))
			(void)readahead_set(s, s->bytes);
	}
}

/*
 * A descriptor that it kept would hold back the end of a pipe that we write
 * to, or an exclusive device.
 */
static int
keep_only(int fd)
{
	if (fd != 0 && dup2(fd, 0) < 0)
		return -errno;
	if (sys_keep_descriptors(0) < 0) {
		long most = sysconf(_SC_OPEN_MAX);

		if (most < 0 || most > DESCRIPTORS_MAX)
			most = DESCRIPTORS_MAX;
		for (int i = 1; i < most; i++)
			(void)close(i);
	}
	return 0;
}

/* Of targets with the same setting the first claims it for all. */
static bool
is_claimed(const struct plan *p, size_t target)
{
	const char *name = p->target[target].target->readahead.name;

	for (size_t i = 0; i < target; i++)
		if (plan_sets_readahead(p, i) &&
		    strcmp(p->target[i].target->readahead.name, name) == 0)
			return true;
	return false;
}

/*
 * Two sessions would each put back what the other has set.  The first target
 * whose setting another has, or their number.
 */
static size_t
claim(const struct plan *p)
{
	size_t i;

	for (i = 0; i < p->targets; i++)
		if (plan_sets_readahead(p, i) && !is_claimed(p, i) &&
		    readahead_claim(&p->target[i].target->readahead) < 0)
			break;
	return i;
}

/* One word says that it watches; then nothing comes but the end. */
static void
watch(int fd, const struct plan *p)
{
	size_t claimed;
	char byte;

	(void)setsid();
	for (int sig = 1; sig <= SIGRTMAX; sig++)
		(void)signal(sig, SIG_IGN);
	if (keep_only(fd) < 0)
		return;
	claimed = claim(p);
	if (write(0, &claimed, sizeof claimed) != (ssize_t)sizeof claimed ||
	    claimed < p->targets)
		return;
	while (read(0, &byte, 1) < 0 && errno == EINTR)
		;
	put_back(p);
}

static bool
is_needed(const struct plan *p)
{
	for (size_t i = 0; i < p->targets; i++)
		if (plan_sets_readahead(p, i))
			return true;
	return false;
}

static int
watches(int fd, const struct plan *p, struct diag *d)
{
	size_t claimed;
	ssize_t n;

	do
		n = read(fd, &claimed, sizeof claimed);
	while (n < 0 && errno == EINTR);
	if (n != (ssize_t)sizeof claimed)
		return diag_set(d, -ESRCH, "guardian of the read-ahead: %s",
		    strerror(ESRCH));
	if (claimed < p->targets)
		return diag_set(d, -EBUSY, "%s: another session changes it; "
		    "wait for its end",
		    p->target[claimed].target->readahead.name);
	return 0;
}

int
guardian_start(struct guardian *g, const struct plan *p, struct diag *d)
{
	int pair[2], rc = 0;

	if (!is_needed(p))
		return 0;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
		return diag_set(d, -errno, "guardian of the read-ahead: %s",
		    strerror(errno));
	g->pid = fork();
	if (g->pid < 0)
		rc = diag_set(d, -errno, "guardian of the read-ahead: %s",
		    strerror(errno));
	if (g->pid == 0) {
		(void)close(pair[0]);
		watch(pair[1], p);
		_exit(0);
	}
	g->fd = pair[0];
	(void)close(pair[1]);
	if (g->pid > 0)
		rc = watches(g->fd, p, d);
	if (rc < 0)
		guardian_end(g);
	return rc;
}

void
guardian_end(struct guardian *g)
{
	pid_t pid = g->pid;

	if (pid == 0)
		return;
	(void)close(g->fd);
	g->pid = 0;
	while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}
