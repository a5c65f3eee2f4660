/*
 * test_unnamed -- files without a name, made where others may rename.
 *
 * An attacker, another user, moves what is made away and puts a link or a
 * directory of its own there, as fast as it can.  How often it is in time is
 * left to chance; whatever it meets, nothing may come of it.
 */
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../src/platform/unnamed.h"
#include "scratch.h"

int	test_unnamed(void);

enum { TRIES = 3000, NOBODY = 65534, PATH = 128 };

static int
make_directory(struct scratch *s, const char *name, mode_t mode)
{
	const char *path = scratch_path(s, name);

	assert_int_equal(mkdir(path, mode), 0);
	assert_int_equal(chmod(path, mode), 0);
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_true(fd >= 0);
	return fd;
}

static bool
is_empty(struct scratch *s, const char *name)
{
	DIR *d = opendir(scratch_path(s, name));
	size_t n = 0;

	assert_non_null(d);
	while (readdir(d) != NULL)
		n++;
	closedir(d);
	return n == 2;
}

/* A directory of its own, and a name for what is made in it. */
static void
offer(int dir_fd, const char *name, unsigned number)
{
	char made[NAME_MAX + 8], kept[32];

	(void)mkdirat(dir_fd, name, 0777);
	snprintf(made, sizeof made, "%s/data", name);
	snprintf(kept, sizeof kept, "kept%u", number);
	for (int i = 0; i < 20; i++)
		if (linkat(dir_fd, made, dir_fd, kept, 0) == 0)
			break;
	snprintf(kept, sizeof kept, "moved%u", number);
	(void)renameat(dir_fd, made, dir_fd, kept);
}

/* In the child: swap each directory that is seen, until killed. */
static void
attack(int dir_fd, const char *victim)
{
	char away[32];

	if (setgid(NOBODY) < 0 || setuid(NOBODY) < 0)
		_exit(1);
	prctl(PR_SET_PDEATHSIG, SIGKILL);	/* setuid() forgets it */
	for (unsigned i = 0;; i++) {
		DIR *d = fdopendir(openat(dir_fd, ".", O_RDONLY));
		struct dirent *e;

		while (d != NULL && (e = readdir(d)) != NULL) {
			if (strncmp(e->d_name, ".seqbench", 9) != 0)
				continue;
			snprintf(away, sizeof away, "away%u", i);
			if (renameat(dir_fd, e->d_name, dir_fd, away) < 0)
				continue;
			if (i % 2 == 0)
				(void)!symlinkat(victim, dir_fd, e->d_name);
			else
				offer(dir_fd, e->d_name, i);
		}
		if (d != NULL)
			closedir(d);
	}
}

static pid_t
start_attack(int dir_fd, const char *victim)
{
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid == 0)
		attack(dir_fd, victim);
	return pid;
}

/* Whatever it is given has no name; how often it was refused. */
static unsigned
make_many(int dir_fd)
{
	struct stat st;
	unsigned refused = 0;

	for (unsigned i = 0; i < TRIES; i++) {
		int fd = unnamed_make(dir_fd, 0);

		if (fd < 0) {
			assert_true(fd == -ESTALE || fd == -EBUSY);
			refused++;
			continue;
		}
		assert_int_equal(fstat(fd, &st), 0);
		assert_int_equal(st.st_nlink, 0);
		assert_int_equal(st.st_uid, geteuid());
		assert_int_equal(st.st_mode & 07777, 0600);
		close(fd);
	}
	return refused;
}

static unsigned
race(struct scratch *s, const char *name, mode_t mode)
{
	char victim[PATH];

	scratch_need(geteuid() == 0, "not root");
	int dir = make_directory(s, name, mode);
	snprintf(victim, sizeof victim, "%s-victim", name);
	close(make_directory(s, victim, 0755));
	/* Else the attacker is let in only as far as here. */
	assert_int_equal(chmod(s->dir, 0755), 0);
	snprintf(victim, sizeof victim, "%s/%s-victim", s->dir, name);
	pid_t pid = start_attack(dir, victim);
	unsigned refused = make_many(dir);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	close(dir);
	snprintf(victim, sizeof victim, "%s-victim", name);
	assert_true(is_empty(s, victim));
	return refused;
}

static void
where_anybody_may_rename_nothing_is_made_elsewhere(void **state)
{
	printf("refused %u of %d times\n", race(*state, "open", 0777), TRIES);
}

static void
where_only_owners_may_rename_nobody_can_interfere(void **state)
{
	struct scratch *s = *state;

	assert_int_equal(race(s, "sticky", 01777), 0);
	assert_true(is_empty(s, "sticky"));
}

/* 1: as root would. */
static int
made_without_umask(int dir_fd)
{
	struct stat st;
	int fd;

	if (setgid(NOBODY) < 0 || setuid(NOBODY) < 0)
		return 2;
	umask(0777);
	fd = unnamed_make(dir_fd, 0);
	return fd >= 0 && fstat(fd, &st) == 0 &&
	    (st.st_mode & 07777) == 0600 ? 0 : 3;
}

static void
no_umask_keeps_a_user_from_its_own_file(void **state)
{
	struct scratch *s = *state;
	int status;

	scratch_need(geteuid() == 0, "not root");
	int dir = make_directory(s, "umask", 0777);
	pid_t pid = fork();
	if (pid == 0)
		_exit(made_without_umask(dir));
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	close(dir);
	assert_true(is_empty(s, "umask"));
}

static int
take_away(const char *path, const struct stat *st, int kind, struct FTW *at)
{
	(void)st;
	(void)kind;
	return at->level == 0 ? 0 : remove(path);
}

static int
teardown(void **state)
{
	struct scratch *s = *state;

	(void)nftw(s->dir, take_away, 8, FTW_DEPTH | FTW_PHYS);
	return scratch_teardown(state);
}

int
test_unnamed(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    where_anybody_may_rename_nothing_is_made_elsewhere),
		cmocka_unit_test(
		    where_only_owners_may_rename_nobody_can_interfere),
		cmocka_unit_test(no_umask_keeps_a_user_from_its_own_file),
	};

	return cmocka_run_group_tests_name("unnamed", tests, scratch_setup,
	    teardown);
}
