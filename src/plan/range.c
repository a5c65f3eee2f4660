/* range -- which bytes of a target are measured, and on which files. */

#include "plan.h"

#include <errno.h>
#include <inttypes.h>

#include "seqbench/diag.h"
#include "seqbench/sys.h"

static enum layout_mode
layout_make(const struct options *o, const struct target *t)
{
	if (t->kind != TARGET_DIRECTORY && !t->missing)
		return LAYOUT_OVERWRITE;
	if (o->layout != LAYOUT_DEFAULT)
		return o->layout;
	/* Rows of a rotating disk compare only on the same sectors. */
	return t->device.rotational == 1 ? LAYOUT_OVERWRITE : LAYOUT_CREATE;
}

/* Does any cell touch the target, reading or writing? */
static void
use_make(struct plan *p, struct plan_target *pt)
{
	for (size_t i = 0; i < pt->cells; i++) {
		const struct plan_cell *c = &p->cell[pt->first_cell + i];

		if (c->engine->access == ACCESS_NONE || c->refused[0] != '\0')
			continue;
		pt->reads |= c->op == OP_READ;
		pt->writes |= c->op == OP_WRITE;
	}
}

static int
offset_check(const struct plan_target *pt, const struct options *o,
    struct diag *d)
{
	const struct target *t = pt->target;

	if (!o->offset.given || o->offset.value == 0)
		return 0;
	if (pt->temporary || t->bytes == NOT_KNOWN)
		return diag_usage(d, "--offset %s: %s has no offset to start "
		    "at; it goes with a file or device", o->offset.text,
		    t->path);
	if (o->offset.value >= t->bytes)
		return diag_usage(d, "--offset %s: beyond the end of %s "
		    "(%" PRIu64 " bytes)", o->offset.text, t->path, t->bytes);
	if (t->sector_bytes > 1 && o->offset.value % t->sector_bytes != 0)
		return diag_usage(d, "--offset %s: not a multiple of the "
		    "sector size %" PRIu64 " of %s", o->offset.text,
		    t->sector_bytes, t->path);
	return 0;
}

static int
size_check(const struct plan *p, struct diag *d)
{
	const struct opt_u64 *asked = &p->options->size;
	char block[SIZE_TEXT];

	if (!asked->given || asked->value >= p->largest_block)
		return 0;
	return diag_usage(d, "--size %s: smaller than the block size %s",
	    asked->text, size_text(p->largest_block, block));
}

/* The size as asked for, held to what there is; 0: set-up finds it. */
static int
size_make(struct plan *p, struct plan_target *pt, struct warnings *w,
    struct diag *d)
{
	const struct opt_u64 *asked = &p->options->size;
	const struct target *t = pt->target;
	uint64_t there = t->bytes;
	char human[SIZE_TEXT];

	pt->automatic = !asked->given;
	pt->size = asked->value;
	/* What has no end and costs nothing to ask gets a fixed one. */
	if (pt->automatic && t->kind == TARGET_STREAM)
		pt->size = PLAN_AUTO_MIN;
	else if (pt->automatic && t->kind == TARGET_SINK)
		pt->size = PLAN_AUTO_MAX;
	if (pt->temporary || there == NOT_KNOWN)
		return size_check(p, d);
	if (there == 0)
		return diag_set(d, -ENODATA, "%s: empty: nothing to measure",
		    t->path);
	there -= pt->offset;
	if (asked->given && asked->value > there) {
		pt->size = there;
		warnings_add(w, "%s: only %s is there, less than --size %s",
		    t->path, size_human(there, human), asked->text);
		return 0;
	}
	return size_check(p, d);
}

