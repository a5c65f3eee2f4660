/* test_pass -- one pass at a time, its figures by the fake's price list. */
#include "lab.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "../../../src/run/pass.h"
#include "seqbench/sys.h"

int	test_pass(void);

enum { LOOK = 10000 };			/* at the clock: FAKE_LOOK_NS */

/* One pass of cell 0 of a session; what lab_pass() returns. */
struct one {
	struct lab	 lab;
	struct site	 site;
	struct sample	 sample;
	int		 rc;
	uint64_t	 flushes;	/* calls of the pass alone */
	unsigned	 files;		/* left by it */
};

static void
make(struct one *o, const char *script, const char *line)
{
	uint64_t flushes;
	unsigned files;

	lab_make(&o->lab, script, line);
	assert_int_equal(lab_site(&o->lab, &o->site), 0);
	flushes = fake_calls(FAKE_FDATASYNC);
	files = fake_created_files();
	o->rc = lab_pass(&o->lab, &o->site, 0, 1,
	    o->lab.plan.cell[0].op == OP_READ ?
	    o->lab.plan.target[0].size : o->lab.plan.target[0].write_size,
	    &o->sample);
	o->flushes = fake_calls(FAKE_FDATASYNC) - flushes;
	o->files = fake_created_files() - files;
}

static void
done(struct one *o)
{
	site_close(&o->site, true, &o->lab.diag);
	lab_done(&o->lab);
	assert_int_equal(o->files, 0);
}

static void
a_cold_read_costs_what_the_device_takes(void **state)
{
	struct one o;
	const struct sample *s = &o.sample;

	(void)state;
	make(&o, "", "-s 1m -b 32k /fake/file");
	assert_int_equal(o.rc, 0);
	assert_int_equal(s->bytes, MiB);
	assert_int_equal(s->transfers, 32);
	assert_int_equal(s->transfer_ns, 32 * (1000 + 32768));
	assert_int_equal(s->flush_ns, 0);
	assert_int_equal(s->close_ns, 1000);
	assert_int_equal(s->cached_bytes, 0);
	assert_int_equal(s->cache_check, CHECK_COLD);
	assert_int_equal(s->device.read_bytes, MiB);
	assert_int_equal(s->device.write_bytes, 0);
	assert_int_equal(s->device.transfers, 32);
	assert_int_equal(s->io_read_bytes, MiB);
	assert_int_equal(s->buffer_page_bytes, 2 * MiB);
	assert_int_equal(s->extents, 1);
	assert_int_equal(s->flags, FLAG_SHORT);
	assert_false(s->limited);
	done(&o);
}

static void
warm_is_read_before_and_as_is_is_left_alone(void **state)
{
	struct one o;

	(void)state;
	make(&o, "", "-s 1m -b 32k -c warm /fake/file");
	assert_int_equal(o.sample.cached_bytes, MiB);
	assert_int_equal(o.sample.device.read_bytes, 0);
	assert_int_equal(o.sample.transfer_ns, 32 * (100 + 1638));
	assert_int_equal(o.sample.flags, FLAG_SHORT);
	done(&o);
	make(&o, "", "-s 1m -b 64k -c as-is /fake/file");
	assert_int_equal(o.sample.cached_bytes, 0);
	assert_int_equal(o.sample.device.read_bytes, MiB);
	assert_int_equal(o.sample.cache_check, CHECK_NONE);
	done(&o);
}

static void
a_write_lands_on_a_file_of_its_own_and_is_flushed(void **state)
{
	struct one o;

	(void)state;
	make(&o, "", "-s 1m -b 32k -o write -d zero /fake/dir");
	assert_int_equal(o.rc, 0);
	assert_int_equal(o.sample.bytes, MiB);
	assert_int_equal(o.sample.transfer_ns, 32 * (100 + 1638));
	/* A step out, then fdatasync; a look between them. */
	assert_int_equal(o.sample.flush_ns, 1000 + 2 * MiB + 1000000 + LOOK);
	assert_int_equal(o.sample.device.write_bytes, MiB);
	assert_int_equal(o.sample.extents, 1);
	assert_int_equal(o.flushes, 2);		/* one is outside the clock */
	done(&o);
}

