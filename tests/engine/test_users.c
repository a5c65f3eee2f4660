/* test_users -- who keeps a device busy, on loop devices (root). */
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/swap.h>
#include <sys/wait.h>

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "seqbench/file.h"

#include "loop.h"
#include "scratch.h"

int	test_users(void);

enum { MIB = 1024 * 1024 };

static void
an_idle_device_has_no_users(void **state)
{
	char who[256];

	struct loop l = loop_make(*state, false);
	device_users(l.dev, who);
	assert_string_equal(who, "");
	close(l.fd);
	device_users(0, who);
	assert_string_equal(who, "");
}

static void
a_mounted_device_says_where(void **state)
{
	struct scratch *s = *state;
	char who[256], expected[256];

	struct loop l = loop_make(s, false);
	bool ok = loop_mount(s, "m nt", "ext4", "mkfs.ext4 -q", l.node);
	device_users(l.dev, who);
	snprintf(expected, sizeof expected, "mounted on %s/m nt", s->dir);
	loop_unmount(s, "m nt");
	close(l.fd);
	scratch_need(ok, "no ext4 to be made");
	assert_string_equal(who, expected);
}

static void
a_disk_is_used_through_its_partition(void **state)
{
	struct scratch *s = *state;
	char who[256], node[48], expected[256];

	struct loop l = loop_make(s, false);
	dev_t dev = loop_partition(&l, 32 * MIB);
	snprintf(node, sizeof node, "%sp1", l.node);
	bool ok = dev != 0 && loop_mount(s, "part", "ext4", "mkfs.ext4 -q", node);
	device_users(l.dev, who);
	snprintf(expected, sizeof expected,
	    "its partition %sp1 is mounted on %s/part", l.name, s->dir);
	loop_unmount(s, "part");
	loop_unpartition(&l);
	close(l.fd);
	scratch_need(ok, "no partition to be mounted");
	assert_string_equal(who, expected);
}

static void
a_mount_that_only_others_see_is_noticed(void **state)
{
	struct scratch *s = *state;
	int up[2], down[2];
	char who[256], expected[256], byte = 0;

	struct loop l = loop_make(s, false);
	scratch_need(loop_shell("mkfs.ext4 -q", l.node), "no mkfs.ext4");
	assert_int_equal(pipe(up) | pipe(down), 0);
	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0) {
		close(down[1]);
		if (loop_hide_mounts() &&
		    mount(l.node, s->dir, "ext4", 0, NULL) == 0)
			byte = 1;
		_exit(write(up[1], &byte, 1) != 1 ||
		    read(down[0], &byte, 1) != 0);
	}
	assert_int_equal(read(up[0], &byte, 1), 1);
	device_users(l.dev, who);
	close(down[1]);
	waitpid(pid, NULL, 0);
	close(up[0]);
	close(up[1]);
	close(down[0]);
	close(l.fd);
	assert_int_equal(byte, 1);
	snprintf(expected, sizeof expected, "mounted on %s in the mount "
	    "namespace of process %d (engine)", s->dir, (int)pid);
	assert_string_equal(who, expected);
}

static void
the_backing_of_a_loop_is_found(void **state)
{
	struct scratch *s = *state;
	struct loop l, over;
	struct stat st;
	char loop[64], who[256], expected[64];

	scratch_need(geteuid() == 0, "loop devices need root");
	int fd = scratch_file(s, "image", 4 * MIB);
	fstat(fd, &st);
	file_backs_loop(&st, loop);
	assert_string_equal(loop, "");
	scratch_need(loop_attach(&l, fd, false), "no loop device to be had");
	file_backs_loop(&st, loop);
	assert_string_equal(loop, l.node);
	/* Without its name the kernel still knows it. */
	unlink(s->path);
	file_backs_loop(&st, loop);
	assert_string_equal(loop, l.node);
	assert_true(loop_attach(&over, l.fd, false));
	device_users(l.dev, who);
	snprintf(expected, sizeof expected, "backs %s", over.node);
	close(over.fd);
	close(l.fd);
	close(fd);
	assert_string_equal(who, expected);
}

/* A swap space's header, mkswap(8): version 1, last page, and the magic. */
static bool
make_swap(int fd, uint32_t bytes)
{
	uint32_t page = (uint32_t)sysconf(_SC_PAGESIZE);
	uint32_t info[2] = { 1, bytes / page - 1 };

	return pwrite(fd, info, sizeof info, 1024) == sizeof info &&
	    pwrite(fd, "SWAPSPACE2", 10, page - 10) == 10 && fsync(fd) == 0;
}

static void
active_swap_is_known(void **state)
{
	struct scratch *s = *state;
	struct stat st;
	char who[256];

	struct loop l = loop_make(s, false);
	int fd = scratch_file(s, "swap file", MIB);
	fchmod(fd, 0600);
	int look = file_look(s->path, &st);
	assert_false(file_is_swap(look));
	bool ok = make_swap(fd, MIB) && swapon(s->path, 0) == 0;
	bool seen = file_is_swap(look);
	swapoff(s->path);
	ok = make_swap(l.fd, MIB) && swapon(l.node, 0) == 0 && ok;
	device_users(l.dev, who);
	swapoff(l.node);
	close(look);
	close(fd);
	close(l.fd);
	unlink(s->path);
	scratch_need(ok, "no swap to be had");
	assert_true(seen);
	assert_string_equal(who, "active swap");
	assert_false(file_is_swap(-1));
}

int
test_users(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_idle_device_has_no_users),
		cmocka_unit_test(a_mounted_device_says_where),
		cmocka_unit_test(a_disk_is_used_through_its_partition),
		cmocka_unit_test(a_mount_that_only_others_see_is_noticed),
		cmocka_unit_test(the_backing_of_a_loop_is_found),
		cmocka_unit_test(active_swap_is_known),
	};

	return cmocka_run_group_tests_name("users", tests, loop_setup,
	    scratch_teardown);
}
