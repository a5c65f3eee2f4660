/* total -- several targets at once: may they be, and what stands for all. */

#include "plan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "seqbench/diag.h"
#include "seqbench/meter.h"

/* Which of them can't be measured with others, and why. */
static int
targets_check(const struct plan *p, struct diag *d)
{
	if (p->targets < 2)
		return diag_usage(d, "--parallel: measures several TARGETs at "
		    "once; there is one. Several streams on one are --jobs");
	for (size_t i = 0; i < p->targets; i++)
		if (p->target[i].target->kind == TARGET_STREAM)
			return diag_usage(d, "%s: --parallel: a stream waits "
			    "for who fills it, and the others would with it",
			    p->target[i].target->path);
	return 0;
}

/* A directory is another each time: each gets files of its own. */
static bool
is_same(const struct target *a, const struct target *b)
{
	if (a->kind != b->kind || a->missing != b->missing)
		return false;
	if (a->kind == TARGET_DEVICE)
		return a->st.st_rdev == b->st.st_rdev;
	if (a->kind != TARGET_FILE || a->st.st_dev != b->st.st_dev ||
	    a->st.st_ino != b->st.st_ino)
		return false;
	return !a->missing || strcmp(a->name, b->name) == 0;
}

/* Each would find in the cache, or write over, what the other moved. */
static int
twice_check(const struct plan *p, struct diag *d)
{
	for (size_t i = 0; i < p->targets; i++)
		for (size_t k = 0; k < i; k++)
			if (is_same(p->target[k].target, p->target[i].target))
				return diag_usage(d, "--parallel: %s and %s "
				    "are the same; several streams on one are "
				    "--jobs", p->target[k].target->path,
				    p->target[i].target->path);
	return 0;
}

/* Do they stand for one row?  Direct and raw are one engine here. */
static bool
is_alike(const struct plan_cell *a, const struct plan_cell *b)
{
	return a->op == b->op && a->block.bytes == b->block.bytes &&
	    a->depth == b->depth && a->jobs == b->jobs &&
	    a->buffer == b->buffer && a->variant == b->variant &&
	    (a->engine == b->engine ||
	    (engine_is_direct(a->engine) && engine_is_direct(b->engine)));
}

static int
cells_alike(const struct plan *p, const struct plan_target *b, struct diag *d)
{
	const struct plan_target *a = &p->target[0];
	char one[PLAN_VARIANT], other[PLAN_VARIANT];

	for (size_t k = 0; k < a->cells && k < b->cells; k++) {
		const struct plan_cell *x = &p->cell[a->first_cell + k];
		const struct plan_cell *y = &p->cell[b->first_cell + k];

		if (!is_alike(x, y))
			return diag_usage(d, "--parallel: all make the same "
			    "passes, but %s would %s %s %s and %s %s %s %s; "
			    "say which by -b, -o and -e", a->target->path,
			    op_names[x->op], x->block.text,
			    plan_variant(x, one), b->target->path,
			    op_names[y->op], y->block.text,
			    plan_variant(y, other));
	}
	if (a->cells == b->cells)
		return 0;
	return diag_usage(d, "--parallel: all make the same passes, but %s "
	    "would make %zu and %s %zu of them; say which by -b, -o and -e",
	    a->target->path, a->cells, b->target->path, b->cells);
}

static int
threads_check(const struct plan *p, struct diag *d)
{
	for (size_t i = 0; i < p->target[0].cells; i++) {
		unsigned jobs = p->cell[i].jobs;

		if (jobs * p->targets > METER_LANES)
			return diag_usage(d, "--parallel: %zu targets of %u "
			    "jobs each are more than %d threads", p->targets,
			    jobs, (int)METER_LANES);
	}
	return 0;
}

static bool
has_layer(const struct layers *l, dev_t device)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->layer[i].device == device)
			return true;
	return false;
}

/* What the bottoms count of them all, a disk that they share once. */
static int
add_bottoms(struct layers *sum, const struct layers *l)
{
	for (size_t i = 0; i < l->n; i++) {
		const struct layer *one = &l->layer[i];
		struct layer *copy;

		if (!one->bottom || has_layer(sum, one->device))
			continue;
		copy = layers_add(sum, one->kind, 0);
		if (copy == NULL)
			return -ENOMEM;
		copy->device = one->device;
		copy->bottom = true;
		copy->moves = layers_move(l);
		layer_set(copy, LAYER_NAME, one->text[LAYER_NAME]);
		layer_set(copy, LAYER_NODE, one->text[LAYER_NODE]);
	}
	return 0;
}

