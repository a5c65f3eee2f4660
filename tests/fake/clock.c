/* clock -- the virtual clock and what the system counted meanwhile. */
#include <pthread.h>

#include "fake/world.h"
#include "seqbench/counters.h"
#include "seqbench/file.h"
#include "seqbench/sys.h"

enum { CPUS = 2 };

bool
fake_is_first_thread(void)
{
	return pthread_equal(fake_world()->thread, pthread_self());
}

/*
 * Threads that only watch must not move the clock, or the output would
 * depend on how often they ran.
 */
void
fake_pass(uint64_t ns, uint64_t cpu_ns)
{
	struct world *w = fake_world();

	if (!fake_is_first_thread())
		return;
	w->now_ns += ns;
	w->system_ns += cpu_ns;
	w->looked = false;
}

uint64_t
sys_now(void)
{
	struct world *w = fake_world();

	if (fake_is_first_thread()) {
		if (w->looked) {
			w->now_ns += FAKE_LOOK_NS;
			w->user_ns += FAKE_LOOK_NS;
		}
		w->looked = true;
	}
	return w->now_ns;
}

uint64_t
sys_wall(void)
{
	return FAKE_EPOCH_NS + fake_world()->now_ns;
}

int
sys_sleep(uint64_t ns)
{
	int rc = fake_enter(FAKE_SLEEP, NULL, NULL);

	if (rc == 0)
		fake_pass(ns, 0);
	return rc;
}

/* One of two: it reads every other transfer, and writes all. */
static void
count_half(struct device_counters *out, const struct disk_count *whole)
{
	*out = (struct device_counters){
		.read_bytes = whole->read_bytes / 2,
		.write_bytes = whole->write_bytes,
		.reads = whole->reads / 2,
		.writes = whole->writes,
		.busy_ns = whole->busy_ns,
		.queue_ns = whole->busy_ns,
	};
}

void
counters_device(dev_t dev, struct device_counters *out)
{
	const struct world *w = fake_world();
	int disk = fake_disk_of(dev);

	*out = (struct device_counters){ NOT_KNOWN, NOT_KNOWN, NOT_KNOWN,
	    NOT_KNOWN, NOT_KNOWN, NOT_KNOWN, NOT_KNOWN, NOT_KNOWN };
	if (disk < 0 || w->script.counters_off)
		return;
	if (fake_disks[disk].mirrors != 0) {
		count_half(out, &w->disk[fake_disks[disk].mirrors]);
		return;
	}
	*out = (struct device_counters){
		.read_bytes = w->disk[disk].read_bytes,
		.write_bytes = w->disk[disk].write_bytes,
		.reads = w->disk[disk].reads,
		.writes = w->disk[disk].writes,
		.busy_ns = w->disk[disk].busy_ns,
		.queue_ns = w->disk[disk].busy_ns,
	};
}

void
counters_cpu(struct cpu_counters *out)
{
	const struct world *w = fake_world();

	*out = (struct cpu_counters){
		.user_ns = w->user_ns,
		.system_ns = w->system_ns,
		.voluntary = w->switches,
		.busy_ns = w->user_ns + w->system_ns,
		.total_ns = CPUS * w->now_ns,
		.busy_user_ns = w->user_ns,
		.io_read_bytes = w->io_read_bytes,
		.io_write_bytes = w->io_write_bytes,
	};
}

void
counters_thread(uint64_t *user_ns, uint64_t *system_ns)
{
	const struct world *w = fake_world();
	bool first = fake_is_first_thread();

	*user_ns = first ? w->user_ns : 0;
	*system_ns = first ? w->system_ns : 0;
}
