/* look -- what a target is, found out without disturbing it. */
#include "seqbench/target.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "seqbench/diag.h"
#include "seqbench/sys.h"

#include "look.h"
#include "refusal.h"

static const char *const kind_texts[] = {
	[TARGET_DIRECTORY]	= "directory",
	[TARGET_FILE]		= "file",
	[TARGET_DEVICE]		= "device",
	[TARGET_STREAM]		= "stream",
	[TARGET_SOURCE]		= "source",
	[TARGET_SINK]		= "sink",
	[TARGET_TOTAL]		= "total",
};

static int	look_standard_input(struct target *t, struct diag *d);
static int	look_directory(struct target *t, struct diag *d);
static int	look_file(struct target *t, struct diag *d);
static int	look_device(struct target *t, struct diag *d);
static int	look_character(struct target *t, struct diag *d);

const char *
target_kind_text(enum target_kind k)
{
	return kind_texts[k];
}

int
target_look(struct target *t, const char *path, bool may_create,
    struct diag *d)
{
	*t = (struct target){
		.path = path,
		.look_fd = -1,
		.exclusive_fd = -1,
	};
	if (strcmp(path, "-") == 0)
		return look_standard_input(t, d);

	t->look_fd = file_look(path, &t->st);
	if (t->look_fd == -ENOENT)
		return look_missing(t, may_create, d);
	if (t->look_fd < 0)
		return diag_set(d, t->look_fd, "%s: can't be looked at: %s",
		    path, strerror(-t->look_fd));
	if (file_path(t->look_fd, t->resolved) < 0)
		snprintf(t->resolved, sizeof(t->resolved), "%s", path);

	switch (t->st.st_mode & S_IFMT) {
	case S_IFDIR:
		return look_directory(t, d);
	case S_IFREG:
		return look_file(t, d);
	case S_IFBLK:
		return look_device(t, d);
	case S_IFCHR:
		return look_character(t, d);
	case S_IFIFO:
		t->kind = TARGET_STREAM;
		t->bytes = NOT_KNOWN;
		return 0;
	default:
		return diag_set(d, -ENOTSUP, "%s: a socket, which can't be "
		    "opened; pipe what it gives into \"seqbench -\"", path);
	}
}

void
target_release(struct target *t)
{
	if (t->look_fd >= 0)
		sys_close(t->look_fd);
	if (t->exclusive_fd >= 0)
		sys_close(t->exclusive_fd);
	t->look_fd = t->exclusive_fd = -1;
	layers_release(&t->layers);
}

int
target_open(const struct target *t, int flags, struct diag *d)
{
	bool reads = (flags & O_ACCMODE) == O_RDONLY;
	int fd;

	/* Another open of what "-" is would begin at its start again. */
	if (strcmp(t->path, "-") == 0)
		fd = sys_fcntl(t->look_fd, F_DUPFD_CLOEXEC, 3);
	else
		fd = file_reopen(t->look_fd, flags);
	if (fd < 0)
		return refuse_open(t, reads ? "can't be opened for reading" :
		    "can't be opened for writing", flags, fd, d);
	return fd;
}

static int
look_standard_input(struct target *t, struct diag *d)
{
	enum file_special special;
	int rc;

	snprintf(t->resolved, sizeof(t->resolved), "standard input");
	t->kind = TARGET_STREAM;
	t->bytes = NOT_KNOWN;
	t->look_fd = sys_fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
	if (t->look_fd < 0)
		return diag_set(d, t->look_fd, "-: standard input: %s",
		    strerror(-t->look_fd));
	if ((rc = sys_fstat(t->look_fd, &t->st)) < 0)
		return diag_set(d, rc, "-: standard input: %s",
		    strerror(-rc));
	switch (t->st.st_mode & S_IFMT) {
	case S_IFDIR:
	case S_IFBLK:
		return diag_set(d, -ENOTSUP, "-: standard input is a %s; name "
		    "it by its path", S_ISDIR(t->st.st_mode) ?
		    "directory, or closed" : "device");
	case S_IFCHR:
		special = file_special(&t->st);
		if (special == SPECIAL_SOURCE || special == SPECIAL_SINK)
			return 0;
		return diag_set(d, -ENOTSUP, "-: standard input is a terminal "
		    "or another character device; redirect it from a pipe or "
		    "a file");
	default:
		return 0;
	}
}

static int
look_directory(struct target *t, struct diag *d)
{
	t->kind = TARGET_DIRECTORY;
	t->bytes = NOT_KNOWN;
	look_file_system(t);
	if (t->fs.is_dev)
		return diag_set(d, -EINVAL, "%s: nothing is created on the "
		    "file system of /dev; name a device in it, or a directory "
		    "on a disk", t->path);
	target_alignment(t, -1);
	return 0;
}

static int
look_file(struct target *t, struct diag *d)
{
	int fd;

	t->kind = TARGET_FILE;
	t->bytes = (uint64_t)t->st.st_size;
	look_file_system(t);
	fd = target_open(t, O_RDONLY | O_NONBLOCK | O_CLOEXEC, d);
	if (fd < 0)
		return fd;
	target_alignment(t, fd);
	sys_close(fd);
	return 0;
}

static int
look_device(struct target *t, struct diag *d)
{
	int fd, rc;

	t->kind = TARGET_DEVICE;
	look_block_device(t);
	fd = target_open(t, O_RDONLY | O_NONBLOCK | O_CLOEXEC, d);
	if (fd < 0)
		return fd;
	rc = device_bytes(fd, &t->bytes);
	target_alignment(t, fd);
	sys_close(fd);
	if (rc < 0)
		return diag_set(d, rc, "%s: its size is not to be had: %s",
		    t->path, strerror(-rc));
	if (t->bytes == 0)
		return diag_set(d, -ENXIO, "%s: a device of 0 bytes: no "
		    "medium, or nothing attached to it", t->path);
	return 0;
}

static int
look_character(struct target *t, struct diag *d)
{
	t->bytes = NOT_KNOWN;
	switch (file_special(&t->st)) {
	case SPECIAL_SOURCE:
		t->kind = TARGET_SOURCE;
		return 0;
	case SPECIAL_SINK:
		t->kind = TARGET_SINK;
		return 0;
	case SPECIAL_DISK:
		return look_device(t, d);
	case SPECIAL_NONE:
		break;
	}
	return diag_set(d, -ENOTSUP, "%s: a character device that seqbench "
	    "does not open (only null, zero, full, random, urandom)", t->path);
}