/* A sum without the bottoms of one would be that of others. */
static int
bottoms_make(struct plan *p, struct diag *d)
{
	for (size_t i = 0; i < p->together; i++)
		if (layers_bottoms(&p->target[i].target->layers) == 0)
			return 0;
	for (size_t i = 0; i < p->together; i++)
		if (add_bottoms(&p->total->layers,
		    &p->target[i].target->layers) < 0)
			return diag_memory(d);
	return 0;
}

/* What is known of all of them. */
static int
facts_make(struct plan *p, struct diag *d)
{
	const struct plan_cell as_it_is = { .readahead.mode =
	    READAHEAD_DEFAULT };
	struct target *t = p->total;

	*t = (struct target){
		.path = "total",
		.kind = TARGET_TOTAL,
		.look_fd = -1,
		.exclusive_fd = -1,
		.bytes = NOT_KNOWN,
		.sector_bytes = NOT_KNOWN,
		.fs = { .is_memory = true, .free_bytes = NOT_KNOWN },
		.device.rotational = -1,
	};
	for (size_t i = 0; i < p->together; i++) {
		const struct target *one = p->target[i].target;
		uint64_t ahead = plan_readahead_bytes(&as_it_is, one);

		t->fs.is_memory &= one->fs.is_memory;
		/* Others' load is told by what read-ahead can't explain. */
		if (one->device.known && ahead != NOT_KNOWN)
			t->device.readahead_bytes += ahead;
	}
	return bottoms_make(p, d);
}

static int
cells_make(struct plan *p, struct diag *d)
{
	size_t n = p->target[0].cells;
	struct plan_target *pt = &p->target[p->together];
	struct plan_cell *cell = realloc(p->cell,
	    (p->cells + n) * sizeof *cell);

	if (cell == NULL)
		return diag_memory(d);
	p->cell = cell;
	*pt = (struct plan_target){
		.target = p->total,
		.offset = p->target[0].offset,
		.layout = p->target[0].layout,
		.first_cell = p->cells,
		.cells = n,
	};
	for (size_t k = 0; k < n; k++) {
		p->cell[p->cells] = p->cell[k];
		p->cell[p->cells].target = p->together;
		p->cell[p->cells++].refused[0] = '\0';
	}
	return 0;
}

int
total_make(struct plan *p, struct diag *d)
{
	int rc;

	if ((rc = targets_check(p, d)) < 0 || (rc = twice_check(p, d)) < 0)
		return rc;
	for (size_t i = 1; i < p->targets; i++)
		if ((rc = cells_alike(p, &p->target[i], d)) < 0)
			return rc;
	if ((rc = threads_check(p, d)) < 0)
		return rc;
	p->total = calloc(1, sizeof *p->total);
	if (p->total == NULL)
		return diag_memory(d);
	p->together = p->targets;
	if ((rc = cells_make(p, d)) < 0)
		return rc;
	p->targets++;
	if ((rc = facts_make(p, d)) < 0)
		return rc;
	total_close(p);
	return 0;
}

void
plan_refuse_total(struct plan *p, size_t target, size_t k, const char *why)
{
	const struct plan_target *pt = &p->target[p->together];
	struct plan_cell *c = &p->cell[pt->first_cell + k];

	if (c->refused[0] == '\0')
		snprintf(c->refused, sizeof c->refused, "%.100s: %.150s",
		    p->target[target].target->path, why);
}

static void
add_target(struct plan *p, struct plan_target *total, size_t i)
{
	const struct plan_target *pt = &p->target[i];

	total->size += pt->size;
	total->write_size += pt->write_size;
	total->automatic |= pt->automatic;
	total->reads |= pt->reads;
	total->writes |= pt->writes;
	for (size_t k = 0; k < pt->cells; k++) {
		const struct plan_cell *c = &p->cell[pt->first_cell + k];

		if (c->refused[0] != '\0')
			plan_refuse_total(p, i, k, c->refused);
	}
}

void
total_close(struct plan *p)
{
	struct plan_target *total;
	bool known = true, measured = true;

	if (p->together == 0)
		return;
	total = &p->target[p->together];
	total->size = total->write_size = 0;
	for (size_t i = 0; i < p->together; i++) {
		known &= p->target[i].size > 0;
		measured &= p->target[i].write_size > 0;
		add_target(p, total, i);
	}
	/* A part of the sum is no sum. */
	if (!known)
		total->size = 0;
	if (!measured)
		total->write_size = 0;
}
