/* headernotes -- what limits the figures of a table, or hides behind them. */
#include <string.h>

#include "header.h"
#include "layerfacts.h"
#include "page.h"
#include "words.h"

#include "seqbench/report.h"

/* Did the time limit end a pass of this op? */
static bool
was_limited(const struct result *r, size_t target, enum op op)
{
	const struct plan_target *t = &r->plan->target[target];

	for (size_t i = 0; i < t->cells; i++) {
		const struct cell *c = &r->cell[t->first_cell + i];

		for (size_t k = 0; c->plan->op == op && k < c->samples; k++)
			if (c->sample[k].limited)
				return true;
	}
	return false;
}

static void
limited(const struct page *p, const struct result *r, size_t target)
{
	const struct plan *plan = r->plan;
	char size[SIZE_TEXT], limit[SIZE_TEXT];

	time_human(plan->time_limit_ns, limit);
	for (enum op op = 0; op < OP_COUNT; op++) {
		uint64_t reached = r->record[target].reached[op];

		if (reached > 0 && plan->runs_max > 1)
			page_line(p, PAGE_NOTE, "%s passes from run 2 on are "
			    "held to %s by the time limit of %s", op_titles[op],
			    size_human(reached, size), limit);
		else if (was_limited(r, target, op))
			page_line(p, PAGE_NOTE, "%s passes were ended by the "
			    "time limit of %s", op_titles[op], limit);
	}
}

static void
extents(const struct page *p, const struct plan_target *t)
{
	if (!t->writes || t->layout != LAYOUT_CREATE ||
	    t->target->fs.is_memory)
		return;
	page_line(p, PAGE_NOTE, t->reads ? "write passes land on fresh "
	    "extents: equal sectors for READ only" :
	    "write passes land on fresh extents, each on others");
}

static void
below(const struct page *p, const struct target *t,
    const struct target_record *r)
{
	if (r->below_extents > 0)
		page_line(p, PAGE_NOTE, "raw reads %s, %llu extent%s: %llu "
		    "block%s compared with the file", t->device.node,
		    (unsigned long long)r->below_extents,
		    r->below_extents == 1 ? "" : "s",
		    (unsigned long long)r->below_compared,
		    r->below_compared == 1 ? "" : "s");
}

static void
readahead(const struct page *p, const struct plan *plan, size_t target)
{
	const struct readahead_setting *s =
	    &plan->target[target].target->readahead;
	char size[SIZE_TEXT];

	if (plan_sets_readahead(plan, target))
		page_line(p, PAGE_NOTE, "read-ahead is set for %s, by %s, and "
		    "put back to %s", s->scope, s->name,
		    size_human(s->bytes, size));
}

static void
machine(const struct page *p, const struct host *h)
{
	struct line l;

	line_begin(&l, p, ", ");
	if (h->virtual_machine[0] != '\0')
		line_part(&l, "virtual machine (%s)", h->virtual_machine);
	if (h->container[0] != '\0')
		line_part(&l, "container (%s)", h->container);
	if (h->governor[0] != '\0' && strcmp(h->governor, "performance") != 0)
		line_part(&l, "CPU governor %s", h->governor);
	line_end(&l, PAGE_NOTE);
}

static void
cgroup(const struct page *p, const struct result *r, size_t target)
{
	const struct host *h = &r->host;
	char size[SIZE_TEXT], limit[IO_LIMIT_WORD];
	struct line l;

	line_begin(&l, p, "; ");
	if (*word_io_limit(limit, &r->record[target].io_limit) != '\0')
		line_part(&l, "cgroup limits I/O to %s", limit);
	if (h->cgroup_memory_bytes != NOT_KNOWN)
		line_part(&l, "cgroup limits memory to %s",
		    size_human(h->cgroup_memory_bytes, size));
	if (h->cgroup_cpus > 0)
		line_part(&l, "cgroup limits CPU to %.1f CPUs",
		    h->cgroup_cpus);
	line_end(&l, PAGE_NOTE);
}

/* Does a layer before number i say the same? */
static bool
was_said(const struct layers *l, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (l->layer[k].text[LAYER_NOTE] != NULL &&
		    strcmp(l->layer[k].text[LAYER_NOTE],
		    l->layer[i].text[LAYER_NOTE]) == 0)
			return true;
	return false;
}

static void
hidden_caches(const struct page *p, const struct layers *layers)
{
	const char *lead = "caches that no page count shows: ";
	struct line l;

	line_begin(&l, p, ", ");
	for (size_t i = 0; i < layers->n; i++)
		if (layers->layer[i].text[LAYER_NOTE] != NULL &&
		    !was_said(layers, i))
			line_part(&l, "%s%s", l.parts == 0 ? lead : "",
			    layers->layer[i].text[LAYER_NOTE]);
	line_end(&l, PAGE_NOTE);
}

/* What makes a layer slower than it could be. */
static void
troubled_layer(struct line *l, const struct layer *layer)
{
	uint64_t missing = layer->number[LAYER_DEGRADED];
	uint64_t unit = layer->number[LAYER_MISALIGNED];
	char size[WORD];

	if (missing != NOT_KNOWN && missing > 0)
		line_part(l, "%s: %llu disk%s missing",
		    layer_name(layer), (unsigned long long)missing,
		    missing > 1 ? "s" : "");
	if (layer->text[LAYER_STATE] != NULL)
		line_part(l, "%s: %s under way", layer_name(layer),
		    layer->text[LAYER_STATE]);
	if (unit != NOT_KNOWN)
		line_part(l, "%s: does not start at a multiple of %s",
		    layer_name(layer), word_exact(size, unit));
}

static void
troubled_layers(const struct page *p, const struct layers *layers)
{
	struct line l;

	line_begin(&l, p, "; ");
	for (size_t i = 0; i < layers->n; i++)
		troubled_layer(&l, &layers->layer[i]);
	line_end(&l, PAGE_NOTE);
}

static void
counters(const struct page *p, const struct target *t)
{
	if (t->device.known && t->device.counts_off)
		page_line(p, PAGE_NOTE, "the device's counters are off "
		    "(queue/iostats is 0): dev/app is empty");
	else if (!t->device.known && layers_bottoms(&t->layers) > 1)
		page_line(p, PAGE_NOTE, "on %zu devices: dev/app is that of "
		    "all together", layers_bottoms(&t->layers));
	else if (!t->device.known && !t->fs.is_memory &&
	    (t->kind == TARGET_DIRECTORY || t->kind == TARGET_FILE))
		page_line(p, PAGE_NOTE, "no one device below that could be "
		    "counted: dev/app is empty");
}

void
header_notes(const struct page *p, const struct result *r, size_t target)
{
	const struct plan_target *t = &r->plan->target[target];

	limited(p, r, target);
	extents(p, t);
	below(p, t->target, &r->record[target]);
	readahead(p, r->plan, target);
	machine(p, &r->host);
	cgroup(p, r, target);
	hidden_caches(p, &t->target->layers);
	troubled_layers(p, &t->target->layers);
	counters(p, t->target);
}
