/* safety -- what stands between a target and its being written. */
#include "seqbench/target.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "seqbench/diag.h"
#include "seqbench/sys.h"

#include "refusal.h"

/* By a word of who uses it: how that is ended. */
static const struct {
	const char	*word;
	const char	*way_out;
} ways_out[] = {
	{ "namespace of process", "unmount it there first:"
	    " nsenter -m -t PROCESS umount DIRECTORY" },
	{ "mounted",	"unmount it first" },
	{ "swap",	"swapoff it first" },
	{ "backs",	"detach that first" },
	{ "",		"end that first" },
};

static int	may_write_directory(const struct target *t,
		    const struct target_consent *c, struct diag *d);
static int	may_write_file(const struct target *t,
		    const struct target_consent *c, struct diag *d);
static int	may_write_device(struct target *t,
		    const struct target_consent *c, struct diag *d);
static int	look_writable(const struct target *t, const char *what,
		    struct diag *d);
static int	may_destroy(const struct target *t,
		    const struct target_consent *c, struct diag *d);
static int	check_loop(const struct target *t, struct diag *d);
static int	refuse_used(const struct target *t, const char *who,
		    struct diag *d);
static int	ask_to_destroy(const struct target *t, struct diag *d);
static int	check_signature(const struct target *t, int fd,
		    const char *lose, struct diag *d);
static int	refuse_loss(const struct target *t, const char *found,
		    const char *lose, struct diag *d);

int
target_may_write(struct target *t, const struct target_consent *c,
    struct diag *d)
{
	switch (t->kind) {
	case TARGET_DIRECTORY:
		return may_write_directory(t, c, d);
	case TARGET_FILE:
		return t->missing ? may_write_directory(t, c, d) :
		    may_write_file(t, c, d);
	case TARGET_DEVICE:
		return may_write_device(t, c, d);
	case TARGET_SINK:
		return 0;
	default:
		return diag_set(d, -ENOTSUP, "%s: a %s is only read", t->path,
		    target_kind_text(t->kind));
	}
}

/* The one sure test is to make a file; being unnamed, it leaves no trace. */
static int
may_write_directory(const struct target *t, const struct target_consent *c,
    struct diag *d)
{
	int fd, again;

	if (file_is_immutable(t->look_fd))
		return diag_set(d, -EPERM, "%s: the directory is marked "
		    "immutable or append-only; chattr -ia takes that off",
		    t->path);
	if (c->dry_run)
		return look_writable(t, "no file can be made there", d);
	fd = target_temporary(t, false, 0, d);
	if (fd < 0)
		return fd;
	again = file_reopen(fd, O_RDONLY);
	sys_close(fd);
	if (again < 0)
		return refuse_open(t, "what is made there can't be opened "
		    "again", O_RDONLY, again, d);
	sys_close(again);
	return 0;
}

static int
may_write_file(const struct target *t, const struct target_consent *c,
    struct diag *d)
{
	int fd, rc;

	if ((rc = check_loop(t, d)) < 0)
		return rc;
	if (file_is_swap(t->look_fd))
		return refuse_used(t, "active swap", d);
	if (file_is_immutable(t->look_fd))
		return diag_set(d, -EPERM, "%s: marked immutable or "
		    "append-only; chattr -ia takes that off", t->path);
	if (!c->overwrite)
		return diag_set(d, -EEXIST, "%s: exists; to write over it "
		    "(never beyond its end): --overwrite", t->path);
	if (c->dry_run)
		return look_writable(t, "can't be opened for writing", d);
	fd = target_open(t, O_WRONLY | O_CLOEXEC, d);
	if (fd < 0)
		return fd;
	sys_close(fd);
	return 0;
}

/*
 * The kernel's own word is the exclusive open; what it does not see (loops)
 * or can't say (who) is asked first, and nothing is opened for writing before
 * the user has named this device.
 */
static int
may_write_device(struct target *t, const struct target_consent *c,
    struct diag *d)
{
	char who[256];
	int rc;

