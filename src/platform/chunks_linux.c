/* chunks_linux -- where the addresses of btrfs are on its one device. */
#include <sys/ioctl.h>

#include <linux/btrfs.h>
#include <linux/btrfs_tree.h>

#include <endian.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "seqbench/diag.h"
#include "seqbench/map.h"

#include "chunks.h"

void
chunks_release(struct chunks *c)
{
	free(c->chunk);
	*c = (struct chunks){ 0 };
}

int
chunks_add(struct chunks *c, uint64_t logical, const void *item, size_t len)
{
	struct btrfs_chunk chunk;
	struct chunk *more;

	if (len < sizeof chunk)
		return -EINVAL;
	memcpy(&chunk, item, sizeof chunk);
	if (le16toh(chunk.num_stripes) == 0)
		return -EINVAL;
	more = realloc(c->chunk, (c->n + 1) * sizeof *more);
	if (more == NULL)
		return -ENOMEM;
	c->chunk = more;
	more[c->n++] = (struct chunk){
		.logical = logical,
		.bytes = le64toh(chunk.length),
		.physical = le64toh(chunk.stripe.offset),
		.profile = le64toh(chunk.type) & BTRFS_BLOCK_GROUP_PROFILE_MASK,
		.device_id = le64toh(chunk.stripe.devid),
	};
	return 0;
}

/* The items of one answer; *next is where to go on looking. */
static int
take_items(struct chunks *c, const struct btrfs_ioctl_search_args *args,
    uint64_t *next)
{
	size_t at = 0;
	int rc = 0;

	for (uint32_t i = 0; i < args->key.nr_items && rc == 0; i++) {
		struct btrfs_ioctl_search_header h;

		if (at + sizeof h > sizeof args->buf)
			return -EINVAL;
		memcpy(&h, args->buf + at, sizeof h);
		at += sizeof h;
		if (h.len > sizeof args->buf - at)
			return -EINVAL;
		if (h.type == BTRFS_CHUNK_ITEM_KEY)
			rc = chunks_add(c, h.offset, args->buf + at, h.len);
		at += h.len;
		*next = h.offset + 1;
	}
	return rc;
}

int
chunks_read(int fd, struct chunks *c, struct diag *d)
{
	struct btrfs_ioctl_search_args args;
	uint64_t next = 0;
	int rc;

	do {
		args = (struct btrfs_ioctl_search_args){ .key = {
			.tree_id = BTRFS_CHUNK_TREE_OBJECTID,
			.min_objectid = BTRFS_FIRST_CHUNK_TREE_OBJECTID,
			.max_objectid = BTRFS_FIRST_CHUNK_TREE_OBJECTID,
			.min_type = BTRFS_CHUNK_ITEM_KEY,
			.max_type = BTRFS_CHUNK_ITEM_KEY,
			.min_offset = next,
			.max_offset = UINT64_MAX,
			.max_transid = UINT64_MAX,
			.nr_items = UINT32_MAX,
		} };
		rc = ioctl(fd, BTRFS_IOC_TREE_SEARCH, &args) < 0 ? -errno :
		    take_items(c, &args, &next);
	} while (rc == 0 && args.key.nr_items > 0);
	if (rc == -EPERM)
		return diag_set(d, rc, "btrfs tells only root where its "
		    "addresses are on the device; run as root");
	if (rc < 0)
		return diag_set(d, rc, "the chunk tree of btrfs: %s",
		    strerror(-rc));
	return 0;
}

static const struct chunk *
chunk_of(const struct chunks *c, uint64_t logical)
{
	for (size_t i = 0; i < c->n; i++)
		if (logical >= c->chunk[i].logical &&
		    logical - c->chunk[i].logical < c->chunk[i].bytes)
			return &c->chunk[i];
	return NULL;
}

int
chunks_translate(const struct chunks *c, const struct segment *s,
    struct map *m, struct diag *d)
{
	for (uint64_t done = 0; done < s->bytes; ) {
		uint64_t logical = s->device + done;
		const struct chunk *k = chunk_of(c, logical);
		struct segment part = { .file = s->file + done };

		if (k == NULL)
			return diag_set(d, -ENODATA, "address %" PRIu64 " of "
			    "btrfs is in none of its chunks", logical);
		/* Two copies on one device are alike: the first is read. */
		if ((k->profile & ~BTRFS_BLOCK_GROUP_DUP) != 0 ||
		    k->device_id != c->chunk[0].device_id)
			return diag_set(d, -ENOTSUP, "lies on btrfs with a "
			    "profile other than single or DUP, which puts "
			    "what follows in the file on several places");
		part.device = k->physical + (logical - k->logical);
		part.bytes = k->bytes - (logical - k->logical);
		if (part.bytes > s->bytes - done)
			part.bytes = s->bytes - done;
		if (map_add(m, &part) < 0)
			return diag_memory(d);
		done += part.bytes;
	}
	return 0;
}
