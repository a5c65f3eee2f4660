/* map_linux -- where the bytes of a file lie on its device, by FIEMAP. */
#include <sys/ioctl.h>
#include <sys/vfs.h>

#include <linux/fs.h>
#include <linux/magic.h>

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "seqbench/diag.h"
#include "seqbench/file.h"
#include "seqbench/map.h"

#include "chunks.h"
#include "fiemap.h"

struct walk {
	uint64_t	 at, end;	/* mapped up to, and to be mapped */
	const struct chunks *chunks;	/* NULL: addresses are the device's */
	struct map	*out;
	struct diag	*diag;
};

static int
gap(const struct walk *w, uint64_t end)
{
	return diag_set(w->diag, -ENODATA, "bytes %" PRIu64 " to %" PRIu64
	    " are a hole, which is nowhere on the device", w->at, end);
}

static int
take(void *context, const struct fiemap_extent *e)
{
	struct walk *w = context;
	const char *why = fiemap_refusal(e->fe_flags);
	struct segment s = { e->fe_logical, e->fe_physical, e->fe_length };
	int rc;

	/* xfs lists what it reserved beyond the end of a file. */
	if (!segment_cut(&s, w->at, w->end))
		return 0;
	if (s.file > w->at)
		return gap(w, s.file);
	if (why != NULL)
		return diag_set(w->diag, -ENOTSUP, "what is at offset %" PRIu64
		    " is %s", s.file, why);
	w->at = s.file + s.bytes;
	if (w->chunks != NULL)
		return chunks_translate(w->chunks, &s, w->out, w->diag);
	rc = map_add(w->out, &s);
	return rc < 0 ? diag_memory(w->diag) : 0;
}

/* The data of such a file of xfs is on another device than its names. */
static bool
is_realtime(int fd)
{
	struct fsxattr x;

	return ioctl(fd, FS_IOC_FSGETXATTR, &x) == 0 &&
	    (x.fsx_xflags & FS_XFLAG_REALTIME) != 0;
}

static int
map_extents(int fd, struct walk *w)
{
	int rc = fiemap_walk(fd, w->at, w->end, take, w);

	if (rc == -EOPNOTSUPP || rc == -ENOTTY)
		return diag_set(w->diag, rc, "the file system does not tell "
		    "where its files lie (FIEMAP)");
	if (rc < 0)
		return diag_set(w->diag, rc, "where it lies is not to be had "
		    "(FIEMAP): %s", strerror(-rc));
	return w->at < w->end ? gap(w, w->end) : 0;
}

int
file_map(int fd, uint64_t off, uint64_t len, struct map *out, struct diag *d)
{
	struct walk w = {
		.at = off, .end = off + len, .out = out, .diag = d,
	};
	struct chunks chunks = { 0 };
	struct statfs fs;
	int rc = 0;

	if (is_realtime(fd))
		return diag_set(d, -ENOTSUP, "a real-time file of xfs, which "
		    "lies on another device");
	if (fstatfs(fd, &fs) == 0 && fs.f_type == BTRFS_SUPER_MAGIC) {
		w.chunks = &chunks;
		rc = chunks_read(fd, &chunks, d);
	}
	if (rc == 0)
		rc = map_extents(fd, &w);
	chunks_release(&chunks);
	return rc;
}
