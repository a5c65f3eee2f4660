/* unnamed -- a file made in a directory of its own and unlinked at once. */
#include "unnamed.h"

#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "seqbench/sys.h"

static const char inside[] = "data";

static int
random_name(char name[40])
{
	uint64_t r[2];

	if (getentropy(r, sizeof r) < 0)
		return -errno;
	snprintf(name, 40, ".seqbench%016llx%08x", (unsigned long long)r[0],
	    (unsigned)(r[1] >> 32));
	return 0;
}

/* What can't be said of what we have just made, and alone. */
static int
stale(int code)
{
	return code == ENOENT || code == ENOTDIR || code == ELOOP ||
	    code == EEXIST ? -ESTALE : -code;
}

static int
make(int dir_fd, const char *name, int flags)
{
	int fd = openat(dir_fd, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC |
	    flags, 0600);

	if (fd < 0)
		return stale(errno);
	(void)fchmod(fd, 0600);		/* whatever umask took away */
	if (unlinkat(dir_fd, name, 0) < 0) {
		int rc = stale(errno);
		close(fd);
		return rc;
	}
	return fd;
}

/* A umask may have left its owner without a way into it. */
static int
let_in(int sub)
{
	struct stat st;

	if (fstat(sub, &st) < 0)
		return -errno;
	return (st.st_mode & 0700) == 0700 || st.st_uid != geteuid() ? 0 :
	    unnamed_let_in(sub);
}

/*
 * Where others may rename, the directory may be one that they have put in the
 * place of ours, and a file made there may get a name from them that stays.
 * Theirs has another owner than what we make in it; whom that is said to be,
 * the file system may choose.
 */
static int
check_ours(int sub, int fd)
{
	struct stat directory, file;

	if (fstat(sub, &directory) < 0 || fstat(fd, &file) < 0)
		return -errno;
	return directory.st_uid == file.st_uid ? 0 : -ESTALE;
}

/*
 * In a private directory nobody can put another file in the place of the
 * one that is unlinked by name.
 */
static int
make_in(int sub, int flags)
{
	int rc = let_in(sub);
	int fd = rc < 0 ? rc : make(sub, inside, flags);

	if (fd < 0 || (rc = check_ours(sub, fd)) == 0)
		return fd;
	close(fd);
	return rc;
}

static int
make_in_private(int dir_fd, const char *name, int flags)
{
	if (mkdirat(dir_fd, name, 0700) < 0)
		return -errno;
	int sub = openat(dir_fd, name, O_PATH | O_DIRECTORY | O_NOFOLLOW |
	    O_CLOEXEC);
	int fd = sub < 0 ? stale(errno) : make_in(sub, flags);
	if (sub >= 0)
		close(sub);
	if (unlinkat(dir_fd, name, AT_REMOVEDIR) < 0 && fd >= 0) {
		int rc = stale(errno);
		close(fd);
		fd = rc == -ESTALE ? rc : -ENOTEMPTY;
	}
	return fd;
}

/*
 * NFS and FUSE keep an unlinked file that is open under a hidden name, so
 * that its directory can't go before it.  FUSE drops it a moment after the
 * close, hence the patience.  Such a file is made in dir_fd itself: who could
 * cheat there could remove any file in it anyway.
 */
static int
make_in_place(int dir_fd, const char *name, int flags)
{
	for (int tries = 0; tries < 20; tries++) {
		if (unlinkat(dir_fd, name, AT_REMOVEDIR) == 0)
			return make(dir_fd, name, flags);
		sys_sleep(5000000);
	}
	return -EBUSY;
}

int
unnamed_make(int dir_fd, int flags)
{
	char name[40];

	int rc = random_name(name);
	if (rc < 0)
		return rc;
	int fd = make_in_private(dir_fd, name, flags);
	return fd == -ENOTEMPTY ? make_in_place(dir_fd, name, flags) : fd;
}
