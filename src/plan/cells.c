/* cells -- the points of the sweep: block x op x engine x buffer pages. */

#include "plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "seqbench/diag.h"

static bool
is_direct(const struct plan_cell *c)
{
	return c->engine->access == ACCESS_DIRECT ||
	    c->engine->access == ACCESS_RAW;
}

static bool
fits_sector(const struct plan_cell *c, const struct target *t)
{
	return !is_direct(c) || t->sector_bytes == 0 ||
	    c->block.bytes % t->sector_bytes == 0;
}

/* Why this system, device or file system can't do the cell: c->refused. */
static void
cell_check(struct plan_cell *c, const struct target *t)
{
	char why[ISSUER_WHY];

	if (issuer_usable(c->issuer, why) < 0)
		snprintf(c->refused, sizeof c->refused, "%s", why);
	else if (c->engine->access == ACCESS_RAW && t->kind != TARGET_DEVICE)
		snprintf(c->refused, sizeof c->refused, "needs a device node; "
		    "the one below a file or directory is not read yet");
	else if (is_direct(c) && t->sector_bytes == 0)
		snprintf(c->refused, sizeof c->refused, "direct I/O is "
		    "refused here%s%s; use --engine buffered",
		    t->fs.type[0] != '\0' ? " by " : "", t->fs.type);
	else if (!fits_sector(c, t))
		snprintf(c->refused, sizeof c->refused,
		    "block %" PRIu64 " is not a multiple of the sector size "
		    "%" PRIu64, c->block.bytes, t->sector_bytes);
}

void
cells_check(struct plan *p, size_t i)
{
	const struct plan_target *pt = &p->target[i];

	for (size_t k = 0; k < pt->cells; k++) {
		struct plan_cell *c = &p->cell[pt->first_cell + k];

		if (c->refused[0] == '\0')
			cell_check(c, pt->target);
	}
}

static struct plan_cell
cell_make(const struct plan *p, size_t target, enum op op,
    const struct engine *engine, const struct size_item *block)
{
	const struct target *t = p->target[target].target;
	bool stream = t->kind == TARGET_STREAM &&
	    engine->access == ACCESS_CACHED;

	return (struct plan_cell){
		.target = target,
		.op = op,
		.engine = engine,
		.issuer = issuer_find(stream ? "stream" : engine->issuer),
		.block = *block,
		.depth = 1,
		.jobs = 1,
	};
}

/* Was it only a default that asked for this block?  Then without it. */
static bool
leave_out(const struct plan *p, const struct plan_cell *c,
    const struct target *t, struct warnings *w)
{
	if (p->options->block.n > 0 || fits_sector(c, t))
		return false;
	warnings_add(w, "%s: block %s left out: the sector size is %" PRIu64,
	    t->path, c->block.text, t->sector_bytes);
	return true;
}

int
cells_add(struct plan *p, size_t i, const struct request *r,
    const struct size_list *blocks, struct warnings *w, struct diag *d)
{
	static const struct buffer_list huge = { 1, { BUFFER_HUGE } };
	const struct buffer_list *pages = p->options->buffer.n > 0 ?
	    &p->options->buffer : &huge;
	struct plan_target *pt = &p->target[i];
	size_t variants = r->engines * pages->n;
	size_t n = blocks->n * r->ops * variants;
	struct plan_cell *cell;

	cell = realloc(p->cell, (p->cells + n) * sizeof *cell);
	if (cell == NULL)
		return diag_memory(d);
	p->cell = cell;
	pt->first_cell = p->cells;
	if (variants > p->variants)
		p->variants = variants;
	for (size_t k = 0; k < n; k++) {
		size_t variant = k % variants;
		size_t op = k / variants % r->ops;
		struct plan_cell *c = &p->cell[p->cells];

		*c = cell_make(p, i, r->op[op],
		    r->engine[variant / pages->n],
		    &blocks->item[k / variants / r->ops]);
		c->buffer = pages->item[variant % pages->n];
		c->variant = variant;
		if (!leave_out(p, c, pt->target, w))
			p->cells++;
	}
	pt->cells = p->cells - pt->first_cell;
	cells_check(p, i);
	return 0;
}

uint64_t
plan_cell_memory(const struct plan_cell *c)
{
	return c->op == OP_READ ? c->block.bytes :
	    pattern_pool_bytes(c->block.bytes);
}
