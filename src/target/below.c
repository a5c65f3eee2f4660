/* below -- the device below a file: which it is, and where the file lies. */
#include "seqbench/below.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "seqbench/diag.h"
#include "seqbench/sys.h"
#include "seqbench/target.h"

#include "compare.h"
#include "refusal.h"

/* File systems that have no such device, or more than one. */
static const struct {
	const char	*type, *why;
} refusals[] = {
	{ "overlay",	"overlay does not tell in which layer a file lies; "
			"name it there" },
	{ "btrfs",	"this btrfs is on several devices, or on one that "
			"can't be seen" },
};

static void
no_device(const struct target *t, char why[BELOW_WHY])
{
	size_t i, n = sizeof refusals / sizeof refusals[0];

	for (i = 0; i < n && strcmp(refusals[i].type, t->fs.type) != 0; i++)
		;
	if (i < n)
		snprintf(why, BELOW_WHY, "%s", refusals[i].why);
	else if (t->fs.is_memory)
		snprintf(why, BELOW_WHY, "%s lies in memory: there is no "
		    "device below it", t->fs.type);
	else
		snprintf(why, BELOW_WHY, "there is no block device of this "
		    "machine below %s", t->fs.type[0] != '\0' ? t->fs.type :
		    "this file system");
}

static int
no_node(const struct device_facts *d, int look_fd, int code,
    struct diag *diag)
{
	char who[REFUSAL_WHO] = "run as root";
	const bool denied = code == -EACCES || code == -EPERM;
	struct stat st;

	if (sys_fstat(look_fd, &st) == 0)
		refusal_who(&st, S_IROTH, who);
	return diag_set(diag, code, "%s, the device below: %s%s%s",
	    d->node, strerror(-code), denied ? "; " : "", denied ? who : "");
}

/* In containers and odd trees a name in /dev can be another device's. */
static int
check_node(const struct device_facts *d, const struct stat *st,
    struct diag *diag)
{
	if ((S_ISBLK(st->st_mode) || S_ISCHR(st->st_mode)) &&
	    st->st_rdev == d->number)
		return 0;
	return diag_set(diag, -ENODEV, "%s: is not the device below the file",
	    d->node);
}

/* The node without opening it, or -errno. */
static int
look_node(const struct device_facts *d, struct diag *diag)
{
	struct stat st;
	int fd = file_look(d->node, &st), rc;

	if (fd < 0)
		return no_node(d, -1, fd, diag);
	if ((rc = check_node(d, &st, diag)) < 0) {
		(void)sys_close(fd);
		return rc;
	}
	return fd;
}

void
target_look_below(struct target *t)
{
	struct diag d = { 0 };
	int fd, rc;

	if (t->kind != TARGET_FILE && t->kind != TARGET_DIRECTORY)
		return;
	if (!t->device.known || strcmp(t->fs.type, "overlay") == 0) {
		no_device(t, t->no_raw);
		return;
	}
	fd = look_node(&t->device, &d);
	if (fd >= 0) {
		rc = file_may_read(fd);
		if (rc < 0)
			(void)no_node(&t->device, fd, rc, &d);
		(void)sys_close(fd);
	}
	snprintf(t->no_raw, sizeof t->no_raw, "%.*s", BELOW_WHY - 1, d.text);
}

uint64_t
below_sector(const struct target *t)
{
	return t->device.known && t->device.sector_bytes != NOT_KNOWN ?
	    t->device.sector_bytes : 512;
}

int
below_open(struct below *b, const struct target *t, struct diag *d)
{
	int look = look_node(&t->device, d), rc = 0;

	if (look < 0)
		return look;
	b->fd = file_reopen(look, O_RDONLY | O_DIRECT);
	if (b->fd < 0)
		rc = no_node(&t->device, look, b->fd, d);
	(void)sys_close(look);
	return rc;
}

void
below_close(struct below *b)
{
	if (b->fd >= 0)
		(void)sys_close(b->fd);
	b->fd = -1;
	map_release(&b->map);
}

/* Can every segment be read there, sector by sector? */
static int
check_segments(const struct map *m, const struct target *t, struct diag *d)
{
	uint64_t sector = below_sector(t), there = t->device.bytes;

	for (size_t i = 0; i < m->n; i++) {
		const struct segment *s = &m->segment[i];

		if (s->device % sector != 0 ||
		    (i + 1 < m->n && s->bytes % sector != 0))
			return diag_set(d, -EINVAL, "what is at offset %"
			    PRIu64 " is not aligned to the sectors of %s, %"
			    PRIu64 " bytes", s->file, t->device.node, sector);
		if (there != NOT_KNOWN &&
		    (s->device > there || s->bytes > there - s->device))
			return diag_set(d, -ERANGE, "what is at offset %"
			    PRIu64 " would lie beyond the end of %s: its "
			    "address can't be used", s->file, t->device.node);
	}
	return 0;
}

int
below_map(struct below *b, const struct target *t, int fd, uint64_t off,
    uint64_t len, const struct control *c, struct diag *d)
{
	struct map map = { 0 };
	int rc;

	if ((rc = sys_fdatasync(fd)) < 0 || (rc = sys_fstat(fd, &b->st)) < 0)
		return diag_set(d, rc, "before it is mapped: %s",
		    strerror(-rc));
	rc = file_map(fd, off, len, &map, d);
	if (rc == 0 && !map_equal(&map, &b->map)) {
		rc = check_segments(&map, t, d);
		if (rc == 0)
			rc = compare_map(b, &map, t, fd, c, d);
	}
	if (rc < 0) {
		map_release(&map);
		return rc;
	}
	map_release(&b->map);
	b->map = map;
	return 0;
}

static bool
same_time(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

int
below_unchanged(const struct below *b, int fd, uint64_t off, uint64_t len,
    struct diag *d)
{
	static const char changed[] = "the file changed while it was measured";
	struct diag cause = { 0 };
	struct map map = { 0 };
	struct stat st;
	int rc;

	rc = file_map(fd, off, len, &map, &cause);
	if (rc == -ENOMEM)
		diag_set(d, rc, "%s", strerror(-rc));
	else if (rc < 0)
		rc = diag_set(d, -ESTALE, "%s: it can't be mapped any more: "
		    "%s", changed, cause.text);
	else if (!map_equal(&map, &b->map))
		rc = diag_set(d, -ESTALE, "%s: it lies elsewhere now",
		    changed);
	map_release(&map);
	if (rc < 0)
		return rc;
	if ((rc = sys_fstat(fd, &st)) < 0)
		return diag_set(d, rc, "%s", strerror(-rc));
	if (st.st_size == b->st.st_size &&
	    same_time(&st.st_mtim, &b->st.st_mtim) &&
	    same_time(&st.st_ctim, &b->st.st_ctim))
		return 0;
	return diag_set(d, -ESTALE, "%s: it was written to, or renamed",
	    changed);
}
