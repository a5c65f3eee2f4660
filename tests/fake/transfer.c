/* transfer -- what moving bytes costs, and what it leaves in the cache. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "fake/world.h"

enum {
	PIPE_BYTES	= 65536,	/* a pipe gives no more at once */
	FLUSH_UNIT	= 524288,	/* of one device write */
	KERNEL_MAX	= 0x7ffff000,	/* of one read(2) or write(2) */
};

/* What the device does for a call. */
struct moved {
	uint64_t	 off, bytes;
	uint64_t	 copied;	/* more, from memory */
	uint64_t	 transfers;
	bool		 writes;
};

static void	memory_pass(uint64_t bytes);
static void	device_pass(struct object *o, const struct moved *m);
static bool	direct(const struct object *o, int flags);
static bool	aligned(const struct object *o, const void *buf, size_t len,
		    uint64_t off);
static bool	stored(const struct object *o);
static size_t	room_for(struct object *o, size_t len, uint64_t off);
static void	mark_written(struct object *o, bool cached, const void *buf,
		    size_t len, uint64_t off);

int
fake_disk_below(const struct object *o)
{
	if (o->disk >= 0)
		return o->disk;
	return S_ISREG(o->mode) || S_ISDIR(o->mode) ? fake_fss[o->fs].disk :
	    -1;
}

static bool
stored(const struct object *o)
{
	return S_ISREG(o->mode) || S_ISBLK(o->mode);
}

/* Memory file systems take O_DIRECT and go through memory all the same. */
static bool
direct(const struct object *o, int flags)
{
	return (flags & O_DIRECT) != 0 && stored(o) && !fake_in_memory(o);
}

static bool
aligned(const struct object *o, const void *buf, size_t len, uint64_t off)
{
	int disk = fake_disk_below(o);
	uint64_t unit = disk >= 0 ? fake_disks[disk].sector : 512;

	return len % unit == 0 && off % unit == 0 && (uintptr_t)buf % 512 == 0;
}

static void
memory_pass(uint64_t bytes)
{
	uint64_t ns = MEMORY_NS + bytes / MEMORY_BYTES_PER_NS;

	fake_pass(ns, ns);
}

static void
device_pass(struct object *o, const struct moved *m)
{
	struct world *w = fake_world();
	int disk = fake_disk_below(o);
	uint64_t slow = o->disk >= 0 ? fake_disks[o->disk].slow_from : 0;
	uint64_t ns = m->transfers * CALL_NS +
	    (slow != 0 && m->off >= slow ? 4 : 1) * m->bytes;

	fake_pass(ns + m->copied / MEMORY_BYTES_PER_NS, MEMORY_NS +
	    (m->bytes + m->copied) / MEMORY_BYTES_PER_NS);
	w->switches++;
	if (m->writes)
		w->io_write_bytes += m->bytes;
	else
		w->io_read_bytes += m->bytes;
	if (disk < 0)
		return;
	w->disk[disk].busy_ns += ns;
	if (m->writes) {
		w->disk[disk].write_bytes += m->bytes;
		w->disk[disk].writes += m->transfers;
	} else {
		w->disk[disk].read_bytes += m->bytes;
		w->disk[disk].reads += m->transfers;
	}
}

ssize_t
fake_transfer_in(const struct descriptor *d, void *buf, size_t len,
    uint64_t off)
{
	struct object *o = d->object;
	int flags = d->flags;
	uint64_t cold = 0;

	if (S_ISDIR(o->mode))
		return -EISDIR;
	if (direct(o, flags) && !aligned(o, buf, len, off))
		return -EINVAL;
	if (len > KERNEL_MAX)
		len = KERNEL_MAX;
	if (S_ISFIFO(o->mode)) {
		off = o->count.read_bytes;
		if (len > PIPE_BYTES)
			len = PIPE_BYTES;
	}
	if ((o->flags & ROW_SINK) != 0)
		len = 0;
	if (!S_ISCHR(o->mode) && (off >= o->bytes || len > o->bytes - off))
		len = off >= o->bytes ? 0 : (size_t)(o->bytes - off);
	if (direct(o, flags))
		cold = len;
	else if (stored(o))
		cold = fake_page_bytes(o, off, len, PAGE_RESIDENT, false);
	if (cold > 0)
		device_pass(o, &(struct moved){ off, cold,
		    cold < len ? len - cold : 0, fake_windows(d, off, len), false });
	else
		memory_pass(len);
	if (stored(o) && len > 0 && !direct(o, flags))
		fake_page_set(o, off, len, PAGE_RESIDENT, 0);
	fake_fill(o, buf, len, off);
	fake_stored(o, buf, len, off);
	o->count.reads++;
	o->count.read_bytes += len;
	return (ssize_t)len;
}

