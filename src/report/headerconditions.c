/* headerconditions -- under what the passes were made. */
#include <string.h>

#include "header.h"
#include "page.h"
#include "rows.h"
#include "words.h"

#include "seqbench/report.h"

/* "raw (io_uring)": the only one is not named in the table. */
static void
variant(struct line *l, const struct plan_cell *c, bool only)
{
	const char *queue = word_queue(c);
	char name[WORD];

	if (only)
		line_part(l, "%s%s", c->engine->name,
		    c->buffer == BUFFER_PAGE ? " page" : "");
	else
		line_part(l, "%s", plan_variant(c, name));
	if (queue != NULL)
		fprintf(l->f, " (%s)", queue);
	if (only && c->depth > 1)
		line_part(l, "depth %u", c->depth);
	if (only && c->jobs > 1)
		line_part(l, "%u jobs", c->jobs);
}

/* "buffered, READ 64k": the table names the values. */
static void
readahead(struct line *l, const struct plan *plan,
    const struct plan_target *t)
{
	const struct plan_cell *c = &plan->cell[t->first_cell];
	bool one = c->block.bytes == plan->cell[plan->cells - 1].block.bytes;
	char block[WORD];

	variant(l, c, true);
	if (one)
		line_part(l, "%s %s", op_titles[c->op], word_block(block, c));
}

static void
variants(struct line *l, const struct plan *plan, const struct plan_target *t)
{
	if (plan_compares_readahead(plan)) {
		readahead(l, plan, t);
		return;
	}
	for (size_t v = 0; v < plan->variants; v++)
		for (size_t i = 0; i < t->cells; i++) {
			const struct plan_cell *c =
			    &plan->cell[t->first_cell + i];

			if (c->variant != v)
				continue;
			variant(l, c, plan->variants == 1);
			if (plan->readaheads == 1 && plan->variants == 1)
				line_part(l, "read-ahead %s",
				    c->readahead.size.text);
			break;
		}
}

static const char *
cache(const struct plan *plan, const struct plan_target *t,
    const struct sums *sums)
{
	static const char *const checked[] = {
		[CHECK_NONE] = NULL,
		[CHECK_COLD] = "cold (checked)",
		[CHECK_RESIDENT] = "not cold (checked)",
		[CHECK_UNKNOWN] = "cold (unchecked)",
		[CHECK_MEMORY] = "memory",
	};

	if (!t->reads)
		return NULL;
	if (t->target->fs.is_memory)
		return checked[CHECK_MEMORY];
	if (plan->cache == CACHE_WARM)
		return "warm";
	if (plan->cache == CACHE_AS_IS)
		return "cache as it was";
	return checked[sums->check];
}

/* "1.0 GiB (automatic)": what a pass moves, and why that much. */
static void
pass_size(FILE *f, const struct result *r, size_t target)
{
	const struct plan_target *t = &r->plan->target[target];
	bool held = t->writes && t->write_size > 0 &&
	    t->write_size < t->size;
	char size[SIZE_TEXT];

	fputs(size_human(t->reads || !held ? t->size : t->write_size, size),
	    f);
	if (!t->reads && held)
		fputs(" (what is durable in time)", f);
	else if (t->automatic)
		fprintf(f, " (automatic%s)", r->record[target].cut_short ?
		    ", cut short by slowness" : "");
}

/* "1 run", "5 to 20 runs" */
static void
runs(FILE *f, const struct plan *plan)
{
	fprintf(f, "%llu", (unsigned long long)plan->runs_min);
	if (plan->runs_max > plan->runs_min)
		fprintf(f, " to %llu", (unsigned long long)plan->runs_max);
	fputs(plan->runs_max > 1 ? " runs" : " run", f);
}

static void
size_and_runs(struct line *l, const struct result *r, size_t target)
{
	const struct plan *plan = r->plan;
	const struct plan_target *t = &plan->target[target];
	char size[SIZE_TEXT];

	if (t->size > 0) {
		line_part(l, "%s", "");
		pass_size(l->f, r, target);
		fputs(" x ", l->f);
		runs(l->f, plan);
	}
	if (t->reads && t->writes && t->write_size > 0 &&
	    t->write_size < t->size)
		line_part(l, "writes %s (what is durable in time)",
		    size_human(t->write_size, size));
	if (t->offset > 0)
		line_part(l, "from byte %llu on",
		    (unsigned long long)t->offset);
}

/* With one cell or one run there is only one order. */
static void
order(struct line *l, const struct plan *plan, const struct plan_target *t)
{
	static const char *const orders[] = {
		[ORDER_MIRROR] = "mirrored",
		[ORDER_BLOCKED] = "blocked",
		[ORDER_RANDOM] = "random order",
	};

	if (t->cells > 1 && plan->runs_max > 1)
		line_part(l, "%s", orders[plan->order]);
}

static void
writing(struct line *l, const struct plan *plan, const struct plan_target *t)
{
	static const char *const flushes[] = {
		[FLUSH_END] = "flush counted",
		[FLUSH_NONE] = "not flushed",
		[FLUSH_EACH] = "flushed after each block",
		[FLUSH_DSYNC] = "O_DSYNC",
		[FLUSH_SYNC] = "O_SYNC",
	};

	if (plan->flush == FLUSH_EVERY_N)
		line_part(l, "flushed after every %llu blocks",
		    (unsigned long long)plan->flush_every);
	else
		line_part(l, "%s", flushes[plan->flush]);
	if (t->layout == LAYOUT_PREALLOCATE)
		line_part(l, "preallocated");
	if (t->layout == LAYOUT_OVERWRITE)
		line_part(l, "overwriting");
	if (plan->pattern.kind == PATTERN_ZERO)
		line_part(l, "zeros written");
	if (plan->pattern.kind == PATTERN_COMPRESS)
		line_part(l, "%u %% of the data zeros",
		    plan->pattern.zero_percent);
	if (plan->pattern.kind == PATTERN_FILE)
		line_part(l, "data from a file");
}

static void
sweep(struct line *l, const struct result *r, size_t target,
    const struct sums *sums)
{
	const struct plan *plan = r->plan;
	const struct plan_target *t = &plan->target[target];
	const char *state = cache(plan, t, sums);

	variants(l, plan, t);
	if (target < plan->together)
		line_part(l, "one of %zu targets at once", plan->together);
	if (state != NULL)
		line_part(l, "%s", state);
	size_and_runs(l, r, target);
	order(l, plan, t);
	if (t->writes && t->target->kind != TARGET_SINK)
		writing(l, plan, t);
	if (plan->verify)
		line_part(l, "verified");
}

/* Points are read in one way, past the cache. */
static void
profile(struct line *l, const struct plan *plan, const struct plan_target *t)
{
	const struct plan_cell *c = &plan->cell[t->first_cell];
	char text[WORD];

	variant(l, c, true);
	line_part(l, "%zu points of %s", t->cells, word_exact(text, t->size));
	line_part(l, "blocks of %s", word_exact(text, c->block.bytes));
	line_part(l, "%s", "");
	runs(l->f, plan);
	order(l, plan, t);
}

void
header_conditions(const struct page *p, const struct result *r,
    size_t target, const struct sums *sums)
{
	struct line l;

	line_begin(&l, p, ", ");
	if (plan_is_profile(r->plan, target))
		profile(&l, r->plan, &r->plan->target[target]);
	else
		sweep(&l, r, target, sums);
	line_end(&l, PAGE_HEADER);
}
