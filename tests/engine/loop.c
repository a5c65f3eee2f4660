/* loop -- loop devices and mounts for tests, for root only. */
#include "loop.h"

#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include <linux/blkpg.h>
#include <linux/loop.h>

#include <fcntl.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "seqbench/file.h"

bool
loop_hide_mounts(void)
{
	return unshare(CLONE_NEWNS) == 0 &&
	    mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
}

bool
loop_attach(struct loop *l, int backing_fd, bool direct)
{
	struct loop_config config = {
		.fd = (unsigned)backing_fd,
		.info.lo_flags = LO_FLAGS_AUTOCLEAR |
		    (direct ? LO_FLAGS_DIRECT_IO : 0),
	};
	struct stat st;

	l->fd = -1;
	int control = open("/dev/loop-control", O_RDWR | O_CLOEXEC);
	if (control < 0)
		return false;
	/* Another may take the free one first. */
	for (int tries = 0; tries < 5 && l->fd < 0; tries++) {
		int n = ioctl(control, LOOP_CTL_GET_FREE);
		snprintf(l->name, sizeof l->name, "loop%d", n);
		snprintf(l->node, sizeof l->node, "/dev/loop%d", n);
		l->fd = open(l->node, O_RDWR | O_CLOEXEC);
		if (l->fd >= 0 && ioctl(l->fd, LOOP_CONFIGURE, &config) < 0) {
			close(l->fd);
			l->fd = -1;
		}
	}
	close(control);
	if (l->fd < 0 || fstat(l->fd, &st) < 0)
		return false;
	l->dev = st.st_rdev;
	return true;
}

static int
partition_call(const struct loop *l, int op, uint64_t bytes)
{
	struct blkpg_partition part = {
		.start = 1 << 20,
		.length = (long long)bytes,
		.pno = 1,
	};
	struct blkpg_ioctl_arg arg = {
		.op = op,
		.datalen = sizeof part,
		.data = &part,
	};

	return ioctl(l->fd, BLKPG, &arg);
}

dev_t
loop_partition(const struct loop *l, uint64_t bytes)
{
	char node[48];
	struct stat st;

	if (partition_call(l, BLKPG_ADD_PARTITION, bytes) < 0)
		return 0;
	snprintf(node, sizeof node, "%sp1", l->node);
	return stat(node, &st) == 0 ? st.st_rdev : 0;
}

void
loop_unpartition(const struct loop *l)
{
	partition_call(l, BLKPG_DEL_PARTITION, 0);
}

struct loop
loop_make(struct scratch *s, bool direct)
{
	struct loop l = { .fd = -1 };
	struct stat st;

	scratch_need(geteuid() == 0, "loop devices need root");
	int dir = file_look(s->dir, &st);
	int fd = file_temporary(dir, false, 0);
	close(dir);
	assert_true(fd >= 0);
	assert_int_equal(ftruncate(fd, LOOP_BYTES), 0);
	bool ok = loop_attach(&l, fd, direct);
	close(fd);
	scratch_need(ok, "no loop device to be had");
	return l;
}

bool
loop_shell(const char *command, const char *node)
{
	char line[256];

	snprintf(line, sizeof line, "PATH=$PATH:/sbin:/usr/sbin; %s %s "
	    ">/dev/null 2>&1", command, node);
	return system(line) == 0;
}

bool
loop_mount(struct scratch *s, const char *name, const char *type,
    const char *mkfs, const char *node)
{
	return loop_shell(mkfs, node) &&
	    mkdir(scratch_path(s, name), 0700) == 0 &&
	    mount(node, s->path, type, 0, NULL) == 0;
}

void
loop_unmount(struct scratch *s, const char *name)
{
	umount2(scratch_path(s, name), MNT_DETACH);
	rmdir(s->path);
}

int
loop_setup(void **state)
{
	/* Who may not have one may not mount, either. */
	(void)loop_hide_mounts();
	return scratch_setup(state);
}
