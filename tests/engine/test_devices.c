/* test_devices -- block devices and their users, on loop devices (root). */
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/swap.h>
#include <sys/wait.h>

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "seqbench/counters.h"
#include "seqbench/file.h"
#include "seqbench/host.h"
#include "seqbench/sys.h"

#include "loop.h"
#include "scratch.h"

int	test_devices(void);

enum { MIB = 1024 * 1024, SIZE = 128 * MIB };

/* A loop device over an unnamed file, or the test is skipped. */
static struct loop
some_loop(struct scratch *s, bool direct)
{
	struct loop l = { .fd = -1 };
	struct stat st;

	scratch_need(geteuid() == 0, "loop devices need root");
	int dir = file_look(s->dir, &st);
	int fd = file_temporary(dir, false, 0);
	close(dir);
	assert_true(fd >= 0);
	assert_int_equal(ftruncate(fd, SIZE), 0);
	bool ok = loop_attach(&l, fd, direct);
	close(fd);
	scratch_need(ok, "no loop device to be had");
	return l;
}

static void
a_loop_device_tells_its_facts(void **state)
{
	struct device_facts d;
	uint64_t bytes;

	for (int direct = 0; direct < 2; direct++) {
		struct loop l = some_loop(*state, direct);
		device_facts(l.dev, &d);
		assert_true(d.known);
		assert_true(d.number == l.dev);
		assert_string_equal(d.node, l.node);
		assert_string_equal(d.name, l.name);
		assert_string_equal(d.disk, l.name);
		assert_string_equal(d.transport, "loop");
		assert_int_equal(d.bytes, SIZE);
		assert_true(d.sector_bytes >= 512);
		assert_true(d.physical_bytes >= d.sector_bytes);
		assert_true(d.readahead_bytes != NOT_KNOWN);
		assert_false(d.is_read_only);
		assert_false(d.counts_off);
		if (!direct)
			assert_string_equal(d.cache_note,
			    "loop without direct I/O");
		assert_int_equal(device_bytes(l.fd, &bytes), 0);
		assert_int_equal(bytes, SIZE);
		close(l.fd);
	}
	device_facts(0, &d);
	assert_false(d.known);
	assert_true(d.bytes == NOT_KNOWN && d.rotational == -1);
	assert_int_equal(device_bytes(-1, &bytes), -EBADF);
}

static void
direct_io_wants_sectors(void **state)
{
	uint64_t memory, offset;

	struct loop l = some_loop(*state, false);
	assert_int_equal(file_direct_alignment(l.fd, &memory, &offset), 0);
	assert_true(offset >= 512 && offset % 512 == 0);
	assert_true(memory > 0);
	close(l.fd);
	int fd = open("/proc/self/stat", O_RDONLY);
	assert_int_equal(file_direct_alignment(fd, &memory, &offset), 0);
	assert_true(memory == 0 && offset == 0);
	close(fd);
}

static void
a_device_is_dropped_from_the_cache(void **state)
{
	static char buf[MIB];
	uint64_t bytes;

	struct loop l = some_loop(*state, false);
	assert_int_equal(pread(l.fd, buf, MIB, 0), MIB);
	assert_int_equal(file_resident(l.fd, 0, MIB, &bytes), 0);
	assert_int_equal(bytes, MIB);
	assert_int_equal(file_drop(l.fd, true), 0);
	assert_int_equal(file_resident(l.fd, 0, MIB, &bytes), 0);
	assert_int_equal(bytes, 0);
	close(l.fd);
}

