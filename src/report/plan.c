/* plan -- what is going to happen: --dry-run. */
#include <string.h>

#include "header.h"
#include "page.h"
#include "words.h"

#include "seqbench/report.h"

/* "READ direct q8 (io_uring):" */
static void
variant_name(struct line *l, const struct plan_cell *c)
{
	const char *queue = word_queue(c);
	char name[WORD];

	line_part(l, "%s %s", op_titles[c->op], plan_variant(c, name));
	if (queue != NULL)
		fprintf(l->f, " (%s)", queue);
	putc(':', l->f);
}

/* "READ direct q8 (io_uring): 4k 64k (latency)"; blocks are ascending. */
static void
variant_cells(const struct page *p, const struct plan *plan,
    const struct plan_target *t, enum op op, size_t v)
{
	const struct plan_cell *timed = NULL;
	bool all = true;
	char text[WORD];
	struct line l;

	line_begin(&l, p, " ");
	for (size_t i = 0; i < t->cells; i++) {
		const struct plan_cell *c = &plan->cell[t->first_cell + i];

		if (c->op != op || c->variant != v || c->refused[0] != '\0')
			continue;
		if (l.parts == 0)
			variant_name(&l, c);
		line_part(&l, "%s", word_block(text, c));
		all = all && c->timed;
		if (c->timed && timed == NULL)
			timed = c;
	}
	if (timed != NULL)
		line_part(&l, "(latency%s%s)", all ? "" : " from ",
		    all ? "" : word_block(text, timed));
	line_end(&l, PAGE_HEADER);
}

/* Do they stand in one line? */
static bool
refused_alike(const struct plan_cell *a, const struct plan_cell *b)
{
	return a->op == b->op && a->variant == b->variant &&
	    strcmp(a->refused, b->refused) == 0;
}

/* "refused: 4k 64k READ direct: the reason", at the first of them. */
static void
refused_cells(const struct page *p, const struct plan *plan,
    const struct plan_target *t, size_t cell)
{
	const struct plan_cell *first = &plan->cell[t->first_cell];
	const struct plan_cell *c = &first[cell];
	char text[WORD];
	struct line l;

	for (size_t i = 0; i < cell; i++)
		if (refused_alike(&first[i], c))
			return;
	line_begin(&l, p, " ");
	line_part(&l, "refused:");
	for (size_t i = cell; i < t->cells; i++)
		if (refused_alike(&first[i], c))
			line_part(&l, "%s", word_block(text, &first[i]));
	line_part(&l, "%s %s: %s", op_titles[c->op], plan_variant(c, text),
	    c->refused);
	line_end(&l, PAGE_HEADER);
}

/* One line per op and variant, more for cells that can't run. */
static void
cells(const struct page *p, const struct plan *plan,
    const struct plan_target *t)
{
	for (enum op op = 0; op < OP_COUNT; op++)
		for (size_t v = 0; v < plan->variants; v++)
			variant_cells(p, plan, t, op, v);
	for (size_t i = 0; i < t->cells; i++)
		if (plan->cell[t->first_cell + i].refused[0] != '\0')
			refused_cells(p, plan, t, i);
}

static void
size(const struct page *p, const struct plan *plan, size_t target)
{
	const struct plan_target *t = &plan->target[target];
	char a[SIZE_TEXT], b[SIZE_TEXT];
	struct line l;

	line_begin(&l, p, ", ");
	if (t->size > 0)
		line_part(&l, "size: %s a pass", size_human(t->size, a));
	else if (plan_is_total(plan, target))
		line_part(&l, "size: the sum of theirs");
	else
		line_part(&l, "size: found by %s of about 2 s, %s to %s",
		    t->needs_layout ? "a lay-out" : "a short untimed read",
		    size_human(PLAN_AUTO_MIN, a),
		    size_human(PLAN_AUTO_MAX, b));
	if (t->size == 0 && t->temporary &&
	    t->target->fs.free_bytes != NOT_KNOWN)
		line_part(&l, "at most a quarter of the free %s",
		    size_human(t->target->fs.free_bytes, a));
	else if (t->size == 0 && t->target->bytes != NOT_KNOWN)
		line_part(&l, "at most its %s",
		    size_human(t->target->bytes, a));
	if (t->writes && t->write_size > 0 && t->write_size < t->size)
		line_part(&l, "%s a write pass", size_human(t->write_size, a));
	if (t->offset > 0)
		line_part(&l, "from byte %llu on",
		    (unsigned long long)t->offset);
	line_end(&l, PAGE_HEADER);
}

