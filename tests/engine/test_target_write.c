/* test_target_write -- what may not be written on the real system, and is. */
#include <sys/mount.h>
#include <sys/swap.h>
#include <sys/wait.h>

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/target_lab.h"

int	test_target_write(void);

static const struct target_consent nothing = { 0 };
static const struct target_consent overwrite = { .overwrite = true };

/* A loop device of 16 MiB with ext4 on it, or "" where nobody may. */
static const char *
ext4_device(struct lab *l)
{
	const char *image = lab_path(l, "image");

	if (geteuid() != 0)
		return "";
	lab_file(image, 16 << 20, true);
	if (!lab_run("mkfs.ext4 -q -F %s", image) || !lab_attach(l, image))
		return "";
	return l->loop;
}

static void
an_existing_file_needs_overwrite(void **state)
{
	const char *file = lab_path(*state, "big.img");

	lab_file(file, 4096, false);
	assert_int_equal(lab_write(file, &nothing, "big.img: exists; to write "
	    "over it (never beyond its end): --overwrite"), -EEXIST);
	lab_write(file, &overwrite, NULL);
}

static void
an_immutable_file_or_directory_is_refused(void **state)
{
	const char *dir = lab_path(*state, "fixed");
	const char *file = lab_path(*state, "fixed/file");

	assert_true(lab_run("mkdir %s", dir));
	lab_file(file, 4096, false);
	if (!lab_run("chattr +i %s %s 2>/dev/null", file, dir))
		return;
	lab_write(file, &overwrite, "immutable");
	lab_write(dir, &nothing, "the directory is marked immutable");
	lab_write(lab_path(*state, "fixed/new"), &nothing, "chattr -ia");
	assert_true(lab_run("chattr -i %s %s", dir, file));
}

static void
a_read_only_file_system_is_read_and_not_written(void **state)
{
	struct lab *l = *state;
	const char *dir = lab_path(l, "ro"), *file = lab_path(l, "ro/file");

	if (geteuid() != 0)
		return;
	assert_true(lab_run("mkdir %s", dir));
	assert_int_equal(mount("none", dir, "tmpfs", 0, NULL), 0);
	lab_file(file, 4096, false);
	assert_int_equal(mount("none", dir, NULL, MS_REMOUNT | MS_RDONLY,
	    NULL), 0);
	lab_look(file, false, NULL);
	lab_write(dir, &nothing, "Read-only file system; mount it");
	lab_write(file, &overwrite, "Read-only file system; mount it");
	assert_int_equal(umount(dir), 0);
}

static void
who_may_not_is_told_so(void **state)
{
	struct lab *l = *state;
	const char *file = lab_path(l, "secret");

	if (geteuid() != 0)
		return;
	lab_file(file, 4096, false);
	assert_true(lab_run("chmod 755 %s", l->dir));
	assert_int_equal(seteuid(65534), 0);
	lab_look(file, false, "can't be opened for reading: Permission "
	    "denied");
	lab_write(l->dir, &nothing, "no file can be made there: Permission "
	    "denied");
	assert_int_equal(seteuid(0), 0);
}

static void
active_swap_is_refused(void **state)
{
	const char *file = lab_path(*state, "swap");

	if (geteuid() != 0)
		return;
	lab_file(file, 1 << 20, false);
	if (!lab_run("mkswap -q %s 2>/dev/null", file) || swapon(file, 0) < 0)
		return;
	lab_write(file, &overwrite, "active swap: refusing to write; swapoff");
	assert_int_equal(swapoff(file), 0);
}