static void
device_counters_count_to_the_byte(void **state)
{
	static char buf[MIB];
	struct device_counters a, b;
	char path[64], off[] = "0", on[] = "1";

	struct loop l = some_loop(*state, false);
	counters_device(l.dev, &a);
	assert_int_equal(pwrite(l.fd, buf, MIB, 0), MIB);
	assert_int_equal(fdatasync(l.fd), 0);
	counters_device(l.dev, &b);
	assert_int_equal(b.write_bytes - a.write_bytes, MIB);
	assert_int_equal(b.in_flight, 0);
	snprintf(path, sizeof path, "/sys/block/%s/queue/iostats", l.name);
	int fd = open(path, O_WRONLY);
	assert_int_equal(write(fd, off, 1), 1);
	counters_device(l.dev, &b);
	struct device_facts d;
	device_facts(l.dev, &d);
	assert_int_equal(write(fd, on, 1), 1);
	close(fd);
	assert_true(b.write_bytes == NOT_KNOWN && b.reads == NOT_KNOWN);
	assert_true(d.counts_off);
	close(l.fd);
}

static void
a_partition_belongs_to_its_disk(void **state)
{
	struct device_facts d;
	struct device_counters c;
	char name[32];

	struct loop l = some_loop(*state, false);
	dev_t dev = loop_partition(&l, 4 * MIB);
	if (dev != 0) {
		device_facts(dev, &d);
		counters_device(dev, &c);
	}
	loop_unpartition(&l);
	close(l.fd);
	scratch_need(dev != 0, "no partitions on loop devices");
	assert_true(d.known);
	snprintf(name, sizeof name, "%sp1", l.name);
	assert_string_equal(d.name, name);
	assert_string_equal(d.disk, l.name);
	assert_int_equal(d.bytes, 4 * MIB);
	assert_true(d.sector_bytes >= 512);
	assert_true(c.write_bytes != NOT_KNOWN);
}

static void
an_idle_device_has_no_users(void **state)
{
	char who[256];

	struct loop l = some_loop(*state, false);
	device_users(l.dev, who);
	assert_string_equal(who, "");
	close(l.fd);
}

/* Mount a new file system of node on name in the scratch directory. */
static bool
mount_on(struct scratch *s, const char *name, const char *type,
    const char *mkfs, const char *node)
{
	return loop_run(mkfs, node) &&
	    mkdir(scratch_path(s, name), 0700) == 0 &&
	    mount(node, s->path, type, 0, NULL) == 0;
}

static void
unmount_from(struct scratch *s, const char *name)
{
	umount2(scratch_path(s, name), MNT_DETACH);
	rmdir(s->path);
}

static void
a_mounted_device_says_where(void **state)
{
	struct scratch *s = *state;
	char who[256], expected[256];

	struct loop l = some_loop(s, false);
	bool ok = mount_on(s, "m nt", "ext4", "mkfs.ext4 -q", l.node);
	device_users(l.dev, who);
	snprintf(expected, sizeof expected, "mounted on %s/m nt", s->dir);
	unmount_from(s, "m nt");
	close(l.fd);
	scratch_need(ok, "no ext4 to be made");
	assert_string_equal(who, expected);
}

