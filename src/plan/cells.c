/* cells -- the points of the sweep: block x op x variant. */

#include "plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "seqbench/below.h"
#include "seqbench/diag.h"

static bool
is_below(const struct plan_cell *c, const struct target *t)
{
	return c->engine->access == ACCESS_RAW &&
	    t->kind != TARGET_DEVICE && t->kind != TARGET_TOTAL;
}

bool
plan_reads_below(const struct plan *p, const struct plan_cell *c)
{
	return is_below(c, p->target[c->target].target);
}

/* 0: direct I/O is refused. */
static uint64_t
sector_of(const struct plan_cell *c, const struct target *t)
{
	return is_below(c, t) ? below_sector(t) : t->sector_bytes;
}

static bool
fits_sector(const struct plan_cell *c, const struct target *t)
{
	uint64_t sector = sector_of(c, t);

	return !engine_is_direct(c->engine) || sector == 0 ||
	    c->block.bytes % sector == 0;
}

/* What a pass of the cell moves, 0 where that is still to be found. */
static uint64_t
pass_bytes(const struct plan_target *pt, const struct plan_cell *c)
{
	return c->op == OP_WRITE && pt->write_size > 0 ? pt->write_size :
	    pt->size;
}

static bool
splits(const struct plan_cell *c, const struct plan_target *pt)
{
	uint64_t bytes = pass_bytes(pt, c);

	return c->jobs == 1 || bytes == 0 ||
	    bytes / c->jobs >= c->block.bytes;
}

/* Why this device, file system or size can't do the cell: c->refused. */
static void
cell_check(struct plan_cell *c, const struct plan_target *pt)
{
	const struct target *t = pt->target;
	char size[SIZE_TEXT];

	if (is_below(c, t) && t->no_raw[0] != '\0')
		snprintf(c->refused, sizeof c->refused, "%s", t->no_raw);
	else if (engine_is_direct(c->engine) && sector_of(c, t) == 0)
		snprintf(c->refused, sizeof c->refused, "direct I/O is "
		    "refused here%s%s; use --engine buffered",
		    t->fs.type[0] != '\0' ? " by " : "", t->fs.type);
	else if (!fits_sector(c, t))
		snprintf(c->refused, sizeof c->refused,
		    "block %" PRIu64 " is not a multiple of the sector size "
		    "%" PRIu64, c->block.bytes, sector_of(c, t));
	else if (!splits(c, pt))
		snprintf(c->refused, sizeof c->refused, "%u jobs need a block "
		    "each, and a pass has only %s", c->jobs,
		    size_text(pass_bytes(pt, c), size));
	else
		readahead_refuse(c, t);
}

void
cells_check(struct plan *p, size_t i)
{
	const struct plan_target *pt = &p->target[i];

	for (size_t k = 0; k < pt->cells; k++) {
		struct plan_cell *c = &p->cell[pt->first_cell + k];

		if (c->refused[0] == '\0')
			cell_check(c, pt);
	}
}

/*
 * Raw never writes below a file system.  And was it only a default that asked
 * for this block?  Then without it.
 */
static bool
leave_out(const struct plan *p, const struct plan_cell *c,
    const struct target *t, struct warnings *w)
{
	if (is_below(c, t) && c->op != OP_READ)
		warnings_add(w, "%s: %s raw left out: below a file system "
		    "raw only reads", t->path, op_titles[c->op]);
	else if (p->options->block.n == 0 && !fits_sector(c, t))
		warnings_add(w, "%s: block %s left out: the sector size is %"
		    PRIu64, t->path, c->block.text, sector_of(c, t));
	else
		return false;
	return true;
}

static bool
is_timed(const struct plan_cell *c, const struct options *o)
{
	return o->latency || engine_is_direct(c->engine) ||
	    (c->engine->access == ACCESS_CACHED &&
	    c->block.bytes >= PLAN_LATENCY_BLOCK);
}

int
cells_add(struct plan *p, size_t i, const struct request *r,
    struct warnings *w, struct diag *d)
{
	struct plan_target *pt = &p->target[i];
	size_t variants, n;
	struct plan_cell *cell, *variant;

	variant = variants_make(r, p->options, pt->target, &variants, w);
	n = r->blocks->n * r->ops * variants;
	cell = realloc(p->cell, (p->cells + n) * sizeof *cell);
	if (cell != NULL)
		p->cell = cell;
	if (cell == NULL || variant == NULL) {
		free(variant);
		return diag_memory(d);
	}
	pt->first_cell = p->cells;
	if (variants > p->variants)
		p->variants = variants;
	for (size_t k = 0; k < n; k++) {
		struct plan_cell *c = &p->cell[p->cells];

		*c = variant[k % variants];
		c->target = i;
		c->op = r->op[k / variants % r->ops];
		c->block = r->blocks->item[k / variants / r->ops];
		c->timed = is_timed(c, p->options);
		if (!leave_out(p, c, pt->target, w))
			p->cells++;
	}
	pt->cells = p->cells - pt->first_cell;
	free(variant);
	return 0;
}

uint64_t
plan_job_memory(const struct plan_cell *c)
{
	return c->op == OP_READ ? c->depth * c->block.bytes :
	    pattern_pool_bytes(c->block.bytes, c->depth);
}

uint64_t
plan_cell_memory(const struct plan_cell *c)
{
	return c->jobs * plan_job_memory(c);
}
