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

/* One byte says that it watches; then nothing comes but the end. */
static void
watch(int fd, const struct plan *p)
{
	char byte = 0;

	(void)setsid();
	for (int sig = 1; sig <= SIGRTMAX; sig++)
		(void)signal(sig, SIG_IGN);
	if (keep_only(fd) < 0 || write(0, &byte, 1) != 1)
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
watches(int fd)
{
	char byte;
	ssize_t n;

	do
		n = read(fd, &byte, 1);
	while (n < 0 && errno == EINTR);
	return n == 1 ? 0 : -ESRCH;
}

int
guardian_start(struct guardian *g, const struct plan *p, struct diag *d)
{
	int pair[2], rc;

	if (!is_needed(p))
		return 0;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
		return diag_set(d, -errno, "guardian of the read-ahead: %s",
		    strerror(errno));
	g->pid = fork();
	rc = -errno;
	if (g->pid == 0) {
		(void)close(pair[0]);
		watch(pair[1], p);
		_exit(0);
	}
	g->fd = pair[0];
	(void)close(pair[1]);
	if (g->pid > 0)
		rc = watches(g->fd);
	if (rc == 0)
		return 0;
	guardian_end(g);
	return diag_set(d, rc, "guardian of the read-ahead: %s",
	    strerror(-rc));
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