static void
a_disk_is_used_through_its_partition(void **state)
{
	struct scratch *s = *state;
	char who[256], node[48], expected[256];

	struct loop l = some_loop(s, false);
	dev_t dev = loop_partition(&l, 32 * MIB);
	snprintf(node, sizeof node, "%sp1", l.node);
	bool ok = dev != 0 && mount_on(s, "part", "ext4", "mkfs.ext4 -q", node);
	device_users(l.dev, who);
	snprintf(expected, sizeof expected,
	    "its partition %sp1 is mounted on %s/part", l.name, s->dir);
	unmount_from(s, "part");
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
	char who[256], byte = 0;

	struct loop l = some_loop(s, false);
	scratch_need(loop_run("mkfs.ext4 -q", l.node), "no mkfs.ext4");
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
	assert_string_equal(who,
	    "in use by the kernel (another mount namespace?)");
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

	struct loop l = some_loop(s, false);
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

static void
btrfs_is_on_the_device_that_it_names(void **state)
{
	struct scratch *s = *state;
	struct fs_facts fs;
	struct extents e = { 0 };
	struct stat st;
	char who[256];
	dev_t dev = 0;

	struct loop l = some_loop(s, false);
	bool ok = mount_on(s, "btrfs", "btrfs", "mkfs.btrfs -q -M", l.node);
	int look = ok ? file_look(s->path, &st) : -1;
	if (ok) {
		file_system_facts(look, &st, &fs);
		dev = file_system_device(look, &st, &fs);
		device_users(l.dev, who);
		int fd = file_temporary(look, false, 0);
		assert_int_equal(pwrite(fd, &fs, sizeof fs, 0), sizeof fs);
		file_extents(fd, 0, sizeof fs, &e);
		close(fd);
		close(look);
	}
	unmount_from(s, "btrfs");
	close(l.fd);
	scratch_need(ok, "no btrfs to be made");
	assert_string_equal(fs.type, "btrfs");
	assert_string_equal(fs.source, l.node);
	assert_true(dev == l.dev);
	assert_true(strncmp(who, "mounted on ", 11) == 0);
	/* Its addresses are not the device's. */
	assert_true(e.first_address == NOT_KNOWN);
	assert_int_equal(e.count, 1);
}

static void
overlay_is_on_the_device_of_its_upper_directory(void **state)
{
	static const char *const names[] = { "low", "up", "work", "all" };
	static const char page[65536];
	struct scratch *s = *state;
	struct loop l = some_loop(s, false);
	struct fs_facts fs;
	struct stat st;
	char options[512], all[128];
	uint64_t bytes = 0;
	dev_t dev = 0;

	bool ok = mount_on(s, "base", "ext4", "mkfs.ext4 -q", l.node);
	const char *base = s->path;
	for (int i = 0; i < 4; i++) {
		snprintf(options, sizeof options, "%s/%s", base, names[i]);
		ok = ok && mkdir(options, 0700) == 0;
	}
	snprintf(options, sizeof options, "lowerdir=%s/low,upperdir=%s/up,"
	    "workdir=%s/work", base, base, base);
	snprintf(all, sizeof all, "%s/all", base);
	ok = ok && mount("overlay", all, "overlay", 0, options) == 0;
	if (ok) {
		int look = file_look(all, &st);
		file_system_facts(look, &st, &fs);
		dev = file_system_device(look, &st, &fs);
		/* cachestat(2) counts nothing here, mincore(2) does. */
		int fd = file_temporary(look, false, 0);
		assert_int_equal(pwrite(fd, page, sizeof page, 0),
		    sizeof page);
		assert_int_equal(file_resident(fd, 0, sizeof page, &bytes),
		    0);
		close(fd);
		close(look);
	}
	umount2(all, MNT_DETACH);
	unmount_from(s, "base");
	close(l.fd);
	scratch_need(ok, "no overlay to be had");
	assert_string_equal(fs.type, "overlay");
	assert_true(dev == l.dev);
	assert_int_equal(bytes, sizeof page);
}

static int
setup(void **state)
{
	if (geteuid() == 0 && !loop_hide_mounts())
		return -1;
	return scratch_setup(state);
}

int
test_devices(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_loop_device_tells_its_facts),
		cmocka_unit_test(direct_io_wants_sectors),
		cmocka_unit_test(a_device_is_dropped_from_the_cache),
		cmocka_unit_test(device_counters_count_to_the_byte),
		cmocka_unit_test(a_partition_belongs_to_its_disk),
		cmocka_unit_test(an_idle_device_has_no_users),
		cmocka_unit_test(a_mounted_device_says_where),
		cmocka_unit_test(a_disk_is_used_through_its_partition),
		cmocka_unit_test(a_mount_that_only_others_see_is_noticed),
		cmocka_unit_test(the_backing_of_a_loop_is_found),
		cmocka_unit_test(active_swap_is_known),
		cmocka_unit_test(btrfs_is_on_the_device_that_it_names),
		cmocka_unit_test(
		    overlay_is_on_the_device_of_its_upper_directory),
	};

	return cmocka_run_group_tests_name("devices", tests, setup,
	    scratch_teardown);
}
