/* names -- opening, looking and naming: what goes by path or descriptor. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "fake/world.h"
#include "seqbench/file.h"
#include "seqbench/sys.h"

static struct object *parent_of(const char *path);
static void	stat_fill(const struct object *o, struct stat *st);

static struct object *
parent_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	char parent[256];

	if (slash == NULL || slash == path || strlen(path) >= sizeof(parent))
		return NULL;
	snprintf(parent, sizeof(parent), "%.*s", (int)(slash - path), path);
	return fake_find(parent);
}

int
sys_open(const char *path, int flags, mode_t mode)
{
	struct object *o = fake_find(path);
	struct object *dir = parent_of(path);
	int rc = fake_enter(FAKE_OPEN, o, NULL);

	(void)mode;
	if (rc < 0)
		return rc;
	if (o != NULL) {
		if ((flags & O_CREAT) != 0 && (flags & O_EXCL) != 0)
			return -EEXIST;
		return fake_open(o, flags);
	}
	if (dir == NULL || (flags & O_CREAT) == 0)
		return -ENOENT;
	if (!S_ISDIR(dir->mode))
		return -ENOTDIR;
	if (fake_fss[dir->fs].read_only)
		return -EROFS;
	o = fake_create(dir, path);
	if (o == NULL)
		return -ENFILE;
	return fake_open(o, flags & ~O_EXCL);
}

int
sys_close(int fd)
{
	struct descriptor *d = fake_descriptor(fd);
	struct object *o = fake_object(d);
	int rc = fake_enter(FAKE_CLOSE, o, NULL);

	if (d == NULL)
		return -EBADF;
	d->object = NULL;
	if (fd >= FAKE_FIRST_FD) {
		o->opens--;
		fake_forget(o);
	}
	return rc;
}

int
sys_fstat(int fd, struct stat *st)
{
	struct object *o = fake_object(fake_descriptor(fd));
	int rc = fake_enter(FAKE_FSTAT, o, NULL);

	if (rc < 0)
		return rc;
	if (o == NULL)
		return -EBADF;
	stat_fill(o, st);
	return 0;
}

off_t
sys_lseek(int fd, off_t off, int whence)
{
	struct descriptor *d = fake_descriptor(fd);
	int rc = fake_enter(FAKE_LSEEK, fake_object(d), NULL);

	if (rc < 0)
		return rc;
	if (d == NULL || d->look_only)
		return -EBADF;
	if (S_ISFIFO(d->object->mode))
		return -ESPIPE;
	if (whence == SEEK_CUR)
		off += d->offset;
	else if (whence == SEEK_END)
		off += (off_t)d->object->bytes;
	else if (whence != SEEK_SET)
		return -EINVAL;
	if (off < 0)
		return -EINVAL;
	d->offset = S_ISCHR(d->object->mode) ? 0 : off;
	return d->offset;
}

int
sys_fcntl(int fd, int cmd, int arg)
{
	struct descriptor *d = fake_descriptor(fd);
	int rc = fake_enter(FAKE_FCNTL, fake_object(d), NULL);

	if (rc < 0)
		return rc;
	if (d == NULL)
		return -EBADF;
	switch (cmd) {
	case F_GETFL:
		return d->flags;
	case F_SETFL:
		d->flags = (d->flags & O_ACCMODE) | (arg & ~O_ACCMODE);
		return 0;
	case F_DUPFD:
	case F_DUPFD_CLOEXEC:
		rc = fake_open(d->object, d->flags & ~O_EXCL);
		if (rc >= 0)
			fake_descriptor(rc)->offset = d->offset;
		return rc;
	case F_GETFD:
	case F_SETFD:
		return 0;
	default:
		return -EINVAL;
	}
}

static void
stat_fill(const struct object *o, struct stat *st)
{
	const struct fake_fs *fs = &fake_fss[o->fs];
	uint64_t changed_ns = FAKE_EPOCH_NS + o->changed_ns;

	*st = (struct stat){
		.st_dev = fs->disk >= 0 ? fake_number(fs->disk) :
		    (dev_t)(40 + o->fs),
		.st_ino = o->ino,
		.st_mode = o->mode,
		.st_nlink = o->path[0] != '\0',
		.st_uid = geteuid() + fake_world()->script.owner_other,
		.st_gid = getegid(),
		.st_rdev = o->rdev + fake_world()->script.node_other,
		.st_size = S_ISREG(o->mode) ? (off_t)o->bytes : 0,
		.st_blksize = PAGE,
		.st_blocks = (blkcnt_t)(o->allocated / 512),
	};
	st->st_mtim.tv_sec = (time_t)(changed_ns / 1000000000);
	st->st_mtim.tv_nsec = (long)(changed_ns % 1000000000);
	st->st_ctim = st->st_mtim;
}

int
file_look(const char *path, struct stat *st)
{
	struct object *o = fake_find(path);
	int rc = fake_enter(FAKE_LOOK, o, NULL);

	if (rc < 0)
		return rc;
	if (o == NULL)
		return -ENOENT;
	stat_fill(o, st);
	return fake_open_look(o);
}

int
file_reopen(int fd, int flags)
{
	struct object *o = fake_object(fake_descriptor(fd));
	int rc = fake_enter(FAKE_REOPEN, o, NULL);

	if (rc < 0)
		return rc;
	return o != NULL ? fake_open(o, flags) : -EBADF;
}

int
file_path(int look_fd, char path[PATH_MAX])
{
	struct object *o = fake_object(fake_descriptor(look_fd));
	int rc = fake_enter(FAKE_PATH, o, NULL);

	if (rc < 0)
		return rc;
	if (o == NULL)
		return -EBADF;
	snprintf(path, PATH_MAX, "%s", o->path);
	return 0;
}

int
file_temporary(int dir_fd, bool linkable, int extra_flags)
{
	struct object *dir = fake_object(fake_descriptor(dir_fd));
	int rc = fake_enter(FAKE_TEMPORARY, dir, NULL);
	struct object *o;

	(void)linkable;
	if (rc < 0)
		return rc;
	if (dir == NULL)
		return -EBADF;
	if (!S_ISDIR(dir->mode))
		return -ENOTDIR;
	if (fake_fss[dir->fs].read_only)
		return -EROFS;
	o = fake_create(dir, "");
	if (o == NULL)
		return -ENFILE;
	rc = fake_open(o, O_RDWR | extra_flags);
	fake_forget(o);
	return rc;
}

int
file_link(int fd, int dir_fd, const char *name)
{
	struct object *o = fake_object(fake_descriptor(fd));
	struct object *dir = fake_object(fake_descriptor(dir_fd));
	int rc = fake_enter(FAKE_LINK, o, NULL);
	char path[sizeof(o->path)];

	if (rc < 0)
		return rc;
	if (o == NULL || dir == NULL)
		return -EBADF;
	if ((size_t)snprintf(path, sizeof(path), "%s/%s", dir->path, name) >=
	    sizeof(path))
		return -ENAMETOOLONG;
	if (fake_find(path) != NULL)
		return -EEXIST;
	memcpy(o->path, path, sizeof(path));
	return 0;
}
