/* zones -- the plan of a profile: which points, how large, in what order. */

#include "seqbench/zones.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "plan.h"
#include "seqbench/diag.h"

enum { SECTOR = 512 };		/* where the target does not say more */

bool
plan_is_profile(const struct plan *p, size_t target)
{
	const struct plan_target *pt = &p->target[target];

	return pt->cells > 0 && p->cell[pt->first_cell].point > 0;
}

uint64_t
zones_offset(const struct zones *z, uint64_t i)
{
	uint64_t span = z->end - z->size, steps = z->points - 1;
	/* Of span * i / steps, what can't overflow. */
	uint64_t at = span / steps * i + span % steps * i / steps;

	return at - at % z->sector;
}

void
zones_order(size_t *order, size_t n)
{
	size_t top = 1, k = 0;

	while (top < n)
		top *= 2;
	/* Counting with the carry going down reverses the bits. */
	for (size_t i = 0, bit; k < n; i ^= bit) {
		if (i < n)
			order[k++] = i;
		for (bit = top / 2; bit > 0 && (i & bit) != 0; bit /= 2)
			i ^= bit;
	}
}

static uint64_t
sector_of(const struct target *t)
{
	return t->sector_bytes > SECTOR ? t->sector_bytes : SECTOR;
}

/* What has places, and gives them without a cache in between. */
static int
target_check(const struct target *t, struct diag *d)
{
	if (t->missing)
		return diag_set(d, -ENOENT, "%s: no such file or directory",
		    t->path);
	if (t->kind != TARGET_FILE && t->kind != TARGET_DEVICE)
		return diag_usage(d, "%s: %s: zones are those of a device or "
		    "a file; name one", t->path, target_kind_text(t->kind));
	if (t->bytes == 0)
		return diag_set(d, -ENODATA, "%s: empty: nothing to measure",
		    t->path);
	if (t->kind == TARGET_FILE && t->fs.is_memory)
		return diag_set(d, -ENOTSUP, "%s: in memory (%s): it has no "
		    "zones; name a file on a disk, or a device", t->path,
		    t->fs.type);
	if (t->sector_bytes == 0)
		return diag_set(d, -ENOTSUP, "%s: direct I/O is refused here"
		    "%s%s, and a cache has no zones; name the device below",
		    t->path, t->fs.type[0] != '\0' ? " by " : "", t->fs.type);
	return 0;
}

/* The largest power of two up to the default that fits into bytes. */
static uint64_t
block_within(uint64_t bytes, uint64_t sector)
{
	uint64_t block = ZONES_BLOCK;

	while (block > bytes && block / 2 >= sector)
		block /= 2;
	return block;
}

/* How many points: as many as were asked for, or as there is room for. */
static int
points_make(struct zones *z, const struct options *o, const struct target *t,
    struct diag *d)
{
	uint64_t least = o->size.given ? o->size.value :
	    o->block.n > 0 ? o->block.item[0].bytes : z->sector;
	uint64_t fit = z->end / least;
	char size[SIZE_TEXT];

	z->points = o->points.given ? o->points.value : ZONES_POINTS;
	if (fit < 2)
		return diag_set(d, -EINVAL, "%s: %" PRIu64 " bytes: too small "
		    "for two points of %s", t->path, t->bytes,
		    size_text(least, size));
	if (z->points <= fit)
		return 0;
	if (o->points.given)
		return diag_usage(d, "--points %s: only %" PRIu64 " of %s "
		    "fit into %s; ask for fewer, or a smaller --size",
		    o->points.text, fit, size_text(least, size), t->path);
	z->points = fit;
	return 0;
}

/* Size and block of a point, both as asked for or as there is room for. */
static int
size_make(struct zones *z, struct size_item *block, const struct options *o,
    struct diag *d)
{
	uint64_t room = z->end / z->points;

	z->size = o->size.given ? o->size.value :
	    room < ZONES_SIZE ? room : ZONES_SIZE;
	if (o->block.n > 0)
		*block = o->block.item[0];
	else {
		block->bytes = block_within(z->size, z->sector);
		size_text(block->bytes, block->text);
	}
	if (z->size < block->bytes)
		return diag_usage(d, "--size %s: smaller than the block size "
		    "%s", o->size.text, block->text);
	z->size -= z->size % block->bytes;
	return 0;
}

