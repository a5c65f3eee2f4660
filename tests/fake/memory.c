/* memory -- transfer buffers: real memory, made-up pages. */
#include <errno.h>
#include <stdlib.h>

#include "fake/world.h"
#include "seqbench/file.h"
#include "seqbench/sys.h"

#define TWO_MIB	((size_t)2 << 20)

int
sys_map(size_t len, int huge, void **out)
{
	struct world *w = fake_world();
	int rc = fake_enter(FAKE_MAP, NULL, NULL);

	*out = NULL;
	if (rc < 0)
		return rc;
	len = (len + TWO_MIB - 1) / TWO_MIB * TWO_MIB;
	for (size_t i = 0; i < MAPPING_MAX; i++) {
		struct mapping *m = &w->mapping[i];

		if (m->base != NULL)
			continue;
		m->base = calloc(1, len + TWO_MIB);
		if (m->base == NULL)
			return -ENOMEM;
		m->start = (char *)m->base +
		    (TWO_MIB - (uintptr_t)m->base % TWO_MIB);
		m->bytes = len;
		m->huge = huge != 0;
		*out = m->start;
		return 0;
	}
	return -ENOMEM;
}

void
sys_unmap(void *addr, size_t len)
{
	struct world *w = fake_world();

	(void)len;
	for (size_t i = 0; i < MAPPING_MAX; i++) {
		if (w->mapping[i].base == NULL || w->mapping[i].start != addr)
			continue;
		free(w->mapping[i].base);
		w->mapping[i] = (struct mapping){ 0 };
	}
}

unsigned
fake_mappings(void)
{
	const struct world *w = fake_world();
	unsigned n = 0;

	for (size_t i = 0; i < MAPPING_MAX; i++)
		n += w->mapping[i].base != NULL;
	return n;
}

uint64_t
memory_page_bytes(const void *addr)
{
	const struct world *w = fake_world();

	for (size_t i = 0; i < MAPPING_MAX; i++) {
		const struct mapping *m = &w->mapping[i];

		if (m->base != NULL && (uintptr_t)addr >= (uintptr_t)m->start &&
		    (uintptr_t)addr < (uintptr_t)m->start + m->bytes)
			return m->huge ? TWO_MIB : PAGE;
	}
	return NOT_KNOWN;
}

uint64_t
memory_available(void)
{
	uint64_t bytes = fake_world()->script.memory_bytes;

	return bytes != 0 ? bytes : 6ull << 30;
}
