/* calls -- the data path: each is a look at the script and a transfer. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>

#include "fake/world.h"
#include "seqbench/sys.h"

/* Jobs are threads, and the world is one. */
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static int	usable(const struct descriptor *d, bool writes);
static ssize_t	read_at(int fd, void *buf, size_t len, off_t off);
static ssize_t	write_at(int fd, const void *buf, size_t len, off_t off);
static int	flush(enum fake_call call, int fd);

/* 0 when d may be used to read or write. */
static int
usable(const struct descriptor *d, bool writes)
{
	int mode;

	if (d == NULL || d->look_only)
		return -EBADF;
	mode = d->flags & O_ACCMODE;
	if (mode != O_RDWR && mode != (writes ? O_WRONLY : O_RDONLY))
		return -EBADF;
	return 0;
}

ssize_t
sys_read(int fd, void *buf, size_t len)
{
	struct descriptor *d = fake_descriptor(fd);
	ssize_t n = fake_enter(FAKE_READ, fake_object(d), &len);

	if (n == 0)
		n = usable(d, false);
	if (n == 0)
		n = fake_transfer_in(d, buf, len, (uint64_t)d->offset);
	if (n > 0)
		d->offset += n;
	return n;
}

ssize_t
sys_write(int fd, const void *buf, size_t len)
{
	struct descriptor *d = fake_descriptor(fd);
	ssize_t n = fake_enter(FAKE_WRITE, fake_object(d), &len);

	if (n == 0)
		n = usable(d, true);
	if (n < 0)
		return n;
	if ((d->flags & O_APPEND) != 0)
		d->offset = (off_t)d->object->bytes;
	n = fake_transfer_out(d->object, d->flags, buf, len,
	    (uint64_t)d->offset);
	if (n > 0)
		d->offset += n;
	return n;
}

ssize_t
sys_pread(int fd, void *buf, size_t len, off_t off)
{
	ssize_t n;

	pthread_mutex_lock(&turn);
	n = read_at(fd, buf, len, off);
	pthread_mutex_unlock(&turn);
	return n;
}

static ssize_t
read_at(int fd, void *buf, size_t len, off_t off)
{
	struct descriptor *d = fake_descriptor(fd);
	ssize_t n = fake_enter(FAKE_PREAD, fake_object(d), &len);

	if (n == 0)
		n = usable(d, false);
	if (n < 0)
		return n;
	if (S_ISFIFO(d->object->mode))
		return -ESPIPE;
	if (off < 0)
		return -EINVAL;
	return fake_transfer_in(d, buf, len, (uint64_t)off);
}

ssize_t
sys_pwrite(int fd, const void *buf, size_t len, off_t off)
{
	ssize_t n;

	pthread_mutex_lock(&turn);
	n = write_at(fd, buf, len, off);
	pthread_mutex_unlock(&turn);
	return n;
}

static ssize_t
write_at(int fd, const void *buf, size_t len, off_t off)
{
	struct descriptor *d = fake_descriptor(fd);
	ssize_t n = fake_enter(FAKE_PWRITE, fake_object(d), &len);

	if (n == 0)
		n = usable(d, true);
	if (n < 0)
		return n;
	if (S_ISFIFO(d->object->mode))
		return -ESPIPE;
	if (off < 0)
		return -EINVAL;
	return fake_transfer_out(d->object, d->flags, buf, len, (uint64_t)off);
}

static int
flush(enum fake_call call, int fd)
{
	struct descriptor *d = fake_descriptor(fd);
	int rc = fake_enter(call, fake_object(d), NULL);

	if (rc < 0)
		return rc;
	if (d == NULL || d->look_only)
		return -EBADF;
	if (S_ISFIFO(d->object->mode) || S_ISCHR(d->object->mode))
		return -EINVAL;
	d->object->count.flushes++;
	fake_flush(d->object, 0, d->object->bytes, FLUSH_NS - CALL_NS);
	return 0;
}

int
sys_fsync(int fd)
{
	return flush(FAKE_FSYNC, fd);
}

int
sys_fdatasync(int fd)
{
	return flush(FAKE_FDATASYNC, fd);
}

int
sys_write_out(int fd, off_t off, off_t len)
{
	struct descriptor *d = fake_descriptor(fd);
	int rc = fake_enter(FAKE_WRITE_OUT, fake_object(d), NULL);

	if (rc < 0)
		return rc;
	if (d == NULL || d->look_only)
		return -EBADF;
	if (S_ISFIFO(d->object->mode) || S_ISCHR(d->object->mode))
		return -ESPIPE;
	if (off < 0 || len < 0)
		return -EINVAL;
	fake_flush(d->object, (uint64_t)off, (uint64_t)len, 0);
	return 0;
}

int
sys_drop(int fd, off_t off, off_t len)
{
	struct descriptor *d = fake_descriptor(fd);
	int rc = fake_enter(FAKE_DROP_RANGE, fake_object(d), NULL);

	if (rc < 0)
		return rc;
	if (d == NULL || d->look_only)
		return -EBADF;
	if (S_ISFIFO(d->object->mode))
		return -ESPIPE;
	if (off < 0 || len < 0)
		return -EINVAL;
	fake_drop(d->object, (uint64_t)off, len > 0 ? (uint64_t)len :
	    d->object->bytes);
	return 0;
}

int
sys_no_readahead(int fd)
{
	struct descriptor *d = fake_descriptor(fd);
	int rc = fake_enter(FAKE_FCNTL, fake_object(d), NULL);

	if (rc < 0)
		return rc;
	if (d == NULL || d->look_only)
		return -EBADF;
	d->window = FAKE_READAHEAD;
	return 0;
}

int
sys_syncfs(int fd)
{
	struct world *w = fake_world();
	struct descriptor *d = fake_descriptor(fd);
	int rc = fake_enter(FAKE_SYNCFS, fake_object(d), NULL);

	if (rc < 0)
		return rc;
	if (d == NULL || d->look_only)
		return -EBADF;
	for (size_t i = 0; i < OBJECT_MAX; i++) {
		struct object *o = &w->object[i];

		if (o->ino != 0 && S_ISREG(o->mode) && o->fs == d->object->fs)
			fake_flush(o, 0, o->bytes, 0);
	}
	return 0;
}

int
sys_ftruncate(int fd, off_t len)
{
	struct descriptor *d = fake_descriptor(fd);
	int rc = fake_enter(FAKE_FTRUNCATE, fake_object(d), NULL);

	if (rc == 0)
		rc = usable(d, true);
	if (rc < 0)
		return rc;
	if (!S_ISREG(d->object->mode) || len < 0)
		return -EINVAL;
	fake_resize(d->object, (uint64_t)len);
	return 0;
}

int
sys_allocate(int fd, off_t off, off_t len)
{
	struct descriptor *d = fake_descriptor(fd);
	int rc = fake_enter(FAKE_ALLOCATE, fake_object(d), NULL);
	uint64_t end;

	if (rc == 0)
		rc = usable(d, true);
	if (rc < 0)
		return rc;
	if (off < 0 || len <= 0)
		return -EINVAL;
	if (!S_ISREG(d->object->mode) || fake_fss[d->object->fs].no_direct)
		return -EOPNOTSUPP;
	end = (uint64_t)off + (uint64_t)len;
	rc = fake_reserve(d->object, end);
	if (rc == 0 && end > d->object->bytes)
		d->object->bytes = end;
	return rc;
}

/* Descriptors here are no kernel's. */
int
sys_keep_descriptors(int last)
{
	(void)last;
	return -ENOSYS;
}