static void
a_device_needs_its_name_and_what_would_be_lost(void **state)
{
	struct lab *l = *state;
	const char *dev = ext4_device(l);
	const char *alias = lab_path(l, "by-id");
	char line[128];

	if (*dev == '\0')
		return;
	assert_int_equal(symlink(dev, alias), 0);
	snprintf(line, sizeof(line), "%s: carries ext4; to overwrite it: "
	    "--destroy %s --lose ext4", dev, dev);
	lab_write(dev, &nothing, line);
	lab_write(dev, &(struct target_consent){ .destroy = dev }, line);
	lab_write(dev, &(struct target_consent){ .destroy = "/dev/null" },
	    line);
	lab_write(dev, &(struct target_consent){ .destroy = "/dev/typo",
	    .lose = "ext4" }, "--destroy /dev/typo: No such file or directory");
	lab_write(dev, &(struct target_consent){ .destroy = dev,
	    .lose = "xfs" }, "carries ext4, not xfs; to overwrite it");
	lab_write(dev, &(struct target_consent){ .destroy = alias,
	    .lose = "EXT4" }, NULL);
	lab_write(alias, &(struct target_consent){ .destroy = dev,
	    .lose = "ext4" }, NULL);
	assert_true(lab_run("dd if=/dev/zero of=%s bs=1M count=16 "
	    "status=none", dev));
	snprintf(line, sizeof(line), "%s: to write to this device: --destroy "
	    "%s", dev, dev);
	lab_write(dev, &nothing, line);
	lab_write(dev, &(struct target_consent){ .destroy = dev }, NULL);
	lab_detach(l);
}

static void
a_device_that_may_be_written_is_held(void **state)
{
	struct lab *l = *state;
	const char *image = lab_path(l, "blank");
	struct diag d = { 0 };
	struct target t;
	int fd;

	lab_file(image, 1 << 20, true);
	if (geteuid() != 0 || !lab_attach(l, image))
		return;
	assert_int_equal(target_look(&t, l->loop, false, &d), 0);
	assert_int_equal(t.kind, TARGET_DEVICE);
	assert_int_equal(t.bytes, 1 << 20);
	assert_int_equal(t.sector_bytes, 512);
	assert_int_equal(target_may_write(&t, &(struct target_consent){
	    .destroy = l->loop }, &d), 0);
	assert_true(t.exclusive_fd >= 0);
	assert_true(open(l->loop, O_RDWR | O_EXCL) < 0);
	assert_int_equal(errno, EBUSY);
	fd = target_open(&t, O_RDWR | O_DIRECT, &d);
	assert_true(fd >= 0);
	close(fd);
	target_release(&t);
	lab_detach(l);
}

static void
a_mounted_device_and_its_backing_file_are_refused(void **state)
{
	struct lab *l = *state;
	const char *dev = ext4_device(l), *dir = lab_path(l, "mnt");
	struct target_consent all = { .overwrite = true, .destroy = dev,
	    .lose = "ext4" };
	char line[160];

	if (*dev == '\0')
		return;
	snprintf(line, sizeof(line), "backs %s: refusing to write; detach",
	    dev);
	lab_write(lab_path(l, "image"), &all, line);
	assert_true(lab_run("mkdir %s", dir));
	assert_int_equal(mount(dev, dir, "ext4", 0, NULL), 0);
	snprintf(line, sizeof(line), "%s: mounted on %s: refusing to write; "
	    "unmount it first", dev, dir);
	lab_write(dev, &all, line);
	lab_write(lab_path(l, "image"), &all, "backs ");
	assert_int_equal(umount(dir), 0);
	lab_write(dev, &all, NULL);
	lab_detach(l);
}

static void
the_disk_of_a_mounted_partition_is_refused(void **state)
{
	struct lab *l = *state;
	const char *image = lab_path(l, "disk"), *dir = lab_path(l, "part");

	lab_file(image, 20 << 20, true);
	if (geteuid() != 0 || !lab_attach(l, image))
		return;
	assert_true(lab_run("mkdir %s", dir));
	if (lab_run("addpart %s 1 2048 32768 2>/dev/null && mkfs.ext4 -q "
	    "%sp1 && mount %sp1 %s", l->loop, l->loop, l->loop, dir)) {
		lab_write(l->loop, &(struct target_consent){
		    .destroy = l->loop }, "mounted on ");
		assert_true(lab_run("umount %s && delpart %s 1", dir,
		    l->loop));
	}
	lab_detach(l);
}