static void
passes(const struct page *p, const struct plan *plan, size_t target)
{
	const struct plan_target *t = &plan->target[target];
	uint64_t most = 0, bytes = plan_write_bytes(plan, target);
	char text[SIZE_TEXT];
	struct line l;

	for (size_t i = 0; i < t->cells; i++) {
		uint64_t memory =
		    plan_cell_memory(&plan->cell[t->first_cell + i]);

		if (memory > most)
			most = memory;
	}
	line_begin(&l, p, ", ");
	line_part(&l, "passes: %llu",
	    (unsigned long long)plan_passes(plan, target));
	if (plan->runs_max > plan->runs_min)
		line_part(&l, "up to %llu runs of each cell until +-%g %%",
		    (unsigned long long)plan->runs_max,
		    plan->precision * 100);
	line_part(&l, "order %s", order_text(plan->order));
	line_part(&l, "seed %llu", (unsigned long long)plan->seed);
	line_part(&l, "each at most %s",
	    time_human(plan->time_limit_ns, text));
	if (bytes > 0)
		line_part(&l, "writes up to %s", size_human(bytes, text));
	if (plan_is_total(plan, target))
		most *= plan->together;
	line_part(&l, "series of %s", time_human(plan->interval_ns, text));
	line_part(&l, "memory %s", size_human(most, text));
	line_end(&l, PAGE_HEADER);
}

static void
modes(const struct page *p, const struct plan *plan,
    const struct plan_target *t)
{
	struct line l;

	line_begin(&l, p, ", ");
	if (t->reads && t->target->kind <= TARGET_DEVICE &&
	    !t->target->fs.is_memory)
		line_part(&l, "cache %s", cache_text(plan->cache));
	if (t->writes) {
		if (plan->flush == FLUSH_EVERY_N)
			line_part(&l, "flush after every %llu blocks",
			    (unsigned long long)plan->flush_every);
		else
			line_part(&l, "flush %s", flush_text(plan->flush));
		line_part(&l, "layout %s", layout_text(t->layout));
	}
	if (plan->verify)
		line_part(&l, "each pass verified");
	line_end(&l, PAGE_HEADER);
}

static void
made(const struct page *p, const struct plan *plan,
    const struct plan_target *t)
{
	const struct target *what = t->target;

	if (what->missing && plan->options->keep)
		page_line(p, PAGE_HEADER, "makes and keeps: %s", what->path);
	else if (t->needs_layout)
		page_line(p, PAGE_HEADER, "makes: an unnamed file %s %s, gone "
		    "at the end", what->missing ? "for" : "in",
		    what->missing ? what->path : what->resolved);
	if (t->writes && t->layout != LAYOUT_OVERWRITE)
		page_line(p, PAGE_HEADER, "makes: another for each write "
		    "pass, gone after it");
}

static bool
reads_below(const struct plan *plan, const struct plan_target *t)
{
	for (size_t i = 0; i < t->cells; i++) {
		const struct plan_cell *c = &plan->cell[t->first_cell + i];

		if (plan_reads_below(plan, c) && c->refused[0] == '\0')
			return true;
	}
	return false;
}

static void
settings(const struct page *p, const struct plan *plan, size_t target)
{
	const struct readahead_setting *s =
	    &plan->target[target].target->readahead;
	char size[SIZE_TEXT];

	if (plan_sets_readahead(plan, target))
		page_line(p, PAGE_HEADER, "sets: %s, the read-ahead of %s; put "
		    "back to %s at the end", s->name, s->scope,
		    size_human(s->bytes, size));
	else
		page_line(p, PAGE_HEADER, "changes no settings");
}

static void
touched(const struct page *p, const struct plan *plan,
    const struct plan_target *t)
{
	const struct target *what = t->target;

	if (t->temporary)
		made(p, plan, t);
	else if (what->kind == TARGET_DEVICE && t->writes)
		page_line(p, PAGE_HEADER, "opens: %s for writing, O_EXCL; "
		    "what it holds is lost", what->device.node);
	else if (t->writes)
		page_line(p, PAGE_HEADER, "opens: %s for writing within its "
		    "size", what->resolved);
	else
		page_line(p, PAGE_HEADER, "opens: %s read only",
		    what->kind == TARGET_DEVICE ? what->device.node :
		    what->resolved);
	if (reads_below(plan, t))
		page_line(p, PAGE_HEADER, "opens: %s read only, the device "
		    "below", what->device.node);
	settings(p, plan, (size_t)(t - plan->target));
}

static void
result_files(const struct page *p, const struct options *o)
{
	const struct {
		const char	*path, *how;
	} files[] = {
		{ o->json,	"written beside and renamed" },
		{ o->csv,	"gains each pass as it ends" },
		{ o->markdown,	"written beside and renamed" },
		{ o->log,	"gains each pass as it ends" },
	};

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (files[i].path != NULL)
			page_line(p, PAGE_FOOTER, "result file: %s, %s",
			    files[i].path, files[i].how);
}

void
report_plan(FILE *f, const struct plan *p, const struct host *h,
    const struct report_look *look)
{
	const struct page page = { .f = f, .look = look };

	for (size_t i = 0; i < p->targets; i++) {
		const struct plan_target *t = &p->target[i];

		header_title(&page, t->target);
		header_place(&page, p, i);
		cells(&page, p, t);
		size(&page, p, i);
		passes(&page, p, i);
		modes(&page, p, t);
		if (!plan_is_total(p, i))
			touched(&page, p, t);
		putc('\n', f);
	}
	result_files(&page, p->options);
	if (look->verbose)
		header_host(&page, h);
	page_line(&page, PAGE_FOOTER, "dry run: nothing was measured");
}
