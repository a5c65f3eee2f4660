/* cells -- the points of the sweep: block x op x engine x buffer pages. */

#include "plan.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "seqbench/diag.h"

/* Why this device or file system can't do the cell, into c->refused. */
static void
cell_check(struct plan_cell *c, const struct target *t)
{
	if (c->engine->access == ACCESS_RAW && t->kind != TARGET_DEVICE)
		snprintf(c->refused, sizeof c->refused,
		    "raw needs a device node; the one below a file or "
		    "directory is not read yet");
	else if (c->engine->access != ACCESS_DIRECT &&
	    c->engine->access != ACCESS_RAW)
		return;
	else if (t->sector_bytes == 0)
		snprintf(c->refused, sizeof c->refused,
		    "direct I/O is refused here (%s)",
		    t->fs.type[0] != '\0' ? t->fs.type : "no reason known");
	else if (c->block.bytes % t->sector_bytes != 0)
		snprintf(c->refused, sizeof c->refused,
		    "block %" PRIu64 " is not a multiple of the sector size "
		    "%" PRIu64, c->block.bytes, t->sector_bytes);
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
	};
}

int
cells_add(struct plan *p, size_t i, const struct request *r,
    const struct size_list *blocks, struct diag *d)
{
	static const struct buffer_list huge = { 1, { BUFFER_HUGE } };
	const struct buffer_list *pages = p->options->buffer.n > 0 ?
	    &p->options->buffer : &huge;
	size_t variants = r->engines * pages->n;
	size_t n = blocks->n * r->ops * variants;
	struct plan_cell *cell;

	cell = realloc(p->cell, (p->cells + n) * sizeof *cell);
	if (cell == NULL)
		return diag_set(d, -ENOMEM, "%s", strerror(ENOMEM));
	p->cell = cell;
	p->target[i].first_cell = p->cells;
	p->target[i].cells = n;
	if (variants > p->variants)
		p->variants = variants;
	for (size_t k = 0; k < n; k++) {
		size_t variant = k % variants;
		size_t op = k / variants % r->ops;
		struct plan_cell *c = &p->cell[p->cells++];

		*c = cell_make(p, i, r->op[op],
		    r->engine[variant / pages->n],
		    &blocks->item[k / variants / r->ops]);
		c->buffer = pages->item[variant % pages->n];
		c->variant = variant;
		cell_check(c, p->target[i].target);
	}
	return 0;
}

uint64_t
plan_cell_memory(const struct plan_cell *c)
{
	return c->op == OP_READ ? c->block.bytes :
	    pattern_pool_bytes(c->block.bytes);
}
