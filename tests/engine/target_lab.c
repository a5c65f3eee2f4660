/* target_lab -- real files, loop devices and mounts for tests of targets. */
#include "engine/target_lab.h"

#include <sys/ioctl.h>
#include <sys/stat.h>

#include <linux/loop.h>

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

int
lab_up(void **state)
{
	struct lab *l = calloc(1, sizeof(*l));

	if (l == NULL)
		return -1;
	l->loop_fd = -1;
	strcpy(l->dir, "/tmp/seqbench-lab.XXXXXX");
	*state = l;
	return mkdtemp(l->dir) == NULL ? -1 : 0;
}

int
lab_down(void **state)
{
	struct lab *l = *state;
	bool gone;

	/* What a test left that failed in the middle. */
	if (geteuid() == 0)
		lab_run("cd %s && { chattr -R -f -ia . ; umount * ; "
		    "swapoff swap ; delpart \"%s\" 1 ; } >/dev/null 2>&1",
		    l->dir, l->loop);
	lab_detach(l);
	gone = lab_run("rm -r %s", l->dir);
	free(l);
	return gone ? 0 : -1;
}

const char *
lab_path(const struct lab *l, const char *name)
{
	static char paths[8][128];
	static unsigned turn;
	char *path = paths[turn++ % 8];

	snprintf(path, sizeof(paths[0]), "%s/%s", l->dir, name);
	return path;
}

void
lab_file(const char *path, uint64_t bytes, bool sparse)
{
	unsigned char block[65536];
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	assert_true(fd >= 0);
	for (size_t i = 0; i < sizeof(block); i++)
		block[i] = (unsigned char)(i * 31 + i / 251);
	for (uint64_t at = 0; at < bytes && !sparse; at += sizeof(block))
		assert_int_equal(write(fd, block, sizeof(block)),
		    sizeof(block));
	assert_int_equal(ftruncate(fd, (off_t)bytes), 0);
	close(fd);
}

bool
lab_attach(struct lab *l, const char *file)
{
	struct loop_info64 info = { .lo_flags = LO_FLAGS_AUTOCLEAR };
	int control, backing, number;

	control = open("/dev/loop-control", O_RDWR | O_CLOEXEC);
	if (control < 0)
		return false;
	number = ioctl(control, LOOP_CTL_GET_FREE);
	close(control);
	if (number < 0)
		return false;
	snprintf(l->loop, sizeof(l->loop), "/dev/loop%d", number);
	backing = open(file, O_RDWR | O_CLOEXEC);
	l->loop_fd = open(l->loop, O_RDWR | O_CLOEXEC);
	if (backing < 0 || l->loop_fd < 0 ||
	    ioctl(l->loop_fd, LOOP_SET_FD, backing) < 0 ||
	    ioctl(l->loop_fd, LOOP_SET_STATUS64, &info) < 0)
		fail_msg("%s: can't be attached to %s", l->loop, file);
	close(backing);
	return true;
}

void
lab_detach(struct lab *l)
{
	if (l->loop_fd >= 0)
		close(l->loop_fd);
	l->loop_fd = -1;
	l->loop[0] = '\0';
}

bool
lab_run(const char *fmt, ...)
{
	char command[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(command, sizeof(command), fmt, ap);
	va_end(ap);
	return system(command) == 0;
}

static void
check_message(const struct diag *d, int rc, const char *message)
{
	if (message == NULL) {
		assert_string_equal(d->text, "");
		assert_int_equal(rc, 0);
		return;
	}
	assert_int_equal(d->code, rc);
	assert_int_equal(d->status, STATUS_SETUP);
	if (strstr(d->text, message) == NULL)
		fail_msg("'%s' has not '%s'", d->text, message);
}

int
lab_look(const char *path, bool may_create, const char *message)
{
	struct diag d = { 0 };
	struct target t;
	int rc;

	rc = target_look(&t, path, may_create, &d);
	target_release(&t);
	check_message(&d, rc, message);
	return rc;
}

int
lab_write(const char *path, const struct target_consent *c,
    const char *message)
{
	struct diag d = { 0 };
	struct target t;
	int rc;

	assert_int_equal(target_look(&t, path, true, &d), 0);
	rc = target_may_write(&t, c, &d);
	target_release(&t);
	check_message(&d, rc, message);
	return rc;
}
