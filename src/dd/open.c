/* open -- the two ends of a transfer, opened as dd does, and safely. */
#include "transfer.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "operands.h"
#include "seqbench/file.h"
#include "seqbench/sys.h"

enum {
	DD_MODE = 0666,
};

static int	open_end(struct dd *d, struct dd_end *end, int flags);
static int	take_standard(struct dd *d, struct dd_end *end, int fd,
		    int flags);
static int	look_at_output(struct dd *d, int *flags, dev_t *device);
static int	refuse_under_dev(struct dd *d);
static void	say_failed(struct dd *d, const struct dd_end *end, int error,
		    const char *why);
static void	close_end(struct dd *d, struct dd_end *end,
		    const char *which);
static bool	output_bytes(const struct dd_operands *o, off_t *out);

int
dd_open_input(struct dd *d)
{
	int r;

	d->in.fd = -1;
	d->in.path = d->o.in;
	d->in.name = d->o.in != NULL ? d->o.in : "standard input";
	d->in.nocache = (d->o.in_flags & DD_NOCACHE) != 0;
	if (d->in.path == NULL)
		return take_standard(d, &d->in, STDIN_FILENO, d->o.in_open);
	r = open_end(d, &d->in, O_RDONLY | d->o.in_open);
	if (r < 0 && r != -EINTR)
		say_failed(d, &d->in, r, "");
	return r;
}

int
dd_open_output(struct dd *d)
{
	const bool truncate = (d->o.conv & DD_NOTRUNC) == 0;
	const bool seeks = d->o.seek.blocks != 0;
	int flags = d->o.out_open, r;
	off_t bytes;
	dev_t device = 0;

	d->out.fd = -1;
	d->out.path = d->o.out;
	d->out.name = d->o.out != NULL ? d->o.out : "standard output";
	d->out.nocache = (d->o.out_flags & DD_NOCACHE) != 0;
	if (d->out.path == NULL)
		return take_standard(d, &d->out, STDOUT_FILENO, flags);
	if (!output_bytes(&d->o, &bytes) && truncate) {
		dd_say(d, "offset too large: cannot truncate to a length of "
		    "seek=%ju (%zu-byte) blocks", (uintmax_t)d->o.seek.blocks,
		    d->o.obs);
		return -EOVERFLOW;
	}
	if (truncate && !seeks)
		flags |= O_TRUNC;
	if ((r = look_at_output(d, &flags, &device)) < 0)
		return r;
	/* What can't seek may have to be read to get there. */
	r = seeks ? open_end(d, &d->out, O_RDWR | flags) : -EACCES;
	if (r < 0 && r != -EINTR)
		r = open_end(d, &d->out, O_WRONLY | flags);
	if (r < 0 && r != -EINTR) {
		char who[256] = "";

		if (r == -EBUSY && device != 0)
			device_users(device, who);
		say_failed(d, &d->out, r, who);
	}
	if (r < 0 || !truncate || !seeks)
		return r;
	r = dd_truncate(d, bytes);
	if (r == -EINTR)
		return r;
	/* What can be written is written all the same. */
	d->failed |= r < 0;
	return 0;
}

int
dd_truncate(struct dd *d, off_t bytes)
{
	struct stat st;
	int r;

	do {
		if ((r = dd_poll(d)) < 0)
			return r;
		r = sys_ftruncate(d->out.fd, bytes);
	} while (r == -EINTR);
	if (r == 0)
		return 0;
	/* Devices and pipes have no length to set. */
	if (sys_fstat(d->out.fd, &st) == 0 && !S_ISREG(st.st_mode) &&
	    !S_ISDIR(st.st_mode))
		return 0;
	dd_say(d, "failed to truncate to %jd bytes in output file '%s': %s",
	    (intmax_t)bytes, d->out.name, strerror(-r));
	return r;
}

void
dd_close(struct dd *d)
{
	close_end(d, &d->in, "input");
	close_end(d, &d->out, "output");
}

