/* test_layers -- the way down from a file system, in trees made for it. */
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <errno.h>
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../src/platform/layers_walk.h"

#include "loop.h"
#include "scratch.h"

int	test_layers(void);

/* ---- a sysfs ---- */

/* Lines of a file's name, a blank, and what it holds. */
struct node {
	const char	*number;
	const char	*path;		/* below devices/ */
	const char	*files;
	const char	*slaves[3];	/* paths as above */
};

static void
make_directory(char *path)
{
	for (char *p = strchr(path + 1, '/'); p != NULL;
	    p = strchr(p + 1, '/')) {
		*p = '\0';
		assert_true(mkdir(path, 0755) == 0 || errno == EEXIST);
		*p = '/';
	}
	assert_true(mkdir(path, 0755) == 0 || errno == EEXIST);
}

static void __attribute__((format(printf, 2, 3)))
put(const char *text, const char *fmt, ...)
{
	char path[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(path, sizeof path, fmt, ap);
	va_end(ap);
	char *name = strrchr(path, '/');
	*name = '\0';
	make_directory(path);
	*name = '/';
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fprintf(f, "%s\n", text);
	fclose(f);
}

static void
put_link(const char *to, const char *dir, const char *name)
{
	char path[1024];

	snprintf(path, sizeof path, "%s", dir);
	make_directory(path);
	snprintf(path, sizeof path, "%s/%s", dir, name);
	assert_int_equal(symlink(to, path), 0);
}

static const char *
last(const char *path)
{
	return strrchr(path, '/') + 1;
}

static void
make_node(const char *sys, const struct node *n)
{
	char dir[512], to[600], name[64];
	const char *s = n->files != NULL ? n->files : "";

	snprintf(dir, sizeof dir, "%s/devices/%s", sys, n->path);
	put(n->number, "%s/dev", dir);
	snprintf(to, sizeof to, "DEVNAME=%s", last(n->path));
	put(to, "%s/uevent", dir);
	while (*s != '\0') {
		size_t len = strcspn(s, " "), end = strcspn(s, "\n");
		char text[256];

		snprintf(name, sizeof name, "%.*s", (int)len, s);
		snprintf(text, sizeof text, "%.*s", (int)(end - len - 1),
		    s + len + 1);
		put(text, "%s/%s", dir, name);
		s += end + (s[end] == '\n');
	}
	for (size_t i = 0; i < 3 && n->slaves[i] != NULL; i++) {
		char slaves[600];

		snprintf(slaves, sizeof slaves, "%s/slaves", dir);
		snprintf(to, sizeof to, "%s/devices/%s", sys, n->slaves[i]);
		put_link(to, slaves, last(n->slaves[i]));
	}
	snprintf(to, sizeof to, "../../devices/%s", n->path);
	snprintf(dir, sizeof dir, "%s/dev/block", sys);
	put_link(to, dir, n->number);
}

/* A new one with these devices, up to one without number; its path is good
   until the next. */
static const char *
make_sys(struct scratch *s, const char *name, const struct node *nodes)
{
	const char *sys = scratch_path(s, name);

	for (; nodes->number != NULL; nodes++)
		make_node(sys, nodes);
	return sys;
}

static int
remove_one(const char *path, const struct stat *st, int type,
    struct FTW *where)
{
	(void)st;
	(void)type;
	return where->level > 0 ? remove(path) : 0;
}

static int
teardown(void **state)
{
	const struct scratch *s = *state;

	(void)nftw(s->dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	return scratch_teardown(state);
}

/* ---- what is found there ---- */

/* "/a.img" is a file on the file system of device 8:1. */
static bool
place(const char *path, struct place *out)
{
	*out = (struct place){ .st.st_mode = S_IFREG, .st.st_size = 1 << 20,
	    .st.st_dev = makedev(8, 1), .fs.type = "xfs" };
	if (strcmp(path, "/upper") == 0)
		out->st.st_mode = S_IFDIR;
	if (strcmp(path, "/dev/sdz") == 0)
		out->st = (struct stat){ .st_mode = S_IFBLK,
		    .st_rdev = makedev(8, 0) };
	return strcmp(path, "/gone.img (deleted)") != 0;
}

/*
 * Walk from the block device number, or with a type from such a file system
 * on it, and compare: a layer is its depth, name and, if it is a bottom, a
 * star.
 */
static struct layers
walk(const char *sys, const char *type, dev_t number, const char *want)
{
	const struct layers_world world = { sys, place };
	struct place top = { 0 };
	struct layers l;
	char got[1024] = "";

	if (type == NULL) {
		top.st.st_mode = S_IFBLK;
		top.st.st_rdev = number;
	} else {
		top.st.st_mode = S_IFDIR;
		snprintf(top.fs.type, sizeof top.fs.type, "%s", type);
		if (strcmp(type, "btrfs") == 0)
			top.source = number;
		else
			top.st.st_dev = number;
	}
	if (type != NULL && strcmp(type, "overlay") == 0)
		snprintf(top.upper, sizeof top.upper, "/upper");
	layers_walk(&l, &world, &top);
	for (size_t i = 0; i < l.n; i++) {
		size_t len = strlen(got);

		snprintf(got + len, sizeof got - len, "%s%u %s%s%s",
		    i > 0 ? ", " : "", l.layer[i].depth,
		    l.layer[i].text[LAYER_NAME],
		    l.layer[i].bottom ? "*" : "",
		    l.layer[i].repeated ? " again" : "");
	}
	assert_string_equal(got, want);
	return l;
}

static void
has_text(const struct layer *l, enum layer_text t, const char *want)
{
	if (want == NULL)
		assert_null(l->text[t]);
	else {
		assert_non_null(l->text[t]);
		assert_string_equal(l->text[t], want);
	}
}

#define SATA1	"pci0/0000:00:1f.2/ata1/host0/target0:0:0/0:0:0:0/block/sda"
#define SATA2	"pci0/0000:00:1f.2/ata3/host2/target2:0:0/2:0:0:0/block/sdb"
#define DISK_FILES \
	"size 4096000\nro 0\nqueue/logical_block_size 512\n" \
	"queue/physical_block_size 4096\nqueue/rotational 1\n" \
	"queue/read_ahead_kb 128\nqueue/scheduler none [mq-deadline]\n" \
	"queue/nr_requests 64\nqueue/max_sectors_kb 1280\n" \
	"queue/minimum_io_size 4096\nqueue/optimal_io_size 0\n" \
	"queue/write_cache write back\nqueue/fua 0\nqueue/iostats 1\n" \
	"queue/zoned none\nqueue/discard_granularity 0\n" \
	"device/model ST2000DM008-2FR1\ndevice/vendor ATA\n" \
	"device/queue_depth 32"

static void
a_mirror_has_two_disks_at_the_bottom(void **state)
{
	static const struct node nodes[] = {
		{ "8:0", SATA1, DISK_FILES, { NULL } },
		{ "8:1", SATA1 "/sda1", "partition 1\nstart 2048\nsize 100",
		    { NULL } },
		{ "8:16", SATA2, DISK_FILES, { NULL } },
		{ "8:17", SATA2 "/sdb1", "partition 1\nstart 63\nsize 100",
		    { NULL } },
		{ "9:0", "virtual/block/md0", "md/level raid1\n"
		    "md/raid_disks 2\nmd/degraded 0\nmd/sync_action idle\n"
		    "md/chunk_size 0\nqueue/nr_requests 128\n"
		    "queue/read_ahead_kb 4096",
		    { SATA1 "/sda1", SATA2 "/sdb1", NULL } },
		{ NULL, NULL, NULL, { NULL } },
	};
	const char *sys = make_sys(*state, "mirror", nodes);

	put("6.0 Gbps", "%s/class/ata_link/link1/sata_spd", sys);
	put("<unknown>", "%s/class/ata_link/link3/sata_spd", sys);
	struct layers l = walk(sys, "ext4", makedev(9, 0),
	    "0 ext4, 1 md0, 2 sda1, 3 sda*, 2 sdb1, 3 sdb*");
	const struct layer *md = &l.layer[1], *sda = &l.layer[3];
	has_text(md, LAYER_TYPE, "raid1");
	has_text(md, LAYER_STATE, NULL);
	has_text(md, LAYER_TRANSPORT, NULL);
	assert_int_equal(md->number[LAYER_MEMBERS], 2);
	assert_int_equal(md->number[LAYER_DEGRADED], 0);
	assert_int_equal(md->number[LAYER_READAHEAD], 4 << 20);
	assert_true(md->number[LAYER_CHUNK] == NOT_KNOWN);
	assert_true(md->number[LAYER_REQUESTS] == NOT_KNOWN);
	assert_false(layers_move(&l));
	assert_true(layers_stacked(&l));
	assert_int_equal(layers_bottoms(&l), 2);

	has_text(sda, LAYER_MODEL, "ST2000DM008-2FR1");
	has_text(sda, LAYER_TRANSPORT, "SATA");
	has_text(sda, LAYER_LINK, "6.0 Gbps");
	has_text(sda, LAYER_SCHEDULER, "mq-deadline");
	has_text(sda, LAYER_WRITE_CACHE, "write back");
	has_text(sda, LAYER_ZONED, NULL);
	assert_int_equal(sda->number[LAYER_BYTES], 4096000 * 512ull);
	assert_int_equal(sda->number[LAYER_PHYSICAL], 4096);
	assert_int_equal(sda->number[LAYER_QUEUE_DEPTH], 32);
	assert_int_equal(sda->number[LAYER_REQUESTS], 64);
	assert_int_equal(sda->number[LAYER_MAX_REQUEST], 1280 << 10);
	assert_int_equal(sda->number[LAYER_ROTATIONAL], 1);
	assert_int_equal(sda->number[LAYER_FUA], 0);
	assert_int_equal(sda->number[LAYER_COUNTERS], 1);
	assert_true(sda->number[LAYER_OPTIMAL_IO] == NOT_KNOWN);
	has_text(&l.layer[5], LAYER_LINK, NULL);

	assert_int_equal(l.layer[2].number[LAYER_START], 1 << 20);
	assert_true(l.layer[2].number[LAYER_MISALIGNED] == NOT_KNOWN);
	assert_int_equal(l.layer[4].number[LAYER_MISALIGNED], 4096);
	layers_release(&l);

	l = walk(sys, NULL, makedev(8, 17), "0 sdb1, 1 sdb*");
	assert_false(layers_stacked(&l));
	layers_release(&l);

	put("1", "%s/devices/virtual/block/md0/md/degraded", sys);
	put("recover", "%s/devices/virtual/block/md0/md/sync_action", sys);
	l = walk(sys, NULL, makedev(9, 0),
	    "0 md0, 1 sda1, 2 sda*, 1 sdb1, 2 sdb*");
	has_text(&l.layer[0], LAYER_STATE, "recover");
	assert_true(layers_move(&l));
	layers_release(&l);
}

/* Both halves of a stripe on one disk: it is counted once. */
static void
a_disk_that_is_met_twice_is_counted_once(void **state)
{
	static const struct node nodes[] = {
		{ "8:0", SATA1, DISK_FILES "\nqueue/optimal_io_size 196608",
		    { NULL } },
		{ "8:1", SATA1 "/sda1", "partition 1\nstart 2048", { NULL } },
		{ "8:2", SATA1 "/sda2", "partition 2\nstart 3840", { NULL } },
		{ "9:0", "virtual/block/md0", "md/level raid0\n"
		    "md/chunk_size 65536", { SATA1 "/sda1", SATA1 "/sda2",
		    NULL } },
		{ NULL, NULL, NULL, { NULL } },
	};
	const char *sys = make_sys(*state, "twice", nodes);
	struct layers l = walk(sys, NULL, makedev(9, 0),
	    "0 md0, 1 sda1, 2 sda*, 1 sda2, 2 sda again");

	assert_int_equal(l.layer[0].number[LAYER_CHUNK], 65536);
	assert_int_equal(l.layer[1].number[LAYER_MISALIGNED], 196608);
	assert_true(l.layer[3].number[LAYER_MISALIGNED] == NOT_KNOWN);
	layers_release(&l);
}

#define NVME	"pci0/0000:00:01.0/0000:01:00.0/nvme/nvme0/nvme0n1"

static void
dm_devices_say_who_made_them(void **state)
{
	static const struct node nodes[] = {
		{ "259:0", NVME, "queue/rotational 0\nqueue/fua 1", { NULL } },
		{ "259:1", NVME "/nvme0n1p1", "partition 1", { NULL } },
		{ "254:0", "virtual/block/dm-0", "dm/name vg-root\n"
		    "dm/uuid LVM-0123456789012345678901234567890101234567890"
		    "123456789012345678901", { NVME "/nvme0n1p1", NULL } },
		{ "254:1", "virtual/block/dm-1", "dm/name secret\n"
		    "dm/uuid CRYPT-LUKS2-abc-secret",
		    { "virtual/block/dm-0", NULL } },
		{ "254:2", "virtual/block/dm-2", "dm/name slow",
		    { NVME, NULL } },
		{ NULL, NULL, NULL, { NULL } },
	};
	const char *sys = make_sys(*state, "dm", nodes);

	put("8.0 GT/s PCIe",
	    "%s/devices/pci0/0000:00:01.0/0000:01:00.0/current_link_speed",
	    sys);
	put("4", "%s/devices/pci0/0000:00:01.0/0000:01:00.0/"
	    "current_link_width", sys);
	struct layers l = walk(sys, "xfs", makedev(254, 1),
	    "0 xfs, 1 dm-1, 2 dm-0, 3 nvme0n1p1, 4 nvme0n1*");
	has_text(&l.layer[1], LAYER_TYPE, "LUKS");
	has_text(&l.layer[1], LAYER_LABEL, "secret");
	has_text(&l.layer[2], LAYER_TYPE, "LVM");
	has_text(&l.layer[2], LAYER_LABEL, "vg-root");
	has_text(&l.layer[4], LAYER_TRANSPORT, "NVMe");
	has_text(&l.layer[4], LAYER_LINK, "8.0 GT/s PCIe x4");
	assert_int_equal(l.layer[4].number[LAYER_FUA], 1);
	assert_false(layers_move(&l));
	layers_release(&l);

	/* Nobody knows what that one does. */
	l = walk(sys, NULL, makedev(254, 2), "0 dm-2, 1 nvme0n1*");
	assert_true(layers_move(&l));
	layers_release(&l);

	/* The origin of a snapshot, a cached volume .. */
	put("LVM-0123456789012345678901234567890101234567890123456789012345"
	    "678901-corig", "%s/devices/virtual/block/dm-0/dm/uuid", sys);
	l = walk(sys, NULL, makedev(254, 0),
	    "0 dm-0, 1 nvme0n1p1, 2 nvme0n1*");
	assert_true(layers_move(&l));
	layers_release(&l);
}

static void
a_btrfs_has_all_its_devices(void **state)
{
	static const struct node nodes[] = {
		{ "8:0", SATA1, DISK_FILES, { NULL } },
		{ "8:16", SATA2, DISK_FILES, { NULL } },
		{ NULL, NULL, NULL, { NULL } },
	};
	const char *sys = make_sys(*state, "btrfs", nodes);
	char dir[512], to[512];

	/* Without that list there is the one that is mounted. */
	struct layers l = walk(sys, "btrfs", makedev(8, 16),
	    "0 btrfs, 1 sdb*");
	layers_release(&l);
	snprintf(dir, sizeof dir, "%s/fs/btrfs/0-1-2/devices", sys);
	snprintf(to, sizeof to, "%s/devices/" SATA1, sys);
	put_link(to, dir, "sda");
	snprintf(to, sizeof to, "%s/devices/" SATA2, sys);
	put_link(to, dir, "sdb");
	l = walk(sys, "btrfs", makedev(8, 16), "0 btrfs, 1 sda*, 1 sdb*");
	assert_true(layers_stacked(&l));
	layers_release(&l);
}

static void
what_lies_below_a_loop_is_shown_and_not_counted(void **state)
{
	static const struct node nodes[] = {
		{ "8:0", SATA1, DISK_FILES, { NULL } },
		{ "8:1", SATA1 "/sda1", "partition 1\nstart 2048", { NULL } },
		{ "7:0", "virtual/block/loop0", "size 2048\n"
		    "loop/backing_file /a.img\nloop/dio 1\nloop/offset 4096",
		    { NULL } },
		{ "7:1", "virtual/block/loop1",
		    "loop/backing_file /gone.img (deleted)\nloop/dio 0",
		    { NULL } },
		{ "7:2", "virtual/block/loop2", "loop/backing_file /dev/sdz",
		    { NULL } },
		{ "7:3", "virtual/block/loop3", "size 4096\n"
		    "loop/backing_file /a.img", { NULL } },
		{ NULL, NULL, NULL, { NULL } },
	};
	const char *sys = make_sys(*state, "loop", nodes);
	struct layers l = walk(sys, "ext4", makedev(7, 0),
	    "0 ext4, 1 loop0*, 2 xfs, 3 sda1, 4 sda");

	has_text(&l.layer[1], LAYER_BACKING, "/a.img");
	has_text(&l.layer[1], LAYER_NOTE, NULL);
	assert_int_equal(l.layer[1].number[LAYER_DIRECT_IO], 1);
	assert_int_equal(l.layer[1].number[LAYER_START], 4096);
	assert_false(layers_stacked(&l));
	layers_release(&l);
	l = walk(sys, NULL, makedev(7, 1), "0 loop1*");
	has_text(&l.layer[0], LAYER_NOTE, "loop without direct I/O");
	layers_release(&l);
	l = walk(sys, NULL, makedev(7, 2), "0 loop2*, 1 sda");
	layers_release(&l);
	/* A smaller file can't be the one. */
	l = walk(sys, NULL, makedev(7, 3), "0 loop3*");
	layers_release(&l);
}

/* A loop in a file on itself can't be, and must not hang. */
static void
a_circle_ends(void **state)
{
	static const struct node nodes[] = {
		{ "8:1", "virtual/block/loop8", "loop/backing_file /a.img",
		    { NULL } },
		{ NULL, NULL, NULL, { NULL } },
	};
	struct layers l = walk(make_sys(*state, "circle", nodes), NULL,
	    makedev(8, 1), "0 loop8*, 1 xfs, 2 loop8 again");

	layers_release(&l);
}

static void
an_overlay_lies_on_its_upper_directory(void **state)
{
	static const struct node nodes[] = {
		{ "8:1", "pci0/virtio3/block/vda", "queue/rotational 1",
		    { NULL } },
		{ NULL, NULL, NULL, { NULL } },
	};
	struct layers l = walk(make_sys(*state, "overlay", nodes), "overlay",
	    0, "0 overlay, 1 xfs, 2 vda*");

	has_text(&l.layer[2], LAYER_TRANSPORT, "virtio");
	has_text(&l.layer[2], LAYER_NOTE, "virtual disk");
	assert_true(l.layer[2].number[LAYER_ROTATIONAL] == NOT_KNOWN);
	layers_release(&l);
}

static void
zram_and_a_stick_tell_their_own(void **state)
{
	static const struct node nodes[] = {
		{ "253:0", "virtual/block/zram0", "mm_stat 100 50 8192 0\n"
		    "comp_algorithm lzo [zstd] lz4\nbacking_dev none",
		    { NULL } },
		{ "8:32", "pci0/usb2/2-1/2-1:1.0/host9/target9:0:0/9:0:0:0/"
		    "block/sdc", "ro 1\nqueue/zoned host-managed\n"
		    "device/vendor Kingston\ndevice/model Stick", { NULL } },
		{ NULL, NULL, NULL, { NULL } },
	};
	const char *sys = make_sys(*state, "others", nodes);
	struct layers l = walk(sys, NULL, makedev(253, 0), "0 zram0*");

	has_text(&l.layer[0], LAYER_ALGORITHM, "zstd");
	has_text(&l.layer[0], LAYER_BACKING, NULL);
	assert_int_equal(l.layer[0].number[LAYER_MEMORY], 8192);
	layers_release(&l);
	put("480", "%s/devices/pci0/usb2/2-1/speed", sys);
	l = walk(sys, NULL, makedev(8, 32), "0 sdc*");
	has_text(&l.layer[0], LAYER_TRANSPORT, "USB");
	has_text(&l.layer[0], LAYER_LINK, "480 Mb/s");
	has_text(&l.layer[0], LAYER_MODEL, "Kingston Stick");
	has_text(&l.layer[0], LAYER_ZONED, "host-managed");
	assert_int_equal(l.layer[0].number[LAYER_READ_ONLY], 1);
	layers_release(&l);
}

static void
where_nothing_is_to_be_seen_there_are_no_layers(void **state)
{
	(void)state;
	struct layers l = walk("/nowhere", "ext4", makedev(8, 1), "0 ext4");
	assert_int_equal(layers_bottoms(&l), 0);
	assert_false(layers_stacked(&l));
	layers_release(&l);
	l = walk("/nowhere", NULL, makedev(8, 1), "");
	layers_release(&l);
	l = walk("/nowhere", "", 0, "");
	layers_release(&l);
}

static void
a_real_loop_lies_on_the_file_system_of_its_file(void **state)
{
	struct layers l;
	struct stat st;

	struct loop loop = loop_make(*state, true);
	assert_int_equal(fstat(loop.fd, &st), 0);
	layers_look(&l, loop.fd, &st, NULL);
	assert_true(l.n >= 1);
	assert_int_equal(l.layer[0].kind, LAYER_LOOP);
	assert_true(l.layer[0].bottom);
	has_text(&l.layer[0], LAYER_NAME, loop.name);
	assert_int_equal(l.layer[0].number[LAYER_BYTES], LOOP_BYTES);
	assert_int_equal(layers_bottoms(&l), 1);
	layers_release(&l);
	close(loop.fd);
}

int
test_layers(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mirror_has_two_disks_at_the_bottom),
		cmocka_unit_test(a_disk_that_is_met_twice_is_counted_once),
		cmocka_unit_test(dm_devices_say_who_made_them),
		cmocka_unit_test(a_btrfs_has_all_its_devices),
		cmocka_unit_test(
		    what_lies_below_a_loop_is_shown_and_not_counted),
		cmocka_unit_test(a_circle_ends),
		cmocka_unit_test(an_overlay_lies_on_its_upper_directory),
		cmocka_unit_test(zram_and_a_stick_tell_their_own),
		cmocka_unit_test(
		    where_nothing_is_to_be_seen_there_are_no_layers),
		cmocka_unit_test(
		    a_real_loop_lies_on_the_file_system_of_its_file),
	};

	return cmocka_run_group_tests_name("layers", tests, scratch_setup,
	    teardown);
}
