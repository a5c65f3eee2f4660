/* options -- the command lines of a sweep and of zones. */
#include <errno.h>
#include <string.h>

#include "fuzz/targets.h"
#include "seqbench/diag.h"
#include "seqbench/options.h"

static void
require_as_typed(const struct opt_u64 *v,
    int (*parse)(const char *text, uint64_t *out))
{
	uint64_t value;

	if (!v->given) {
		REQUIRE(v->value == 0 && v->text[0] == '\0');
		return;
	}
	REQUIRE(memchr(v->text, '\0', sizeof(v->text)) != NULL);
	REQUIRE(parse(v->text, &value) == 0 && value == v->value);
}

static void
require_list(const struct size_list *list, uint64_t most)
{
	REQUIRE(list->n <= LIST_MAX);
	for (size_t i = 0; i < list->n; i++) {
		uint64_t bytes;

		REQUIRE(size_parse(list->item[i].text, &bytes) == 0);
		REQUIRE(bytes == list->item[i].bytes);
		REQUIRE(bytes >= 1 && bytes <= most);
	}
}

static void
require_readahead(const struct readahead_list *list)
{
	REQUIRE(list->n <= LIST_MAX);
	for (size_t i = 0; i < list->n; i++) {
		const struct readahead *r = &list->item[i];
		uint64_t bytes;

		REQUIRE(r->mode != READAHEAD_SIZE ||
		    (size_parse(r->size.text, &bytes) == 0 &&
		    bytes == r->size.bytes && bytes <= READAHEAD_MAX));
	}
}

static void
require_names(const struct name_list *list)
{
	REQUIRE(list->n <= NAMES_MAX);
	for (size_t i = 0; i < list->n; i++) {
		REQUIRE(*list->item[i] != '\0');
		REQUIRE(strchr(list->item[i], ',') == NULL);
	}
}

static void
require_numbers(const struct options *o)
{
	require_as_typed(&o->size, size_parse);
	require_as_typed(&o->offset, size_parse);
	require_as_typed(&o->time_limit_ns, time_parse);
	require_as_typed(&o->interval_ns, time_parse);
	require_as_typed(&o->points, count_parse);
	require_as_typed(&o->seed, count_parse);
	require_as_typed(&o->runs_min, count_parse);
	require_as_typed(&o->runs_max, count_parse);
	REQUIRE(o->runs_min.value <= o->runs_max.value);
	REQUIRE(o->runs_max.value <= RUNS_MAX);
	REQUIRE(!o->size.given || o->size.value > 0);
	REQUIRE(!o->time_limit_ns.given || o->time_limit_ns.value > 0);
	REQUIRE(o->precision >= 0 && o->precision <= 1);
}

static void
require_whole(const struct options *o, const struct fuzz_words *w)
{
	require_numbers(o);
	require_list(&o->block, BLOCK_MAX);
	require_list(&o->depth, DEPTH_MAX);
	require_list(&o->jobs, JOBS_MAX);
	require_readahead(&o->readahead);
	require_names(&o->engine);
	REQUIRE(o->op.n <= OP_COUNT && o->buffer.n <= BUFFER_COUNT);
	REQUIRE((o->flush == FLUSH_EVERY_N) == (o->flush_every > 0));
	REQUIRE((o->data == DATA_FILE) == (o->data_file != NULL));
	REQUIRE(o->data_percent <= 100);
	REQUIRE(o->targets > 0 || o->help || o->version);
	REQUIRE(o->targets <= (size_t)w->argc);
}

static void
parse(const struct fuzz_words *w, const struct option_set *set)
{
	struct options o;
	struct diag d = { 0 };
	int rc = options_parse(&o, set, w->argc, w->argv, 0, &d);

	if (rc < 0)
		REQUIRE(rc == -EINVAL && d.status == STATUS_USAGE &&
		    d.text[0] != '\0');
	else
		REQUIRE(rc == 0 && d.code == 0);
	if (rc == 0)
		require_whole(&o, w);
	options_release(&o);
}

void
fuzz_options(const char *text)
{
	static struct fuzz_words w;

	fuzz_split(&w, text);
	parse(&w, &sweep_options);
	parse(&w, &zones_options);
}
