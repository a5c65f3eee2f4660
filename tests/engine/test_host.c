/* test_host -- counters and host facts, held against the real kernel. */
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "seqbench/counters.h"
#include "seqbench/file.h"
#include "seqbench/host.h"
#include "seqbench/sys.h"

#include "scratch.h"

int	test_host(void);

enum { MIB = 1024 * 1024, MS = 1000000 };

static void
the_host_says_what_uname_says(void **state)
{
	struct host h;
	struct utsname u;

	(void)state;
	host_look(&h);
	uname(&u);
	assert_string_equal(h.system, u.sysname);
	assert_string_equal(h.release, u.release);
	assert_string_equal(h.machine, u.machine);
	assert_true(h.cpus >= 1);
	assert_true(h.cpus <= (unsigned)sysconf(_SC_NPROCESSORS_CONF));
	double pages = (double)sysconf(_SC_PHYS_PAGES);
	double bytes = pages * (double)sysconf(_SC_PAGESIZE);
	assert_true((double)h.memory_bytes > bytes * 0.9);
	assert_true((double)h.memory_bytes < bytes * 1.1);
	assert_true(h.cgroup_cpus >= 0);
	assert_string_not_equal(h.clock, "");
	assert_null(strchr(h.distribution, '"'));
	print_message("%s, %s, %s, %s, %s\n", h.distribution, h.cpu, h.clock,
	    h.virtual_machine, h.container);
}

static void
only_the_cpus_that_may_be_used_count(void **state)
{
	cpu_set_t all, one;
	struct host h;

	(void)state;
	assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
	CPU_ZERO(&one);
	for (size_t i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; i++)
		if (CPU_ISSET(i, &all))
			CPU_SET(i, &one);
	assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
	host_look(&h);
	sched_setaffinity(0, sizeof all, &all);
	assert_int_equal(h.cpus, 1);
}

static void
looking_around_is_quick(void **state)
{
	struct host h;
	uint64_t best = UINT64_MAX;

	(void)state;
	for (int i = 0; i < 5; i++) {
		uint64_t before = sys_now();
		host_look(&h);
		uint64_t ns = sys_now() - before;
		if (ns < best)
			best = ns;
	}
	print_message("host_look: %llu us\n", (unsigned long long)best / 1000);
	/* The sanitizers take a part; 5 ms are for all of the start. */
	assert_true(best < 4 * MS);
}

static uint64_t
own_time(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return (uint64_t)ts.tv_sec * 1000 * MS + (uint64_t)ts.tv_nsec;
}

/* However long that takes where others work as well. */
static void
work(uint64_t ns)
{
	for (uint64_t end = own_time() + ns; own_time() < end;)
		;
}

static void
work_shows_in_the_counters_of_the_cpu(void **state)
{
	struct cpu_counters a, b;

	(void)state;
	counters_cpu(&a);
	work(60 * MS);
	sys_sleep(1 * MS);
	counters_cpu(&b);
	uint64_t used = b.user_ns + b.system_ns - a.user_ns - a.system_ns;
	assert_true(used > 10 * MS && used < 200 * MS);
	assert_true(b.voluntary > a.voluntary);
	assert_true(b.busy_ns > a.busy_ns);
	assert_true(b.busy_user_ns >= a.busy_user_ns);
	assert_true(b.busy_user_ns <= b.busy_ns);
	assert_true(b.total_ns - a.total_ns >= b.busy_ns - a.busy_ns);
}

static void *
spin(void *used)
{
	uint64_t user, system;

	work(30 * MS);
	counters_thread(&user, &system);
	*(uint64_t *)used = user + system;
	return NULL;
}

static void
a_thread_counts_for_itself(void **state)
{
	pthread_t thread;
	uint64_t before, after, system_before, system_after, used = 0;

	(void)state;
	counters_thread(&before, &system_before);
	assert_int_equal(pthread_create(&thread, NULL, spin, &used), 0);
	pthread_join(thread, NULL);
	counters_thread(&after, &system_after);
	assert_true(used > 5 * MS);
	assert_true(after + system_after - before - system_before < used);
}

static void
written_bytes_show_in_the_process_and_on_the_device(void **state)
{
	struct scratch *s = *state;
	struct cpu_counters a, b;
	struct device_counters before, after;
	struct fs_facts fs;
	struct stat st;

	int look = file_look(s->dir, &st);
	file_system_facts(look, &st, &fs);
	dev_t dev = file_system_device(look, &st, &fs);
	close(look);
	scratch_need(dev != 0, "TMPDIR is on no block device");
	counters_device(dev, &before);
	scratch_need(before.writes != NOT_KNOWN, "the device counts nothing");
	counters_cpu(&a);
	int fd = scratch_file(s, "written", MIB);
	assert_int_equal(fsync(fd), 0);
	counters_cpu(&b);
	counters_device(dev, &after);
	close(fd);
	unlink(s->path);
	assert_true(after.writes > before.writes);
	assert_true(after.write_bytes - before.write_bytes >= MIB);
	assert_true(after.busy_ns >= before.busy_ns);
	assert_true(after.queue_ns >= before.queue_ns);
	if (a.io_write_bytes != NOT_KNOWN)
		assert_true(b.io_write_bytes - a.io_write_bytes >= MIB);
}

static void
a_device_that_is_none_counts_nothing(void **state)
{
	struct device_counters c;
	struct io_limit l;

	(void)state;
	counters_device(0, &c);
	assert_true(c.read_bytes == NOT_KNOWN && c.write_bytes == NOT_KNOWN);
	assert_true(c.reads == NOT_KNOWN && c.writes == NOT_KNOWN);
	assert_true(c.discard_bytes == NOT_KNOWN && c.in_flight == NOT_KNOWN);
	assert_true(c.busy_ns == NOT_KNOWN && c.queue_ns == NOT_KNOWN);
	host_io_limit(0, &l);
	assert_true(l.read_bytes == NOT_KNOWN && l.write_bytes == NOT_KNOWN);
	assert_true(l.reads == NOT_KNOWN && l.writes == NOT_KNOWN);
}

static void
available_memory_is_less_than_all(void **state)
{
	struct host h;

	(void)state;
	host_look(&h);
	uint64_t bytes = memory_available();
	assert_true(bytes > 0 && bytes <= h.memory_bytes);
	assert_true(bytes <= h.cgroup_memory_bytes);
}

int
test_host(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_host_says_what_uname_says),
		cmocka_unit_test(only_the_cpus_that_may_be_used_count),
		cmocka_unit_test(looking_around_is_quick),
		cmocka_unit_test(work_shows_in_the_counters_of_the_cpu),
		cmocka_unit_test(a_thread_counts_for_itself),
		cmocka_unit_test(
		    written_bytes_show_in_the_process_and_on_the_device),
		cmocka_unit_test(a_device_that_is_none_counts_nothing),
		cmocka_unit_test(available_memory_is_less_than_all),
	};

	return cmocka_run_group_tests_name("host", tests, scratch_setup,
	    scratch_teardown);
}
