/* queue -- a kernel without io_uring and mappings of files. */
#include <errno.h>

#include "fake/world.h"
#include "seqbench/file.h"
#include "seqbench/queue.h"
#include "seqbench/sys.h"

int
sys_uring_setup(unsigned entries, struct io_uring_params *p)
{
	(void)entries;
	(void)p;
	return -ENOSYS;
}

int
sys_uring_enter(int ring, unsigned submit, unsigned min, unsigned flags)
{
	(void)ring;
	(void)submit;
	(void)min;
	(void)flags;
	return -ENOSYS;
}

int
sys_uring_register(int ring, unsigned what, const void *arg, unsigned n)
{
	(void)ring;
	(void)what;
	(void)arg;
	(void)n;
	return -ENOSYS;
}

int
sys_uring_map(int ring, uint64_t area, size_t len, void **out)
{
	(void)ring;
	(void)area;
	(void)len;
	*out = NULL;
	return -ENOSYS;
}

void
sys_uring_unmap(void *addr, size_t len)
{
	(void)addr;
	(void)len;
}

int
sys_memlock_raise(void)
{
	return 0;
}

static const struct queue_facts usual = {
	.major = 6, .minor = 18, .root = true,
	.aio_most = 65536,
	.memlock_bytes = 8 << 20,
};
static const struct queue_facts *facts = &usual;

void
fake_queue_facts(const struct queue_facts *wanted)
{
	facts = wanted != NULL ? wanted : &usual;
}

void
queue_look(struct queue_facts *out)
{
	*out = *facts;
}

int
sys_map_file(int fd, bool write, off_t off, size_t len, void **out)
{
	(void)fd;
	(void)write;
	(void)off;
	(void)len;
	*out = NULL;
	return -ENODEV;
}

int
sys_map_flush(void *addr, size_t len)
{
	(void)addr;
	(void)len;
	return 0;
}

void
sys_unmap_file(void *addr, size_t len)
{
	(void)addr;
	(void)len;
}

ssize_t
sys_read_dontcache(int fd, void *buf, size_t len)
{
	struct descriptor *d = fake_descriptor(fd);
	ssize_t n = sys_pread_dontcache(fd, buf, len, d->offset);

	if (n > 0)
		d->offset += n;
	return n;
}

/* Moved as ever, then dropped; what is written stays until it is flushed. */
ssize_t
sys_pread_dontcache(int fd, void *buf, size_t len, off_t off)
{
	ssize_t n = sys_pread(fd, buf, len, off);
	struct object *o = fake_object(fake_descriptor(fd));

	if (n > 0)
		fake_drop(o, (uint64_t)off, (uint64_t)n);
	return n;
}

ssize_t
sys_pwrite_dontcache(int fd, const void *buf, size_t len, off_t off)
{
	return sys_pwrite(fd, buf, len, off);
}