static void
close_end(struct dd *d, struct dd_end *end, const char *which)
{
	int r;

	if (end->fd < 0)
		return;
	r = sys_close(end->fd);
	end->fd = -1;
	if (r == 0 || r == -EINTR)
		return;
	dd_say(d, "closing %s file '%s': %s", which, end->name, strerror(-r));
	d->failed = true;
}

static int
open_end(struct dd *d, struct dd_end *end, int flags)
{
	int fd, r;

	do {
		if ((r = dd_poll(d)) < 0)
			return r;
		fd = sys_open(end->path, flags, DD_MODE);
	} while (fd == -EINTR);
	if (fd < 0)
		return fd;
	end->fd = fd;
	return 0;
}

/* Give a descriptor that is there already the flags asked for. */
static int
take_standard(struct dd *d, struct dd_end *end, int fd, int flags)
{
	struct stat st;
	int old, r = 0;

	end->fd = fd;
	flags &= ~(O_NOCTTY | O_NOFOLLOW);
	if (flags == 0)
		return 0;
	if ((flags & O_DIRECTORY) != 0) {
		r = sys_fstat(fd, &st);
		if (r == 0 && !S_ISDIR(st.st_mode))
			r = -ENOTDIR;
		flags &= ~O_DIRECTORY;
	}
	if (r == 0) {
		r = old = sys_fcntl(fd, F_GETFL, 0);
		if (old >= 0 && (old | flags) != old)
			r = sys_fcntl(fd, F_SETFL, old | flags);
	}
	if (r < 0)
		dd_say(d, "setting flags for '%s': %s", end->name,
		    strerror(-r));
	return r < 0 ? r : 0;
}

/*
 * A device that is there is opened exclusively, so that the kernel refuses
 * one in use; only what is missing may be created, and not under /dev.
 */
static int
look_at_output(struct dd *d, int *flags, dev_t *device)
{
	struct stat st;
	int look = file_look(d->out.path, &st);

	if (look < 0 && look != -ENOENT) {
		say_failed(d, &d->out, look, "");
		return look;
	}
	if (look >= 0) {
		sys_close(look);
		if (S_ISBLK(st.st_mode)) {
			*flags |= O_EXCL;
			*device = st.st_rdev;
		}
	}
	if ((d->o.conv & DD_EXCL) != 0)
		*flags |= O_CREAT | O_EXCL;
	if (look >= 0 || (d->o.conv & DD_NOCREAT) != 0)
		return 0;
	*flags |= O_CREAT;
	return refuse_under_dev(d);
}

static int
refuse_under_dev(struct dd *d)
{
	char place[PATH_MAX];
	const char *directory = place;
	struct fs_facts fs;
	struct stat st;
	char *slash;
	int look;

	/* Where it fails, realpath() leaves the name that is missing. */
	snprintf(place, sizeof(place), "%s", d->out.path);
	if (realpath(d->out.path, place) != NULL)
		return 0;
	slash = strrchr(place, '/');
	if (slash == NULL)
		directory = ".";
	else if (slash == place)
		directory = "/";
	else
		*slash = '\0';
	look = file_look(directory, &st);
	if (look < 0)
		return 0;
	file_system_facts(look, &st, &fs);
	sys_close(look);
	if (!fs.is_dev)
		return 0;
	say_failed(d, &d->out, -ENOENT, "no file is created under /dev");
	return -ENOENT;
}

static void
say_failed(struct dd *d, const struct dd_end *end, int error, const char *why)
{
	dd_say(d, "failed to open '%s': %s%s%s", end->name, strerror(-error),
	    *why != '\0' ? ": " : "", why);
}

static bool
output_bytes(const struct dd_operands *o, off_t *out)
{
	return !__builtin_mul_overflow(o->seek.blocks, o->obs, out) &&
	    !__builtin_add_overflow(*out, o->seek.bytes, out);
}
