/* memory_freebsd -- the pages behind a mapping, and what is left to have. */
#include <sys/types.h>
#include <sys/mman.h>

#include <unistd.h>

#include "seqbench/file.h"

#include "sysctl.h"

uint64_t
memory_page_bytes(const void *addr)
{
	size_t sizes[2];
	char state;

	if (getpagesizes(sizes, 2) < 1)
		return NOT_KNOWN;
	const char *page = (const char *)addr - (uintptr_t)addr % sizes[0];
	if (mincore(page, sizes[0], &state) < 0)
		return NOT_KNOWN;
	return (state & MINCORE_SUPER) != 0 ? sizes[1] : sizes[0];
}

uint64_t
memory_available(void)
{
	uint64_t unused = sysctl_number("vm.stats.vm.v_free_count");
	uint64_t inactive = sysctl_number("vm.stats.vm.v_inactive_count");

	if (unused == NOT_KNOWN || inactive == NOT_KNOWN)
		return NOT_KNOWN;
	return (unused + inactive) * (uint64_t)getpagesize();
}
