/* plan -- from options and target facts to every decision. */

#include "plan.h"

#include <stdlib.h>

#include "seqbench/diag.h"

static const char default_blocks[] = "4k,16k,64k,128k,1m";
/* A large block hides what is read ahead of it. */
static const char readahead_blocks[] = "64k";

static void
settings_make(struct plan *p, const struct options *o, uint64_t seed)
{
	p->runs_min = o->runs_min.given ? o->runs_min.value : PLAN_DEFAULT_RUNS;
	p->runs_max = o->runs_max.given ? o->runs_max.value : p->runs_min;
	p->precision = o->precision > 0 ? o->precision : PLAN_DEFAULT_PRECISION;
	p->time_limit_ns = o->time_limit_ns.given ? o->time_limit_ns.value :
	    PLAN_DEFAULT_LIMIT_NS;
	p->readaheads = o->readahead.n;
	p->cache = o->cache != CACHE_DEFAULT ? o->cache : CACHE_COLD;
	p->flush = o->flush != FLUSH_DEFAULT ? o->flush : FLUSH_END;
	p->flush_every = o->flush == FLUSH_EACH ? 1 : o->flush_every;
	p->order = o->order != ORDER_DEFAULT ? o->order : ORDER_MIRROR;
	p->interval_ns = o->interval_ns.given ? o->interval_ns.value :
	    PLAN_INTERVAL_NS;
	p->seed = o->seed.given ? o->seed.value : seed;
	p->verify = o->verify;
}

static void
pattern_make(struct pattern *pattern, const struct options *o, uint64_t seed)
{
	static const enum pattern_kind kind[] = {
		[DATA_DEFAULT]	= PATTERN_RANDOM,
		[DATA_RANDOM]	= PATTERN_RANDOM,
		[DATA_ZERO]	= PATTERN_ZERO,
		[DATA_COMPRESS]	= PATTERN_COMPRESS,
		[DATA_FILE]	= PATTERN_FILE,
	};

	*pattern = (struct pattern){
		.kind = kind[o->data],
		.zero_percent = o->data_percent,
		.seed = seed,
		.sealed = o->verify,
	};
}

/* The default ones up to --size, but always one. */
static int
default_blocks_make(struct size_list *blocks, const struct options *o,
    struct warnings *w)
{
	int rc = size_list_parse(o->readahead.n > 0 ? readahead_blocks :
	    default_blocks, blocks, NULL);

	for (; rc == 0 && o->size.given && blocks->n > 1 &&
	    blocks->item[blocks->n - 1].bytes > o->size.value; blocks->n--)
		warnings_add(w, "block %s left out: larger than --size %s",
		    blocks->item[blocks->n - 1].text, o->size.text);
	return rc;
}

/* The blocks asked for, ascending, so that tables and stars can rely on it. */
static int
blocks_make(struct size_list *blocks, const struct options *o,
    struct warnings *w)
{
	if (o->block.n == 0)
		return default_blocks_make(blocks, o, w);
	*blocks = o->block;
	for (size_t i = 1; i < blocks->n; i++) {
		struct size_item item = blocks->item[i];
		size_t k = i;

		for (; k > 0 && blocks->item[k - 1].bytes > item.bytes; k--)
			blocks->item[k] = blocks->item[k - 1];
		blocks->item[k] = item;
	}
	return 0;
}

int
options_check(const struct plan *p, struct diag *d)
{
	const struct options *o = p->options;
	bool missing = false, writes = false, device = false;

	for (size_t i = 0; i < p->targets; i++) {
		missing |= p->target[i].target->missing;
		writes |= p->target[i].writes;
		device |= p->target[i].target->kind == TARGET_DEVICE;
	}
	if (o->precision > 0 && p->runs_max == p->runs_min)
		return diag_usage(d, "--precision %g: goes with a range of "
		    "runs, like -n 5..20", o->precision * 100);
	if (o->keep && !missing)
		return diag_usage(d, "--keep: keeps a TARGET that is a missing "
		    "file; there is none here");
	if (o->destroy.n > 0 && !(device && writes))
		return diag_usage(d, "--destroy %s: goes with -o write and a "
		    "device as TARGET", o->destroy.item[0].device);
	if (o->destroy.n == 0 && o->destroy.item[0].lose != NULL)
		return diag_usage(d, "--lose %s: goes with --destroy DEV",
		    o->destroy.item[0].lose);
	return verify_possible(p, d);
}

int
plan_begin(struct plan *p, const struct options *o, struct target *target,
    size_t targets, const struct plan_world *world, struct diag *d)
{
	*p = (struct plan){ .options = o };
	settings_make(p, o, world->seed);
	pattern_make(&p->pattern, o, p->seed);
	/* One more for a total. */
	p->target = calloc(targets + 1, sizeof *p->target);
	if (p->target == NULL)
		return diag_memory(d);
	p->targets = targets;
	for (size_t i = 0; i < targets; i++)
		p->target[i].target = &target[i];
	return 0;
}

int
plan_make(struct plan *p, const struct options *o, struct target *target,
    size_t targets, const struct plan_world *world, struct warnings *w,
    struct diag *d)
{
	struct answers answers = { .world = world };
	struct size_list blocks;
	int rc;

	if ((rc = plan_begin(p, o, target, targets, world, d)) < 0 ||
	    (rc = blocks_make(&blocks, o, w)) < 0)
		return rc;
	p->smallest_block = blocks.item[0].bytes;
	p->largest_block = blocks.item[blocks.n - 1].bytes;
	for (size_t i = 0; i < targets; i++) {
		struct request request = {
			.blocks = &blocks,
			.answers = &answers,
		};

		if ((rc = request_make(&request, o, &target[i], w, d)) < 0 ||
		    (rc = cells_add(p, i, &request, w, d)) < 0 ||
		    (rc = range_make(p, i, w, d)) < 0)
			return rc;
	}
	if ((rc = options_check(p, d)) < 0)
		return rc;
	return o->parallel ? total_make(p, d) : 0;
}

void
plan_release(struct plan *p)
{
	free(p->target);
	free(p->cell);
	if (p->total != NULL)
		layers_release(&p->total->layers);
	free(p->total);
	*p = (struct plan){ 0 };
}
