/* test_info -- layers as a tree, in the header, in the truth and as JSON. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "sample_result.h"
#include "seqbench/report.h"

int	test_info(void);

static struct layer *
add(struct target *t, enum layer_kind kind, unsigned depth, const char *name)
{
	struct layer *l = layers_add(&t->layers, kind, depth);
	char node[64];

	assert_non_null(l);
	layer_set(l, LAYER_NAME, name);
	snprintf(node, sizeof node, "/dev/%s", name);
	if (kind != LAYER_FILE_SYSTEM)
		layer_set(l, LAYER_NODE, node);
	return l;
}

static void
add_half(struct target *t, const char *partition, const char *disk)
{
	struct layer *l = add(t, LAYER_PARTITION, 3, partition);

	l->number[LAYER_START] = 1 << 20;
	l = add(t, LAYER_DISK, 4, disk);
	l->bottom = true;
	layer_set(l, LAYER_MODEL, "ST2000DM008");
	layer_set(l, LAYER_TRANSPORT, "SATA");
	layer_set(l, LAYER_LINK, "6.0 Gbps");
	l->number[LAYER_BYTES] = 2000398934016;
	l->number[LAYER_ROTATIONAL] = 1;
	l->number[LAYER_QUEUE_DEPTH] = 32;
	l->number[LAYER_FUA] = 0;
	l->number[LAYER_COUNTERS] = 1;
}

/* ext4 on LVM on a mirror of two partitions. */
static void
make(struct target *t)
{
	struct layer *l = add(t, LAYER_FILE_SYSTEM, 0, "ext4");

	layer_set(l, LAYER_SOURCE, "/dev/mapper/vg-home");
	layer_set(l, LAYER_MOUNT, "/home");
	layer_set(l, LAYER_OPTIONS, "rw");
	l = add(t, LAYER_DM, 1, "dm-0");
	layer_set(l, LAYER_TYPE, "LVM");
	layer_set(l, LAYER_LABEL, "vg-home");
	l = add(t, LAYER_MD, 2, "md0");
	layer_set(l, LAYER_TYPE, "raid1");
	layer_set(l, LAYER_STATE, "resync");
	l->number[LAYER_MEMBERS] = 3;
	l->number[LAYER_DEGRADED] = 1;
	l->number[LAYER_CHUNK] = 65536;
	add_half(t, "sda1", "sda");
	add_half(t, "sdb1", "sdb");
	t->layers.layer[5].number[LAYER_MISALIGNED] = 4096;
}

static char *
info(const struct target *t, bool utf8)
{
	const struct report_look look = { .utf8 = utf8 };
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	assert_non_null(f);
	report_info(f, t, &look);
	fclose(f);
	return text;
}

static void
a_tree_is_indented_and_leaves_out_what_is_not_known(void **state)
{
	struct target t = { .path = "/home", .kind = TARGET_DIRECTORY,
	    .bytes = NOT_KNOWN };
	char *text;

	(void)state;
	make(&t);
	text = info(&t, false);
	assert_string_equal(text, "/home: directory\n"
"  ext4: file system, mounted on /home, rw\n"
"    vg-home: LVM, /dev/dm-0\n"
"      /dev/md0: raid1, members 3, missing 1, now: resync, chunk 64 KiB\n"
"        /dev/sda1: partition, from 1 MiB\n"
"          /dev/sda: disk, ST2000DM008, SATA, 6.0 Gbps, 1.8 TiB, rotating,\n"
"              queue depth 32, counted\n"
"        /dev/sdb1: partition, from 1 MiB,\n"
"            MISALIGNED: start is no multiple of 4 KiB\n"
"          /dev/sdb: disk, ST2000DM008, SATA, 6.0 Gbps, 1.8 TiB, rotating,\n"
"              queue depth 32, counted\n");
	free(text);
	layers_release(&t.layers);
}

static void
a_tree_without_layers_says_so(void **state)
{
	struct target t = { .path = "a\n\xc3\xa4", .kind = TARGET_STREAM,
	    .bytes = NOT_KNOWN };
	char *text = info(&t, true);

	(void)state;
	assert_string_equal(text, "a\\n\xc3\xa4: stream\n"
	    "  nothing is known of what lies below\n");
	free(text);
	text = info(&t, false);
	assert_memory_equal(text, "a\\n\\303\\244: stream\n", 20);
	free(text);
}

/* A server's directory has no layer below that could name it. */
static void
a_source_is_told_where_nothing_lies_below(void **state)
{
	struct target t = { .path = "/x", .kind = TARGET_FILE, .bytes = 4096 };
	struct layer *l = add(&t, LAYER_FILE_SYSTEM, 0, "nfs4");
	char *text;

	(void)state;
	layer_set(l, LAYER_SOURCE, "host:/export");
	layer_set(l, LAYER_NOTE, "NFS server");
	l = add(&t, LAYER_FILE_SYSTEM, 0, "tmpfs");
	layer_set(l, LAYER_SOURCE, "tmpfs");
	l = add(&t, LAYER_LOOP, 0, "loop0");
	l->number[LAYER_DIRECT_IO] = 0;
	l->number[LAYER_READ_ONLY] = 1;
	l->number[LAYER_COUNTERS] = 0;
	l = add(&t, LAYER_DISK, 0, "sda");
	l->repeated = true;
	l->number[LAYER_SECTOR] = 512;
	text = info(&t, true);
	assert_string_equal(text, "/x: file of 4.0 KiB\n"
	    "  nfs4: file system, from host:/export, hidden cache: NFS server\n"
	    "  tmpfs: file system\n"
	    "  /dev/loop0: loop, read-only, counters off\n"
	    "  /dev/sda: disk, as above\n");
	free(text);
	layers_release(&t.layers);
}