static void
each_way_to_flush_is_counted_once(void **state)
{
	static const struct {
		const char	*line;
		uint64_t	 flushes, flush_ns, device_bytes;
	} rows[] = {
		{ "-y none", 1, 0, 0 },
		{ "-y each", 16 + 1, 0, MiB },
		{ "-y 4", 4 + 1, 0, MiB },
		/* A rest of one block. */
		{ "-y 5", 3 + 1 + 1, 1000 + 2 * 65536 + 1000000 + LOOK, MiB },
		{ "-y dsync", 1, 0, MiB },
		{ "-y sync", 1, 0, MiB },
	};
	char line[128];

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct one o;

		snprintf(line, sizeof line, "-s 1m -b 64k -o write -d zero %s "
		    "--overwrite /fake/file", rows[i].line);
		make(&o, "", line);
		assert_int_equal(o.rc, 0);
		if (o.flushes != rows[i].flushes ||
		    o.sample.flush_ns != rows[i].flush_ns ||
		    o.sample.device.write_bytes != rows[i].device_bytes)
			fail_msg("%s: %d flushes, %d ns, %d bytes",
			    rows[i].line, (int)o.flushes,
			    (int)o.sample.flush_ns,
			    (int)o.sample.device.write_bytes);
		/* What comes next finds nothing of it. */
		assert_int_equal(fake_file("/fake/file").dirty_bytes, 0);
		done(&o);
	}
}

static void
a_write_past_the_cache_finds_nothing_cached(void **state)
{
	static const struct {
		const char	*line;
		uint64_t	 drops;
	} rows[] = {
		{ "-e direct --overwrite /fake/file", 1 },
		{ "-e raw --destroy /fake/disk /fake/disk", 1 },
		{ "-e buffered --overwrite /fake/file", 0 },
		{ "-e direct /fake/dir", 0 },	/* a new file */
	};
	char line[128];

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		uint64_t drops;
		struct one o;

		snprintf(line, sizeof line, "-s 1m -b 64k -o write -d zero %s",
		    rows[i].line);
		make(&o, "", line);
		drops = fake_calls(FAKE_DROP);
		o.rc = lab_pass(&o.lab, &o.site, 0, 2, MiB, &o.sample);
		assert_int_equal(o.rc, 0);
		if (fake_calls(FAKE_DROP) - drops != rows[i].drops)
			fail_msg("%s: %d drops", rows[i].line,
			    (int)(fake_calls(FAKE_DROP) - drops));
		done(&o);
	}
}

static void
the_time_limit_ends_a_pass(void **state)
{
	struct one o;

	(void)state;
	make(&o, "", "-s 64m -b 1m -t 10ms /fake/file");
	assert_true(o.sample.limited);
	assert_true(o.sample.bytes >= 9 * MiB && o.sample.bytes <= 11 * MiB);
	assert_int_equal(o.sample.bytes, o.sample.transfers * MiB);
	done(&o);
	/* Past the page cache nothing is left to flush: all of it counts. */
	make(&o, "", "-s 256m -b 1m -t 100ms -o write -d zero "
	    "--destroy /fake/disk /fake/disk");
	o.rc = lab_pass(&o.lab, &o.site, 0, 2, 256 * MiB, &o.sample);
	assert_true(o.sample.limited);
	assert_true(o.sample.bytes > 80 * MiB);
	assert_int_equal(o.sample.bytes, o.sample.transfers * MiB);
	done(&o);
}

static void
each_job_reads_an_open_file_of_its_own(void **state)
{
	uint64_t alone;
	struct one o;

	(void)state;
	make(&o, "", "-s 1m -b 64k -o read /fake/file");
	assert_int_equal(o.rc, 0);
	alone = fake_calls(FAKE_REOPEN);
	done(&o);
	make(&o, "", "-s 1m -b 64k -j 4 -o read /fake/file");
	assert_int_equal(o.rc, 0);
	assert_int_equal(o.sample.bytes, MiB);
	/* The first has the one that the pass has opened. */
	assert_int_equal(fake_calls(FAKE_REOPEN), alone + 3);
	free(o.sample.job);
	done(&o);
	make(&o, "reopen:5=EMFILE", "-s 1m -b 64k -j 4 -o read /fake/file");
	assert_int_equal(o.rc, -ECANCELED);
	assert_string_equal(o.lab.plan.cell[0].refused, "job 3 of 4: can't be "
	    "opened again: Too many open files; raise the limit: ulimit -n");
	done(&o);
}

