/* cpu -- the CPU time of this process and of a thread. */
#include "seqbench/counters.h"

#include <sys/time.h>
#include <sys/resource.h>

#include "seqbench/file.h"

#include "cpu.h"

static uint64_t
nanoseconds(const struct timeval *tv)
{
	return (uint64_t)tv->tv_sec * 1000000000 + (uint64_t)tv->tv_usec * 1000;
}

void
counters_cpu(struct cpu_counters *out)
{
	struct rusage ru;

	getrusage(RUSAGE_SELF, &ru);
	*out = (struct cpu_counters){
		.user_ns = nanoseconds(&ru.ru_utime),
		.system_ns = nanoseconds(&ru.ru_stime),
		.voluntary = (uint64_t)ru.ru_nvcsw,
		.involuntary = (uint64_t)ru.ru_nivcsw,
		.busy_ns = NOT_KNOWN,
		.total_ns = NOT_KNOWN,
		.busy_user_ns = NOT_KNOWN,
		.io_read_bytes = NOT_KNOWN,
		.io_write_bytes = NOT_KNOWN,
	};
	cpu_system(out);
}

void
counters_thread(uint64_t *user_ns, uint64_t *system_ns)
{
	struct rusage ru;

	getrusage(RUSAGE_THREAD, &ru);
	*user_ns = nanoseconds(&ru.ru_utime);
	*system_ns = nanoseconds(&ru.ru_stime);
}