/* The one way in which every point is read. */
static int
way_make(struct plan_cell *way, const struct plan *p, size_t i,
    struct answers *a, struct warnings *w, struct diag *d)
{
	const struct target *t = p->target[i].target;
	const struct request request = {
		.answers = a,
		.op = { OP_READ },
		.ops = 1,
		.engine = { engine_find(t->kind == TARGET_DEVICE ? "raw" :
		    "direct") },
		.engines = 1,
	};
	struct plan_cell *variant;
	size_t n;

	variant = variants_make(&request, p->options, t, &n, w);
	if (variant == NULL)
		return diag_memory(d);
	*way = *variant;
	free(variant);
	way->target = i;
	way->op = OP_READ;
	way->timed = true;
	return 0;
}

/* Cells in the order of a round; the first one, variant 0, is at offset 0. */
static int
points_add(struct plan *p, const struct plan_cell *way, const struct zones *z,
    struct diag *d)
{
	struct plan_target *pt = &p->target[way->target];
	size_t n = (size_t)z->points, *order = malloc(n * sizeof *order);
	struct plan_cell *cell;

	cell = realloc(p->cell, (p->cells + n) * sizeof *cell);
	if (cell != NULL)
		p->cell = cell;
	if (cell == NULL || order == NULL) {
		free(order);
		return diag_memory(d);
	}
	zones_order(order, n);
	pt->first_cell = p->cells;
	pt->cells = n;
	for (size_t k = 0; k < n; k++) {
		struct plan_cell *c = &p->cell[p->cells++];

		*c = *way;
		c->variant = k;
		c->point = (unsigned)order[k] + 1;
		c->offset = zones_offset(z, order[k]);
	}
	if (n > p->variants)
		p->variants = n;
	free(order);
	return 0;
}

static int
target_plan(struct plan *p, size_t i, struct answers *a, struct warnings *w,
    struct diag *d)
{
	struct plan_target *pt = &p->target[i];
	const struct target *t = pt->target;
	struct zones z = { .sector = sector_of(t) };
	struct plan_cell way;
	int rc;

	if ((rc = target_check(t, d)) < 0)
		return rc;
	z.end = t->bytes - t->bytes % z.sector;
	if ((rc = way_make(&way, p, i, a, w, d)) < 0 ||
	    (rc = points_make(&z, p->options, t, d)) < 0 ||
	    (rc = size_make(&z, &way.block, p->options, d)) < 0 ||
	    (rc = points_add(p, &way, &z, d)) < 0)
		return rc;
	pt->size = z.size;
	pt->reads = true;
	pt->layout = LAYOUT_OVERWRITE;
	if (way.block.bytes > p->largest_block)
		p->largest_block = way.block.bytes;
	if (p->smallest_block == 0 || way.block.bytes < p->smallest_block)
		p->smallest_block = way.block.bytes;
	cells_check(p, i);
	/* What one point can't do none can. */
	return p->cell[pt->first_cell].refused[0] == '\0' ? 0 :
	    diag_set(d, -EINVAL, "%s: %s", t->path,
	    p->cell[pt->first_cell].refused);
}

static int
ask_check(const struct options *o, struct diag *d)
{
	if (o->points.given && (o->points.value < 2 ||
	    o->points.value > ZONES_POINTS_MAX))
		return diag_usage(d, "--points %s: from 2 to %d of them",
		    o->points.text, ZONES_POINTS_MAX);
	if (o->block.n > 1 || o->depth.n > 1)
		return diag_usage(d, "--%s: points are read in one way: give "
		    "one value", o->block.n > 1 ? "block-size" : "depth");
	return 0;
}

int
zones_plan(struct plan *p, const struct options *o, struct target *target,
    size_t targets, const struct plan_world *world, struct warnings *w,
    struct diag *d)
{
	struct answers answers = { .world = world };
	int rc;

	if ((rc = plan_begin(p, o, target, targets, world, d)) < 0 ||
	    (rc = ask_check(o, d)) < 0)
		return rc;
	for (size_t i = 0; i < targets; i++)
		if ((rc = target_plan(p, i, &answers, w, d)) < 0)
			return rc;
	return options_check(p, d);
}