static void
an_error_is_a_sample_and_names_its_place(void **state)
{
	struct one o;

	(void)state;
	make(&o, "pread:5=EIO", "-s 1m -b 64k /fake/file");
	assert_int_equal(o.rc, 0);
	assert_int_equal(o.sample.error.code, EIO);
	assert_string_equal(o.sample.error.op, "read");
	assert_int_equal(o.sample.error.offset, 4 * 65536);
	assert_string_equal(o.sample.error.text,
	    "read at offset 262144: Input/output error");
	assert_int_equal(o.sample.bytes, 4 * 65536);
	assert_true(o.sample.flags & FLAG_ERROR);
	done(&o);

	make(&o, "pread:5=shrink:100000", "-s 1m -b 64k /fake/file");
	assert_string_equal(o.sample.error.text,
	    "read at offset 262144: unexpected end: it has shrunk");
	done(&o);

	/* The first one is set-up's; the last one is outside the clock. */
	make(&o, "fdatasync:2=EIO", "-s 1m -b 64k -o write -d zero "
	    "/fake/dir");
	assert_string_equal(o.sample.error.text, "flush: Input/output error");
	assert_true(o.sample.error.offset == NOT_KNOWN);
	done(&o);
	make(&o, "fdatasync:2=EIO", "-s 1m -b 64k -o write -d zero -y none "
	    "/fake/dir");
	assert_string_equal(o.sample.error.text, "flush: Input/output error");
	done(&o);
}

/* Closes that failed a pass, of all that are made for one. */
static unsigned
closes_that_matter(const char *line)
{
	unsigned found = 0;

	for (unsigned n = 1; n < 30; n++) {
		char script[32];
		struct one o;

		snprintf(script, sizeof script, "close:%u=EDQUOT", n);
		make(&o, script, line);
		assert_int_equal(o.rc, 0);
		if (o.sample.error.code != 0) {
			assert_int_equal(o.sample.error.code, EDQUOT);
			assert_string_equal(o.sample.error.op, "close");
			assert_true(o.sample.error.offset == NOT_KNOWN);
			assert_true(o.sample.flags & FLAG_ERROR);
			found++;
		}
		done(&o);
	}
	return found;
}

static void
a_close_that_fails_is_a_write_that_failed(void **state)
{
	(void)state;
	assert_int_equal(closes_that_matter("-s 1m -b 64k -o write -d zero "
	    "/fake/dir"), 1);
	assert_int_equal(closes_that_matter("-s 1m -b 64k -o write -d zero "
	    "-y none --overwrite /fake/file"), 1);
	assert_int_equal(closes_that_matter("-s 1m -b 64k /fake/file"), 0);
}

static void
what_stands_in_the_way_refuses_the_cell(void **state)
{
	struct one o;

	(void)state;
	make(&o, "reopen:3+=EMFILE", "-s 1m -b 64k /fake/file");
	assert_int_equal(o.rc, -ECANCELED);
	assert_string_equal(o.lab.plan.cell[0].refused, "can't be opened for "
	    "reading: Too many open files; raise the limit: ulimit -n");
	done(&o);
	/* An interruption that nobody asked for is no end of the session. */
	make(&o, "reopen:3=EINTR", "-s 1m -b 64k /fake/file");
	assert_int_equal(o.rc, -ECANCELED);
	assert_string_not_equal(o.lab.plan.cell[0].refused, "");
	done(&o);
	make(&o, "map:1=ENOMEM", "-s 1m -b 64k /fake/file");
	assert_int_equal(o.rc, -ECANCELED);
	assert_string_equal(o.lab.plan.cell[0].refused, "buffer of 64 KiB: "
	    "Cannot allocate memory");
	done(&o);
}

static struct lab *stopped;

static void
stop(int sig)
{
	stopped->stop = sig;
}

static void
a_stop_drops_the_pass_but_not_a_finished_one(void **state)
{
	char script[64];
	struct one o;

	(void)state;
	stopped = &o.lab;
	signal(SIGUSR2, stop);
	snprintf(script, sizeof script, "pread:5=signal:%d", SIGUSR2);
	make(&o, script, "-s 1m -b 64k /fake/file");
	assert_int_equal(o.rc, -EINTR);
	assert_int_equal(o.sample.error.code, 0);
	done(&o);
	/* In the flush that is made outside the clock. */
	snprintf(script, sizeof script, "write_out:3=signal:%d", SIGUSR2);
	make(&o, script, "-s 1m -b 64k -o write -d zero /fake/dir");
	assert_int_equal(o.lab.stop, SIGUSR2);
	assert_int_equal(o.rc, 0);
	assert_int_equal(o.sample.bytes, MiB);
	assert_int_equal(o.sample.error.code, 0);
	done(&o);
	signal(SIGUSR2, SIG_DFL);
}

static void
zeros_are_noticed_where_they_mean_something(void **state)
{
	struct one o;

	(void)state;
	make(&o, "", "-s 1m -b 64k /fake/zeros");
	assert_int_equal(o.sample.flags, FLAG_SHORT | FLAG_ZEROS);
	done(&o);
	make(&o, "", "-s 1m -b 64k /dev/zero");
	assert_int_equal(o.sample.flags, FLAG_SHORT);
	done(&o);
	make(&o, "", "-s 1m -b 64k -o read -d zero /fake/dir");
	assert_int_equal(o.sample.flags, FLAG_SHORT);
	done(&o);
}

