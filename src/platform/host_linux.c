/* host_linux -- the machine, and what it runs in. */
#include "seqbench/host.h"

#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "seqbench/file.h"

#include "cgroup.h"
#include "sysfs.h"

#define CLOCKS	"/sys/devices/system/clocksource/clocksource0/"
#define DMI	"/sys/class/dmi/id/"

/* A file whose first line holds a word that gives its writer away. */
struct sign {
	const char	*file, *word, *name;
};

/* The clocks that a hypervisor offers are there where its name is not. */
static const struct sign virtual_machines[] = {
	{ "/sys/hypervisor/type",		"xen",		"Xen" },
	{ DMI "sys_vendor",			"VMware",	"VMware" },
	{ DMI "sys_vendor",			"innotek",	"VirtualBox" },
	{ DMI "sys_vendor",			"Parallels",	"Parallels" },
	{ DMI "product_name",		"Virtual Machine",	"Hyper-V" },
	{ CLOCKS "available_clocksource",	"hyperv",	"Hyper-V" },
	{ CLOCKS "available_clocksource",	"kvm-clock",	"KVM" },
	{ DMI "product_name",			"KVM",		"KVM" },
	{ DMI "sys_vendor",			"QEMU",		"QEMU" },
};

static const struct sign containers[] = {
	{ "/proc/self/cgroup",	"/kubepods",	"kubernetes" },
	{ "/proc/self/cgroup",	"/docker",	"docker" },
	{ "/proc/self/cgroup",	"/libpod",	"podman" },
	{ "/proc/self/cgroup",	"/lxc",		"lxc" },
};

static const char *
find_sign(const struct sign *signs, size_t n)
{
	char text[4096];

	for (size_t i = 0; i < n; i++)
		if (sysfs_read(text, sizeof text, "%s", signs[i].file) &&
		    strstr(text, signs[i].word) != NULL)
			return signs[i].name;
	return NULL;
}

static void
look_at_system(struct host *h)
{
	struct utsname u;

	if (uname(&u) == 0) {
		snprintf(h->name, sizeof h->name, "%s", u.nodename);
		snprintf(h->system, sizeof h->system, "%s", u.sysname);
		snprintf(h->release, sizeof h->release, "%s", u.release);
		snprintf(h->machine, sizeof h->machine, "%s", u.machine);
	}
}

/* os-release(5): values may be quoted. */
static void
look_at_distribution(struct host *h)
{
	char text[4096], *name = h->distribution;

	if (!sysfs_read(text, sizeof text, "/etc/os-release"))
		sysfs_read(text, sizeof text, "/usr/lib/os-release");
	sysfs_copy(name, sizeof h->distribution,
	    sysfs_value(text, "PRETTY_NAME"));
	if (*name == '"' || *name == '\'') {
		memmove(name, name + 1, strlen(name));
		name[strcspn(name, "\"'")] = '\0';
	}
}

/* Returns true when the CPU says that a hypervisor is below it (x86). */
static bool
look_at_cpu(struct host *h)
{
	char text[4096];
	cpu_set_t set;

	sysfs_read(text, sizeof text, "/proc/cpuinfo");
	sysfs_copy(h->cpu, sizeof h->cpu, sysfs_value(text, "model name"));
	if (*h->cpu == '\0')
		sysfs_line(h->cpu, sizeof h->cpu,
		    "/sys/firmware/devicetree/base/model");
	h->cpus = sched_getaffinity(0, sizeof set, &set) == 0 ?
	    (unsigned)CPU_COUNT(&set) :
	    (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
	sysfs_line(h->governor, sizeof h->governor,
	    "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
	sysfs_line(h->clock, sizeof h->clock, CLOCKS "current_clocksource");
	return strstr(text, " hypervisor ") != NULL;
}

static const char *
container_name(void)
{
	if (access("/.dockerenv", F_OK) == 0)
		return "docker";
	if (access("/run/.containerenv", F_OK) == 0)
		return "podman";
	if (getenv("KUBERNETES_SERVICE_HOST") != NULL)
		return "kubernetes";
	return find_sign(containers, sizeof containers / sizeof containers[0]);
}

static void
look_around(struct host *h, bool has_hypervisor)
{
	const char *name = find_sign(virtual_machines,
	    sizeof virtual_machines / sizeof virtual_machines[0]);

	if (name == NULL && has_hypervisor)
		name = "of an unknown kind";
	if (name != NULL)
		snprintf(h->virtual_machine, sizeof h->virtual_machine, "%s",
		    name);
	name = container_name();
	if (name != NULL)
		snprintf(h->container, sizeof h->container, "%s", name);
	else	/* systemd leaves there what it was told by its starter */
		sysfs_line(h->container, sizeof h->container,
		    "/run/systemd/container");
}

void
host_look(struct host *out)
{
	struct sysinfo si;
	uint64_t available;

	*out = (struct host){ .memory_bytes = NOT_KNOWN };
	look_at_system(out);
	look_at_distribution(out);
	look_around(out, look_at_cpu(out));
	if (sysinfo(&si) == 0)
		out->memory_bytes = (uint64_t)si.totalram * si.mem_unit;
	cgroup_memory(&out->cgroup_memory_bytes, &available);
	out->cgroup_cpus = cgroup_cpus();
}
