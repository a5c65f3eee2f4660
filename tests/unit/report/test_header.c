/* test_header -- what stands above a table, for every kind of target. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "../../../src/report/words.h"
#include "sample_result.h"

int	test_header(void);

static void
expect(const struct sample_result *s, const char *lines)
{
	sample_result_expect(s, "table", lines);
}

static void
names_are_printable_and_never_cut(void **state)
{
	struct sample_result s;
	char path[201] = "/mnt/a\n";

	(void)state;
	sample_result_make(&s);
	memset(path + strlen(path), 'x', 200 - strlen(path));
	s.target.path = path;
	strcpy(s.target.resolved, "/mnt/t");
	expect(&s, "seqbench 1.0: /mnt/a\\nxxx");
	expect(&s, "xxx\n  directory /mnt/t, ext4 on /dev/sdb1");
	sample_result_make(&s);
	strcpy(s.target.device.node, path);
	expect(&s, "  ext4 on\n    /mnt/a\\nxxx");
	expect(&s, "xxx\n    xxx");
}

static void
the_place_leaves_out_what_is_not_known(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	s.target.device = (struct device_facts){ .known = false };
	strcpy(s.target.fs.type, "nfs");
	strcpy(s.target.fs.source, "host:/export");
	expect(&s, "/mnt/t\n  nfs on host:/export\n  buffered");
	strcpy(s.target.fs.type, "tmpfs");
	strcpy(s.target.fs.source, "tmpfs");
	s.target.fs.is_memory = true;
	expect(&s, "/mnt/t\n  tmpfs\n  buffered, memory, 1.0 GiB x 3 runs");
	s.target.fs.type[0] = '\0';
	expect(&s, "/mnt/t\n  buffered, memory");
}

static void
a_file_and_a_device_say_their_size(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	s.target.kind = TARGET_FILE;
	s.target.bytes = 3221225472;
	expect(&s, "\n  file of 3.0 GiB, ext4 on /dev/sdb1, ST2000DM008, SATA");
	strcpy(s.target.resolved, "/mnt/u");
	expect(&s, "\n  file /mnt/u of 3.0 GiB, ext4");
	s.target.missing = true;
	expect(&s, "\n  new file, ext4");
	sample_result_make(&s);
	s.target.kind = TARGET_DEVICE;
	s.target.path = "/dev/disk/by-id/x";
	s.target.bytes = 2147483648;
	s.target.device.sector_bytes = 4096;
	expect(&s, "\n  device /dev/sdb1 of 2.0 GiB, ST2000DM008, SATA, "
	    "sectors of 4 KiB, read-ahead\n    128 KiB\n");
}

static void
conditions_say_what_happened(void **state)
{
	static const struct {
		enum cache_check check;
		const char	*text;
	} rows[] = {
		{ CHECK_COLD,	  "buffered, cold (checked), 1.0" },
		{ CHECK_UNKNOWN,  "buffered, cold (unchecked), 1.0" },
		{ CHECK_RESIDENT, "buffered, not cold (checked), 1.0" },
		{ CHECK_MEMORY,	  "buffered, memory, 1.0" },
	};
	struct sample_result s;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		sample_result_make(&s);
		s.sample[2][1].cache_check = rows[i].check;
		expect(&s, rows[i].text);
	}
	s.plan.cache = CACHE_WARM;
	expect(&s, "buffered, warm, 1.0");
	s.plan.cache = CACHE_AS_IS;
	s.plan.order = ORDER_RANDOM;
	s.plan.flush = FLUSH_EVERY_N;
	s.plan.flush_every = 8;
	s.plan.runs_max = 9;
	s.plan.pattern.kind = PATTERN_ZERO;
	s.plan_target[0].layout = LAYOUT_OVERWRITE;
	expect(&s, "\n  buffered, cache as it was, 1.0 GiB x 3 to 9 runs, "
	    "random order, flushed after\n"
	    "    every 8 blocks, overwriting, zeros written\n"
	    "  MB = 10^6 bytes\n");
	for (size_t i = 0; i < 4; i++)
		s.plan_cell[i].engine = &s.direct;
	s.plan_target[0].writes = false;
	s.plan.cache = CACHE_COLD;
	for (size_t i = 0; i < 4; i++)
		for (size_t k = 0; k < 3; k++)
			s.sample[i][k].cache_check = CHECK_NONE;
	expect(&s, "\n  direct, 1.0 GiB x 3 to 9 runs, random order\n");
	s.plan.together = 2;
	expect(&s, "\n  direct, one of 2 targets at once, 1.0 GiB x 3 ");
	s.plan.together = 0;
}

static void
depth_and_jobs_are_told_with_their_queue(void **state)
{
	struct issuer uring = { .name = "uring" }, aio = { .name = "aio" };
	struct engine named = { .name = "aio", .access = ACCESS_DIRECT,
		.issuer = "aio" };
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	for (size_t i = 0; i < 4; i++) {
		s.plan_cell[i].engine = &s.direct;
		s.plan_cell[i].issuer = &uring;
		s.plan_cell[i].depth = 8;
		s.plan_cell[i].jobs = 2;
	}
	expect(&s, "\n  direct (io_uring), depth 8, 2 jobs, cold (checked), "
	    "1.0 GiB x 3 runs,\n");
	s.plan_cell[0].issuer = &aio;
	s.plan_cell[0].jobs = 1;
	s.plan_cell[0].buffer = BUFFER_PAGE;
	expect(&s, "\n  direct page (aio), depth 8, cold");
	s.plan_cell[0].engine = &named;
	expect(&s, "\n  aio page, depth 8, cold");

	sample_result_make(&s);
	sample_result_variant(&s);
	for (size_t i = 4; i < 8; i++) {
		s.plan_cell[i].issuer = &uring;
		s.plan_cell[i].depth = 32;
		s.plan_cell[i].jobs = 4;
	}
	expect(&s, "\n  buffered, direct q32 j4 (io_uring), cold (checked)");
}

static void
sizes_say_how_they_came_about(void **state)
{
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	s.plan_target[0].automatic = true;
	expect(&s, "1.0 GiB (automatic) x 3 runs");
	s.record[0].cut_short = true;
	s.record[0].reached[OP_WRITE] = 134217728;
	s.plan_target[0].write_size = 268435456;
	expect(&s, "1.0 GiB (automatic, cut short by slowness) x 3 runs,\n"
	    "    writes 256 MiB (what is durable in time), mirrored");
	expect(&s, "\n  WRITE passes from run 2 on are held to 128 MiB by "
	    "the time limit of 10 s\n");
	s.record[0].reached[OP_WRITE] = 0;
	s.sample[0][0].limited = true;
	expect(&s, "\n  READ passes were ended by the time limit of 10 s\n");
	s.plan_target[0].offset = 512;
	expect(&s, "    writes 256 MiB (what is durable in time), from byte "
	    "512 on, mirrored");
	s.plan_target[0].reads = false;
	expect(&s, "  buffered, 256 MiB (what is durable in time) x 3 runs, ");
	expect(&s, "\n  write passes land on fresh extents, each on others\n");
}

static void
what_limits_or_hides_is_noted(void **state)
{
	static const char *const layers[] = {
		"FUSE server", "virtual disk", "FUSE server",
	};
	struct sample_result s;

	(void)state;
	sample_result_make(&s);
	s.record[0].io_limit.read_bytes = 20971520;
	s.result.host.cgroup_memory_bytes = 536870912;
	s.result.host.cgroup_cpus = 1.5;
	strcpy(s.result.host.governor, "powersave");
	strcpy(s.result.host.virtual_machine, "KVM");
	strcpy(s.result.host.container, "docker");
	for (size_t i = 0; i < sizeof(layers) / sizeof(layers[0]); i++)
		layer_set(layers_add(&s.target.layers, LAYER_DISK,
		    (unsigned)i), LAYER_NOTE, layers[i]);
	s.target.device.counts_off = true;
	s.result.label = "old cable";
	expect(&s, "seqbench 1.0: /mnt/t\n  old cable\n  ext4 on");
	expect(&s,
"  write passes land on fresh extents: equal sectors for READ only\n"
"  virtual machine (KVM), container (docker), CPU governor powersave\n"
"  cgroup limits I/O to read 20971520 B/s; cgroup limits memory to 512 MiB;\n"
"    cgroup limits CPU to 1.5 CPUs\n"
"  caches that no page count shows: FUSE server, virtual disk\n"
"  the device's counters are off (queue/iostats is 0): dev/app is empty\n"
"  MB = 10^6 bytes\n");
	strcpy(s.result.host.governor, "performance");
	expect(&s, "\n  virtual machine (KVM), container (docker)\n");
	layers_release(&s.target.layers);
}

static void
a_limit_of_each_kind_is_named(void **state)
{
	struct io_limit l = { 20971520, 10485760, 100, 18446744073709551614u };
	char text[IO_LIMIT_WORD];

	(void)state;
	assert_string_equal(word_io_limit(text, &l),
	    "read 20971520 B/s, write 10485760 B/s, 100 reads/s, "
	    "18446744073709551614 writes/s");
	l = IO_UNLIMITED;
	assert_string_equal(word_io_limit(text, &l), "");
	l.writes = 7;
	assert_string_equal(word_io_limit(text, &l), "7 writes/s");
}

int
test_header(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_printable_and_never_cut),
		cmocka_unit_test(the_place_leaves_out_what_is_not_known),
		cmocka_unit_test(a_file_and_a_device_say_their_size),
		cmocka_unit_test(conditions_say_what_happened),
		cmocka_unit_test(depth_and_jobs_are_told_with_their_queue),
		cmocka_unit_test(sizes_say_how_they_came_about),
		cmocka_unit_test(what_limits_or_hides_is_noted),
		cmocka_unit_test(a_limit_of_each_kind_is_named),
	};

	return cmocka_run_group_tests_name("report/header", tests, NULL,
	    NULL);
}