static void
a_direct_tail_is_asked_for_in_whole_sectors(void **state)
{
	struct one o;

	(void)state;
	make(&o, "", "-b 4k -e direct /fake/small");
	assert_int_equal(o.rc, 0);
	assert_int_equal(o.sample.error.code, 0);
	assert_int_equal(o.sample.bytes, 3);
	done(&o);
}

static int other_fd;

static void
other_reads(int sig)
{
	static char buffer[4096] __attribute__((aligned(4096)));

	(void)sig;
	sys_pread(other_fd, buffer, sizeof buffer, 0);
}

static void
a_device_that_does_not_rest_marks_the_pass(void **state)
{
	char script[64];
	struct one o;

	(void)state;
	signal(SIGUSR2, other_reads);
	snprintf(script, sizeof script, "sleep:1+=signal:%d", SIGUSR2);
	make(&o, script, "-s 1m -b 64k /fake/disk");
	/* Before the first pass, where nothing is in flight, nobody waits. */
	assert_int_equal(o.sample.flags, FLAG_SHORT);
	assert_int_equal(fake_calls(FAKE_SLEEP), 0);
	other_fd = sys_open("/fake/disk", O_RDONLY | O_DIRECT, 0);
	assert_int_equal(lab_pass(&o.lab, &o.site, 0, 2, MiB, &o.sample), 0);
	assert_int_equal(o.sample.flags, FLAG_SHORT | FLAG_LOAD);
	assert_true(fake_calls(FAKE_SLEEP) > 200);	/* 5 s of 20 ms */
	sys_close(other_fd);
	done(&o);
	signal(SIGUSR2, SIG_DFL);
}

static void
the_null_engine_touches_nothing(void **state)
{
	struct one o;

	(void)state;
	make(&o, "", "-s 1m -b 64k -e null /fake/file");
	assert_int_equal(o.rc, 0);
	assert_int_equal(o.sample.bytes, MiB);
	assert_true(o.sample.device.read_bytes == NOT_KNOWN);
	assert_true(o.sample.extents == NOT_KNOWN);
	assert_int_equal(fake_calls(FAKE_PREAD), 0);
	assert_int_equal(fake_calls(FAKE_SLEEP), 0);
	done(&o);
}

static void
a_stream_goes_on_until_it_ends(void **state)
{
	struct one o;

	(void)state;
	make(&o, "", "-s 40m -b 1m /fake/fifo");
	assert_int_equal(o.rc, 0);
	assert_int_equal(o.sample.bytes, 40 * MiB);
	assert_true(o.sample.short_transfers > 0);
	assert_int_equal(lab_pass(&o.lab, &o.site, 0, 2, 40 * MiB, &o.sample), 0);
	assert_int_equal(o.sample.bytes, 24 * MiB);
	assert_int_equal(o.sample.error.code, 0);
	assert_int_equal(lab_pass(&o.lab, &o.site, 0, 3, 40 * MiB, &o.sample),
	    -ENODATA);
	done(&o);
}

int
test_pass(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_job_reads_an_open_file_of_its_own),
		cmocka_unit_test(a_close_that_fails_is_a_write_that_failed),
		cmocka_unit_test(a_cold_read_costs_what_the_device_takes),
		cmocka_unit_test(warm_is_read_before_and_as_is_is_left_alone),
		cmocka_unit_test(
		    a_write_lands_on_a_file_of_its_own_and_is_flushed),
		cmocka_unit_test(each_way_to_flush_is_counted_once),
		cmocka_unit_test(
		    a_write_past_the_cache_finds_nothing_cached),
		cmocka_unit_test(the_time_limit_ends_a_pass),
		cmocka_unit_test(an_error_is_a_sample_and_names_its_place),
		cmocka_unit_test(what_stands_in_the_way_refuses_the_cell),
		cmocka_unit_test(a_stop_drops_the_pass_but_not_a_finished_one),
		cmocka_unit_test(zeros_are_noticed_where_they_mean_something),
		cmocka_unit_test(a_direct_tail_is_asked_for_in_whole_sectors),
		cmocka_unit_test(a_device_that_does_not_rest_marks_the_pass),
		cmocka_unit_test(the_null_engine_touches_nothing),
		cmocka_unit_test(a_stream_goes_on_until_it_ends),
	};

	return cmocka_run_group_tests_name("pass", tests, NULL, NULL);
}
