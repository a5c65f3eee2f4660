/* test_devices -- what is known of block devices, on loop devices (root). */
#include <sys/mount.h>
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "seqbench/counters.h"
#include "seqbench/file.h"

#include "loop.h"
#include "scratch.h"

int	test_devices(void);

enum { MIB = 1024 * 1024 };

static void
a_loop_device_tells_its_facts(void **state)
{
	struct device_facts d;
	uint64_t bytes;

	for (int direct = 0; direct < 2; direct++) {
		struct loop l = loop_make(*state, direct);
		device_facts(l.dev, &d);
		assert_true(d.known);
		assert_true(d.number == l.dev);
		assert_string_equal(d.node, l.node);
		assert_string_equal(d.name, l.name);
		assert_string_equal(d.disk, l.name);
		assert_string_equal(d.transport, "loop");
		assert_int_equal(d.bytes, LOOP_BYTES);
		assert_true(d.sector_bytes >= 512);
		assert_true(d.physical_bytes >= d.sector_bytes);
		assert_true(d.readahead_bytes != NOT_KNOWN);
		assert_false(d.is_read_only);
		assert_false(d.counts_off);
		if (!direct)
			assert_string_equal(d.cache_note,
			    "loop without direct I/O");
		assert_int_equal(device_bytes(l.fd, &bytes), 0);
		assert_int_equal(bytes, LOOP_BYTES);
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

	struct loop l = loop_make(*state, false);
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

	struct loop l = loop_make(*state, false);
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

	struct loop l = loop_make(*state, false);
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

	struct loop l = loop_make(*state, false);
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
btrfs_is_on_the_device_that_it_names(void **state)
{
	struct scratch *s = *state;
	struct fs_facts fs;
	struct extents e = { 0 };
	struct stat st;
	char who[256];
	dev_t dev = 0;

	struct loop l = loop_make(s, false);
	bool ok = loop_mount(s, "btrfs", "btrfs", "mkfs.btrfs -q -M", l.node);
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
	loop_unmount(s, "btrfs");
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
	struct loop l = loop_make(s, false);
	struct fs_facts fs;
	struct stat st;
	char options[512], all[128];
	uint64_t bytes = 0;
	dev_t dev = 0;

	bool ok = loop_mount(s, "base", "ext4", "mkfs.ext4 -q", l.node);
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
	loop_unmount(s, "base");
	close(l.fd);
	scratch_need(ok, "no overlay to be had");
	assert_string_equal(fs.type, "overlay");
	assert_true(dev == l.dev);
	assert_int_equal(bytes, sizeof page);
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
		cmocka_unit_test(btrfs_is_on_the_device_that_it_names),
		cmocka_unit_test(
		    overlay_is_on_the_device_of_its_upper_directory),
	};

	return cmocka_run_group_tests_name("devices", tests, loop_setup,
	    scratch_teardown);
}