	if (t->device.is_read_only)
		return diag_set(d, -EROFS, "%s: the device is read-only",
		    t->path);
	if ((rc = check_loop(t, d)) < 0)
		return rc;
	device_users(t->st.st_rdev, who);
	if (who[0] != '\0')
		return refuse_used(t, who, d);
	if (c->destroy == NULL)
		return ask_to_destroy(t, d);
	if ((rc = target_is_named(t, c->destroy, d)) <= 0)
		return rc < 0 ? rc : ask_to_destroy(t, d);
	t->destroy = c->destroy;
	t->lose = c->lose;
	if (c->dry_run)
		return may_destroy(t, c, d);

	t->exclusive_fd = file_reopen(t->look_fd,
	    O_RDWR | O_EXCL | O_CLOEXEC);
	if (t->exclusive_fd == -EBUSY)
		return refuse_used(t, "in use by the kernel (mounted in "
		    "another namespace?)", d);
	if (t->exclusive_fd < 0)
		return refuse_open(t, "can't be opened for writing", O_RDWR,
		    t->exclusive_fd, d);
	return check_signature(t, t->exclusive_fd, c->lose, d);
}

int
target_is_named(const struct target *t, const char *path, struct diag *d)
{
	struct stat st;
	int fd;

	fd = file_look(path, &st);
	if (fd < 0)
		return diag_set(d, fd, "--destroy %s: %s", path,
		    strerror(-fd));
	sys_close(fd);
	return (st.st_mode & S_IFMT) == (t->st.st_mode & S_IFMT) &&
	    st.st_rdev == t->st.st_rdev;
}

static int
may_destroy(const struct target *t, const struct target_consent *c,
    struct diag *d)
{
	int fd, rc;

	fd = target_open(t, O_RDONLY | O_CLOEXEC, d);
	if (fd < 0)
		return fd;
	rc = check_signature(t, fd, c->lose, d);
	sys_close(fd);
	return rc < 0 ? rc :
	    look_writable(t, "can't be opened for writing", d);
}

static int
look_writable(const struct target *t, const char *what, struct diag *d)
{
	int rc = file_may_write(t->look_fd);

	return rc < 0 ? refuse_open(t, what, O_WRONLY, rc, d) : 0;
}

static int
check_loop(const struct target *t, struct diag *d)
{
	char loop[64], who[80];

	file_backs_loop(&t->st, loop);
	if (loop[0] == '\0')
		return 0;
	snprintf(who, sizeof(who), "backs %s", loop);
	return refuse_used(t, who, d);
}

static int
refuse_used(const struct target *t, const char *who, struct diag *d)
{
	size_t i = 0;

	while (strstr(who, ways_out[i].word) == NULL)
		i++;
	return diag_set(d, -EBUSY, "%s: %s: refusing to write; %s", t->path,
	    who, ways_out[i].way_out);
}

/* The refusal has the whole line to type, so look at what would be lost. */
static int
ask_to_destroy(const struct target *t, struct diag *d)
{
	const char *found;
	int fd;

	fd = target_open(t, O_RDONLY | O_CLOEXEC, d);
	if (fd < 0)
		return fd;
	found = signature_find(fd, t->bytes);
	sys_close(fd);
	if (found != NULL)
		return refuse_loss(t, found, NULL, d);
	return diag_set(d, -EPERM, "%s: to write to this device: --destroy "
	    "%s", t->path, t->path);
}

static int
check_signature(const struct target *t, int fd, const char *lose,
    struct diag *d)
{
	const char *found = signature_find(fd, t->bytes);

	if (found == NULL || (lose != NULL && strcasecmp(found, lose) == 0))
		return 0;
	return refuse_loss(t, found, lose, d);
}

static int
refuse_loss(const struct target *t, const char *found, const char *lose,
    struct diag *d)
{
	const bool readable = strcmp(found, "unreadable") != 0;

	return diag_set(d, -EPERM, "%s: %s%s%s%s; to overwrite it: "
	    "--destroy %s --lose %s", t->path, readable ? "carries " :
	    "what it carries can't be read", readable ? found : "",
	    readable && lose != NULL ? ", not " : "",
	    readable && lose != NULL ? lose : "", t->path, found);
}
