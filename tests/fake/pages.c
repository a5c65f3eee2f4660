/* pages -- the page cache, the sizes of files and the space they take. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake/world.h"

/* Jobs are threads, and what one reads may grow the table of another. */
static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;

static void	grow(struct object *o, uint64_t pages);
static uint64_t	page_end(uint64_t off, uint64_t len);

bool
fake_in_memory(const struct object *o)
{
	return S_ISREG(o->mode) && fake_fss[o->fs].memory;
}

static uint64_t
page_end(uint64_t off, uint64_t len)
{
	return (off + len + PAGE - 1) / PAGE;
}

static void
grow(struct object *o, uint64_t pages)
{
	if (pages <= o->pages)
		return;
	/* Sequential writes come page by page. */
	if (pages < 2 * o->pages)
		pages = 2 * o->pages;
	/* Not realloc(): tests/fault makes that fail. */
	o->page = reallocarray(o->page, pages, 1);
	if (o->page == NULL) {
		fprintf(stderr, "fake: out of memory\n");
		abort();
	}
	memset(o->page + o->pages, 0, pages - o->pages);
	o->pages = pages;
}

static unsigned
look_up(const struct object *o, uint64_t page)
{
	unsigned state = page < o->pages ? o->page[page] : 0;
	uint64_t written = 0;

	if (o->row != NULL)
		written = (o->flags & ROW_HOLES) != 0 ? o->row->bytes / 2 :
		    o->row->bytes;
	if (page * PAGE < written)
		state |= PAGE_WRITTEN;
	if (fake_in_memory(o))
		state |= PAGE_RESIDENT;
	return state;
}

unsigned
fake_page_get(const struct object *o, uint64_t page)
{
	unsigned state;

	pthread_mutex_lock(&table);
	state = look_up(o, page);
	pthread_mutex_unlock(&table);
	return state;
}

void
fake_page_set(struct object *o, uint64_t off, uint64_t len, unsigned add,
    unsigned remove)
{
	uint64_t end = page_end(off, len);

	pthread_mutex_lock(&table);
	grow(o, end);
	for (uint64_t i = off / PAGE; i < end; i++)
		o->page[i] = (unsigned char)((o->page[i] & ~remove) | add);
	pthread_mutex_unlock(&table);
}

uint64_t
fake_page_bytes(const struct object *o, uint64_t off, uint64_t len,
    enum page_state state, bool wanted)
{
	uint64_t n = 0;

	if (off >= o->bytes)
		return 0;
	if (len > o->bytes - off)
		len = o->bytes - off;
	pthread_mutex_lock(&table);
	for (uint64_t i = off / PAGE; i < page_end(off, len); i++)
		n += ((look_up(o, i) & state) != 0) == wanted;
	pthread_mutex_unlock(&table);
	return n * PAGE;
}

void
fake_drop(struct object *o, uint64_t off, uint64_t len)
{
	uint64_t end = page_end(off, len);

	if (fake_world()->script.drop_never)
		return;
	for (uint64_t i = off / PAGE; i < end && i < o->pages; i++) {
		if ((o->page[i] & PAGE_DIRTY) == 0)
			o->page[i] &= (unsigned char)~PAGE_RESIDENT;
	}
}

void
fake_resize(struct object *o, uint64_t bytes)
{
	uint64_t keep = page_end(bytes, 0);

	if (o->pages > keep)
		memset(o->page + keep, 0, o->pages - keep);
	if (o->allocated > bytes) {
		fake_world()->free_bytes[o->fs] += o->allocated - bytes;
		o->allocated = bytes;
	}
	o->bytes = bytes;
	o->changed_ns = fake_world()->now_ns;
}

int
fake_reserve(struct object *o, uint64_t bytes)
{
	uint64_t *available = &fake_world()->free_bytes[o->fs];

	if (bytes <= o->allocated)
		return 0;
	if (bytes - o->allocated > *available)
		return -ENOSPC;
	*available -= bytes - o->allocated;
	o->allocated = bytes;
	return 0;
}
