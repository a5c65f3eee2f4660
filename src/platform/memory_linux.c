/* memory_linux -- the pages behind a mapping, and what is left to have. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "seqbench/file.h"

#include "cgroup.h"
#include "sysfs.h"

/* "Rss:   2048 kB" */
static void
take(const char *line, const char *key, uint64_t *bytes)
{
	uint64_t kib = sysfs_parse(sysfs_value(line, key));

	if (kib != NOT_KNOWN)
		*bytes = kib * 1024;
}

/* A mapping's first line in smaps, "7f00-7f80 rw-p ..". */
static bool
is_header(const char *line, uint64_t *start, uint64_t *end)
{
	return sscanf(line, "%" SCNx64 "-%" SCNx64 " ", start, end) == 2;
}

uint64_t
memory_page_bytes(const void *addr)
{
	uint64_t at = (uint64_t)(uintptr_t)addr, start, end;
	uint64_t resident = 0, huge = 0, page = NOT_KNOWN;
	char *line = NULL;
	size_t size = 0;
	bool inside = false;
	FILE *f = fopen("/proc/self/smaps", "re");

	while (f != NULL && getline(&line, &size, f) > 0) {
		if (is_header(line, &start, &end)) {
			if (inside)
				break;
			inside = start <= at && at < end;
		} else if (inside) {
			take(line, "Rss", &resident);
			take(line, "AnonHugePages", &huge);
			take(line, "KernelPageSize", &page);
		}
	}
	free(line);
	if (f != NULL)
		fclose(f);
	if (huge > 0 && huge >= resident / 2)
		page = sysfs_number("/sys/kernel/mm/transparent_hugepage/"
		    "hpage_pmd_size");
	return page;
}

uint64_t
memory_available(void)
{
	char text[1024];
	uint64_t bytes = NOT_KNOWN, limit, left;

	sysfs_read(text, sizeof text, "/proc/meminfo");
	take(text, "MemAvailable", &bytes);
	cgroup_memory(&limit, &left);
	return left < bytes ? left : bytes;
}