static int
space_check(const struct plan_target *pt, struct diag *d)
{
	const struct target *t = pt->target;
	uint64_t need = pt->size;
	char needs[SIZE_TEXT], has[SIZE_TEXT];

	if (!pt->temporary || t->fs.free_bytes == NOT_KNOWN)
		return 0;
	/* The laid-out file stays while a pass writes its own. */
	if (pt->needs_layout && pt->writes && pt->layout != LAYOUT_OVERWRITE)
		need *= 2;
	if (pt->automatic)
		need = PLAN_MIN_WRITE;
	if (need <= t->fs.free_bytes)
		return 0;
	return diag_set(d, -ENOSPC, "%s: needs %s, but only %s is free; make "
	    "room, or give a smaller --size", t->path,
	    size_human(need, needs), size_human(t->fs.free_bytes, has));
}

int
range_make(struct plan *p, size_t i, struct warnings *w, struct diag *d)
{
	struct plan_target *pt = &p->target[i];
	const struct target *t = pt->target;
	const struct options *o = p->options;
	int rc;

	pt->temporary = t->kind == TARGET_DIRECTORY || t->missing;
	if ((rc = offset_check(pt, o, d)) < 0)
		return rc;
	pt->offset = o->offset.value;
	if ((rc = size_make(p, pt, w, d)) < 0)
		return rc;
	cells_check(p, i);
	use_make(p, pt);
	pt->layout = layout_make(o, t);
	pt->needs_layout = pt->temporary && (pt->reads || o->keep ||
	    (pt->writes && pt->layout == LAYOUT_OVERWRITE));
	return space_check(pt, d);
}

/* A multiple of the largest block where the range is long enough for one. */
static uint64_t
whole_blocks(const struct plan *p, uint64_t bytes)
{
	return bytes < p->largest_block ? bytes :
	    bytes - bytes % p->largest_block;
}

/* No more than becomes durable within the time limit. */
static uint64_t
durable_size(const struct plan *p, const struct plan_target *pt, double rate)
{
	double durable = rate * (double)p->time_limit_ns / 1e9;

	if (rate <= 0 || p->flush == FLUSH_NONE)
		return pt->size;
	if (durable < (double)PLAN_MIN_WRITE)
		durable = (double)PLAN_MIN_WRITE;
	return durable < (double)pt->size ?
	    whole_blocks(p, (uint64_t)durable) : pt->size;
}

void
plan_close(struct plan *p, size_t target, uint64_t bytes, double durable_rate,
    struct warnings *w)
{
	struct plan_target *pt = &p->target[target];

	pt->size = whole_blocks(p, bytes);
	pt->write_size = durable_size(p, pt, durable_rate);
	if (pt->size % p->largest_block != 0)
		warnings_add(w, "%s: shorter than a block: blocks above its "
		    "size move all of it at once", pt->target->path);
	cells_check(p, target);
	total_close(p);
}

uint64_t
plan_passes(const struct plan *p, size_t target)
{
	const struct plan_target *pt = &p->target[target];
	uint64_t n = 0;

	for (size_t i = 0; i < pt->cells; i++)
		if (p->cell[pt->first_cell + i].refused[0] == '\0')
			n += p->runs_min;
	return n;
}

/* Of one that is no total. */
static uint64_t
write_bytes(const struct plan *p, size_t target)
{
	const struct plan_target *pt = &p->target[target];
	uint64_t pass = pt->write_size > 0 ? pt->write_size : pt->size;
	uint64_t bytes = 0;

	if (pt->target->kind == TARGET_SINK)
		return 0;
	/* Set-up lays out, or finds the durable rate. */
	if (pt->needs_layout)
		bytes = pt->size;
	else if (pt->writes)
		bytes = pt->size < PLAN_MIN_WRITE ? pt->size : PLAN_MIN_WRITE;
	for (size_t i = 0; i < pt->cells; i++) {
		const struct plan_cell *c = &p->cell[pt->first_cell + i];

		if (c->refused[0] == '\0' && c->op == OP_WRITE &&
		    c->engine->access != ACCESS_NONE)
			bytes += p->runs_max * pass;
	}
	return bytes;
}

uint64_t
plan_write_bytes(const struct plan *p, size_t target)
{
	uint64_t bytes = 0;

	if (!plan_is_total(p, target))
		return write_bytes(p, target);
	for (size_t i = 0; i < p->together; i++)
		bytes += write_bytes(p, i);
	return bytes;
}
