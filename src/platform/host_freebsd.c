/* host_freebsd -- the machine, and what it runs in. */
#include "seqbench/host.h"

#include <sys/param.h>
#include <sys/cpuset.h>
#include <sys/utsname.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "seqbench/file.h"

#include "sysctl.h"

static unsigned
usable_cpus(void)
{
	cpuset_t set;

	if (cpuset_getaffinity(CPU_LEVEL_WHICH, CPU_WHICH_PID, -1, sizeof set,
	    &set) < 0)
		return (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
	return (unsigned)CPU_COUNT(&set);
}

void
host_look(struct host *out)
{
	struct utsname u;

	*out = (struct host){ .cgroup_memory_bytes = NOT_KNOWN };
	if (uname(&u) == 0) {
		snprintf(out->name, sizeof out->name, "%s", u.nodename);
		snprintf(out->system, sizeof out->system, "%.64s", u.sysname);
		snprintf(out->release, sizeof out->release, "%.64s", u.release);
		snprintf(out->machine, sizeof out->machine, "%.64s", u.machine);
	}
	sysctl_text("hw.model", out->cpu, sizeof out->cpu);
	out->cpus = usable_cpus();
	out->memory_bytes = sysctl_number("hw.physmem");
	sysctl_text("kern.timecounter.hardware", out->clock,
	    sizeof out->clock);
	sysctl_text("kern.vm_guest", out->virtual_machine,
	    sizeof out->virtual_machine);
	if (strcmp(out->virtual_machine, "none") == 0)
		*out->virtual_machine = '\0';
	if (sysctl_number("security.jail.jailed") == 1)
		snprintf(out->container, sizeof out->container, "jail");
}

/* rctl(8) limits I/O of processes, not to a device. */
void
host_io_limit(dev_t dev, struct io_limit *out)
{
	(void)dev;
	*out = IO_UNLIMITED;
}