static void
a_stack_is_one_line_of_the_header(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	make(&s.target);
	sample_result_expect(&s, "table", "\n  layers: vg-home (LVM) on md0 "
	    "(raid1) on sda1, sdb1\n");
	sample_result_expect(&s, "table", "\n  /dev/md0: 1 disk missing; "
	    "/dev/md0: resync under way; /dev/sdb1: does not\n"
	    "    start at a multiple of 4 KiB\n");
	layers_release(&s.target.layers);
	for (int i = 0; i < 7; i++) {
		char name[] = { 's', 'd', (char)('a' + i), '\0' };

		add(&s.target, LAYER_DISK, 1, name);
	}
	sample_result_expect(&s, "table", "\n  layers: sda, sdb, sdc, sdd and "
	    "3 more\n");
	layers_release(&s.target.layers);
	for (int i = 0; i < 2; i++) {
		add(&s.target, LAYER_LOOP, 0, i == 0 ? "loop0" : "loop1");
		add(&s.target, LAYER_FILE_SYSTEM, 1, "xfs");
		add(&s.target, LAYER_DISK, 2, "vda")->repeated = i > 0;
	}
	sample_result_expect(&s, "table", "\n  layers: loop0, loop1 on xfs on "
	    "vda\n");
	layers_release(&s.target.layers);
}

static void
lacks(const struct sample_result *s, const char *part)
{
	const struct report_look look = { .utf8 = true };
	char *got = sample_result_text(s, &look,
	    report_find(reports, "table")->write);

	assert_null(strstr(got, part));
	free(got);
}

static void
a_partition_of_a_disk_is_no_stack_but_has_a_link(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	add(&s.target, LAYER_FILE_SYSTEM, 0, "ext4");
	add_half(&s.target, "sdb1", "sdb");
	lacks(&s, "layers:");
	lacks(&s, "below)");
	sample_result_expect(&s, "table", "SATA 6.0 Gbps, read-ahead");
	layers_release(&s.target.layers);
}

/* A mirror writes all twice; what it reads, once. */
static void
the_truth_has_the_disks_of_a_stack(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	make(&s.target);
	for (size_t i = 0; i < 4; i++)
		for (size_t k = 0; k < 3; k++) {
			s.sample[i][k].bottom.write_bytes *= 2;
			if (i == 0)
				s.sample[i][k].bottom.transfers /= 8;
		}
	sample_result_expect(&s, "table", "device read 1.00 x (1.00 x on");
	sample_result_expect(&s, "table", "\n  device wrote 1.00 x "
	    "(2.00 x on the 2 below); flush");
	sample_result_expect(&s, "table", "128 to 1024 KiB a device");
	sample_result_expect(&s, "json", "\"bottom_ratio\": 2,\n"
	    "      \"bottom_transfer_bytes\": 262144,");
	sample_result_expect(&s, "csv", ",0,2147483648,8192,");
	layers_release(&s.target.layers);
}

/* Where no device is known the bottoms took its place in the samples. */
static void
several_devices_are_said_to_be_several(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	s.target.device = (struct device_facts){ .known = false };
	add(&s.target, LAYER_FILE_SYSTEM, 0, "btrfs");
	add(&s.target, LAYER_DISK, 1, "sda")->bottom = true;
	add(&s.target, LAYER_DISK, 1, "sdb")->bottom = true;
	sample_result_expect(&s, "table", "\n  layers: sda, sdb\n");
	sample_result_expect(&s, "table", "\n  on 2 devices: dev/app is that "
	    "of all together\n");
	sample_result_expect(&s, "table", "; device read 1.00 x; device wrote "
	    "1.00 x;");
	layers_release(&s.target.layers);
}

static void
has(const char *text, const char *part)
{
	if (strstr(text, part) == NULL)
		print_message("%s\nis not in\n%s", part, text);
	assert_non_null(strstr(text, part));
}

static void
json_has_all_facts_of_all_layers(void **state)
{
	struct target t = { .path = "/home", .resolved = "/home",
	    .kind = TARGET_DIRECTORY, .bytes = NOT_KNOWN };
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	(void)state;
	assert_non_null(f);
	make(&t);
	report_info_json(f, &t, 1);
	fclose(f);
	has(text, "\"targets\": [\n    {\n      \"path\": \"/home\",");
	has(text, "{\"kind\": \"md\", \"depth\": 2, \"bottom\": false, "
	    "\"repeated\": false, \"name\": \"md0\", \"node\": \"/dev/md0\", "
	    "\"type\": \"raid1\", \"label\": null, ");
	has(text, "\"members\": 3, \"degraded\": 1, \"state\": \"resync\", "
	    "\"chunk_bytes\": 65536, \"rotational\": null");
	has(text, "\"bottom\": true");
	has(text, "\"link\": \"6.0 Gbps\", \"bytes\": 2000398934016, ");
	has(text, "\"start_bytes\": 1048576, \"misaligned_bytes\": 4096");
	has(text, "\"fua\": false");
	has(text, "\"rotational\": true");
	free(text);
	layers_release(&t.layers);
}

int
test_info(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    a_tree_is_indented_and_leaves_out_what_is_not_known),
		cmocka_unit_test(a_tree_without_layers_says_so),
		cmocka_unit_test(a_source_is_told_where_nothing_lies_below),
		cmocka_unit_test(a_stack_is_one_line_of_the_header),
		cmocka_unit_test(
		    a_partition_of_a_disk_is_no_stack_but_has_a_link),
		cmocka_unit_test(the_truth_has_the_disks_of_a_stack),
		cmocka_unit_test(several_devices_are_said_to_be_several),
		cmocka_unit_test(json_has_all_facts_of_all_layers),
	};

	return cmocka_run_group_tests_name("report/info", tests, NULL, NULL);
}