/* How much of len finds room: less at the end of the device or space. */
static size_t
room_for(struct object *o, size_t len, uint64_t off)
{
	uint64_t end = o->bytes;

	if (S_ISREG(o->mode)) {
		if (fake_reserve(o, off + len) == 0)
			return len;
		end = o->allocated + fake_world()->free_bytes[o->fs];
	}
	if (off >= end)
		return 0;
	if (len > end - off)
		len = (size_t)(end - off);
	return !S_ISREG(o->mode) || fake_reserve(o, off + len) == 0 ? len : 0;
}

static void
mark_written(struct object *o, bool cached, const void *buf, size_t len,
    uint64_t off)
{
	const unsigned char *b = buf;
	unsigned add = PAGE_WRITTEN;

	if (cached)
		add |= PAGE_RESIDENT;
	if (cached && !fake_in_memory(o))
		add |= PAGE_DIRTY;
	fake_page_set(o, off, len, add,
	    PAGE_ZEROS | (cached ? 0 : PAGE_RESIDENT | PAGE_DIRTY));
	for (size_t i = 0; i + PAGE <= len && off % PAGE == 0; i += PAGE) {
		if (b[i] == 0 && memcmp(b + i, b + i + 1, PAGE - 1) == 0)
			fake_page_set(o, off + i, PAGE, PAGE_ZEROS, 0);
	}
}

ssize_t
fake_transfer_out(struct object *o, int flags, const void *buf, size_t len,
    uint64_t off)
{
	if (direct(o, flags) && !aligned(o, buf, len, off))
		return -EINVAL;
	if ((o->flags & ROW_FULL) != 0)
		return -ENOSPC;
	if (len > KERNEL_MAX)
		len = KERNEL_MAX;
	if (stored(o) && len > 0) {
		len = room_for(o, len, off);
		if (len == 0)
			return -ENOSPC;
		mark_written(o, !direct(o, flags), buf, len, off);
		fake_store(o, buf, len, off);
		if (off + len > o->bytes)
			o->bytes = off + len;
		o->changed_ns = fake_world()->now_ns;
	}
	if (direct(o, flags))
		device_pass(o, &(struct moved){ off, len, 0, 1, true });
	else
		memory_pass((o->flags & ROW_SINK) != 0 ? 0 : len);
	if (stored(o) && !direct(o, flags) && !fake_in_memory(o))
		fake_world()->io_write_bytes += len;
	o->count.writes++;
	o->count.written_bytes += len;
	if ((flags & O_DSYNC) != 0)		/* O_SYNC has that bit too */
		fake_flush(o, off, len, FLUSH_NS);
	return (ssize_t)len;
}

void
fake_flush(struct object *o, uint64_t off, uint64_t len, uint64_t ns)
{
	struct world *w = fake_world();
	int disk = fake_disk_below(o);
	uint64_t dirty;

	if (!stored(o) || fake_in_memory(o))
		return;
	dirty = fake_page_bytes(o, off, len, PAGE_DIRTY, true);
	fake_pass(ns + DIRTY_NS_PER_BYTE * dirty,
	    dirty / MEMORY_BYTES_PER_NS);
	w->switches++;
	if (dirty == 0)
		return;
	fake_page_set(o, off, len < o->bytes - off ? len : o->bytes - off, 0,
	    PAGE_DIRTY);
	if (disk < 0)
		return;
	w->disk[disk].busy_ns += DIRTY_NS_PER_BYTE * dirty;
	w->disk[disk].write_bytes += dirty;
	w->disk[disk].writes += (dirty + FLUSH_UNIT - 1) / FLUSH_UNIT;
}