static void
a_device_that_backs_a_loop_is_refused(void **state)
{
	struct lab *l = *state, upper = { .loop_fd = -1 };
	const char *dev = ext4_device(l);
	char line[96];

	if (*dev == '\0' || !lab_attach(&upper, dev))
		return;
	snprintf(line, sizeof(line), "%s: backs %s: refusing", dev,
	    upper.loop);
	lab_write(dev, &(struct target_consent){ .destroy = dev,
	    .lose = "ext4" }, line);
	lab_detach(&upper);
	lab_detach(l);
}

/* A child with a mount that we do not see, until its input ends. */
static pid_t
mount_elsewhere(const char *dev, const char *dir, int *until)
{
	int wait_fds[2], ready[2];
	char done = 'n';
	pid_t pid;

	assert_int_equal(pipe(wait_fds) + pipe(ready), 0);
	pid = fork();
	if (pid == 0) {
		close(wait_fds[1]);
		if (unshare(CLONE_NEWNS) == 0 && mount("none", "/", NULL,
		    MS_REC | MS_PRIVATE, NULL) == 0 &&
		    mount(dev, dir, "ext4", 0, NULL) == 0)
			done = 'y';
		if (write(ready[1], &done, 1) == 1)
			(void)!read(wait_fds[0], &done, 1);
		_exit(0);
	}
	assert_int_equal(read(ready[0], &done, 1), 1);
	close(wait_fds[0]);
	close(ready[0]);
	close(ready[1]);
	*until = wait_fds[1];
	assert_int_equal(done, 'y');
	return pid;
}

static void
a_mount_in_another_namespace_is_refused(void **state)
{
	struct lab *l = *state;
	const char *dev = ext4_device(l), *dir = lab_path(l, "elsewhere");
	pid_t pid;
	int until;

	if (*dev == '\0')
		return;
	assert_true(lab_run("mkdir %s", dir));
	pid = mount_elsewhere(dev, dir, &until);
	lab_write(dev, &(struct target_consent){ .destroy = dev,
	    .lose = "ext4" }, "namespace");
	close(until);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	lab_detach(l);
}

static void
what_a_file_carries_is_named(void **state)
{
	static const struct {
		const char	*name, *command;
	} rows[] = {
		{ "ext2",	"mke2fs -q -F -t ext2" },
		{ "ext3",	"mke2fs -q -F -t ext3" },
		{ "ext4",	"mke2fs -q -F -t ext4" },
		{ "XFS",	"mkfs.xfs -q -f" },
		{ "btrfs",	"mkfs.btrfs -q -f" },
		{ "swap",	"mkswap -q" },
		{ "FAT",	"mkfs.vfat" },
		{ "LUKS",	"cryptsetup luksFormat -q" },
		{ "GPT",	"echo 'label: gpt' | sfdisk -q" },
	};
	const char *file = lab_path(*state, "carries");
	const uint64_t bytes = 320 << 20;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		int fd;

		lab_file(file, bytes, true);
		if (!lab_run("%s %s >/dev/null 2>&1", rows[i].command, file))
			continue;
		fd = open(file, O_RDONLY | O_CLOEXEC);
		assert_string_equal(signature_find(fd, bytes), rows[i].name);
		close(fd);
	}
}

int
test_target_write(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_existing_file_needs_overwrite),
		cmocka_unit_test(an_immutable_file_or_directory_is_refused),
		cmocka_unit_test(
		    a_read_only_file_system_is_read_and_not_written),
		cmocka_unit_test(who_may_not_is_told_so),
		cmocka_unit_test(active_swap_is_refused),
		cmocka_unit_test(
		    a_device_needs_its_name_and_what_would_be_lost),
		cmocka_unit_test(a_device_that_may_be_written_is_held),
		cmocka_unit_test(
		    a_mounted_device_and_its_backing_file_are_refused),
		cmocka_unit_test(the_disk_of_a_mounted_partition_is_refused),
		cmocka_unit_test(a_device_that_backs_a_loop_is_refused),
		cmocka_unit_test(a_mount_in_another_namespace_is_refused),
		cmocka_unit_test(what_a_file_carries_is_named),
	};

	return cmocka_run_group_tests_name("target: writing", tests, lab_up,
	    lab_down);
}
