/* layerfacts -- what the facts of a layer are called, and how they read. */
#include "layerfacts.h"

#include <stdio.h>

#include "seqbench/file.h"

#include "words.h"

#define TEXT(index, name, words)	{ UNIT_TEXT, index, name, words, NULL }
#define BYTES(index, name, words)	{ UNIT_BYTES, index, name, words, NULL }
#define COUNT(index, name, words)	{ UNIT_COUNT, index, name, words, NULL }
#define BOOL(index, name, yes, no)	{ UNIT_BOOL, index, name, yes, no }

/* Without words: what a line begins with anyway. */
const struct layer_fact layer_facts[] = {
	TEXT(LAYER_NAME, "name", NULL),
	TEXT(LAYER_NODE, "node", NULL),
	TEXT(LAYER_TYPE, "type", NULL),
	TEXT(LAYER_LABEL, "label", NULL),
	TEXT(LAYER_SOURCE, "source", "from "),
	TEXT(LAYER_MOUNT, "mount", "mounted on "),
	TEXT(LAYER_OPTIONS, "options", ""),
	TEXT(LAYER_BACKING, "backing", "backed by "),
	TEXT(LAYER_MODEL, "model", ""),
	TEXT(LAYER_TRANSPORT, "transport", ""),
	TEXT(LAYER_LINK, "link", ""),
	BYTES(LAYER_BYTES, "bytes", ""),
	BOOL(LAYER_READ_ONLY, "read_only", "read-only", NULL),
	BYTES(LAYER_START, "start", "from "),
	BYTES(LAYER_MISALIGNED, "misaligned",
	    "MISALIGNED: start is no multiple of "),
	COUNT(LAYER_MEMBERS, "members", "members "),
	COUNT(LAYER_DEGRADED, "degraded", "missing "),
	TEXT(LAYER_STATE, "state", "now: "),
	BYTES(LAYER_CHUNK, "chunk", "chunk "),
	BOOL(LAYER_ROTATIONAL, "rotational", "rotating", "not rotating"),
	TEXT(LAYER_ZONED, "zoned", "zones "),
	TEXT(LAYER_ALGORITHM, "algorithm", "compressed by "),
	BYTES(LAYER_MEMORY, "memory", "memory used "),
	BOOL(LAYER_DIRECT_IO, "direct_io", "direct I/O", NULL),
	BYTES(LAYER_SECTOR, "sector", "sector "),
	BYTES(LAYER_PHYSICAL, "physical", "physical "),
	BYTES(LAYER_MINIMUM_IO, "minimum_io", "minimum I/O "),
	BYTES(LAYER_OPTIMAL_IO, "optimal_io", "stripe "),
	TEXT(LAYER_WRITE_CACHE, "write_cache", "write cache "),
	BOOL(LAYER_FUA, "fua", "FUA", NULL),
	TEXT(LAYER_SCHEDULER, "scheduler", "scheduler "),
	COUNT(LAYER_REQUESTS, "requests", "requests "),
	COUNT(LAYER_QUEUE_DEPTH, "queue_depth", "queue depth "),
	BYTES(LAYER_MAX_REQUEST, "max_request", "request up to "),
	BYTES(LAYER_READAHEAD, "readahead", "read-ahead "),
	BYTES(LAYER_DISCARD, "discard", "discard "),
	BOOL(LAYER_COUNTERS, "counters", NULL, "counters off"),
	TEXT(LAYER_NOTE, "cache_note", "hidden cache: "),
	{ .name = NULL },
};

/* "512 B", "1.8 TiB": exact where that is short. */
static void
bytes_text(char buf[LAYER_FACT], const char *words, uint64_t bytes)
{
	char exact[WORD], human[SIZE_TEXT];

	snprintf(buf, LAYER_FACT, "%s%s", words, bytes < 1ull << 30 ?
	    word_exact(exact, bytes) : size_human(bytes, human));
}

char *
layer_fact_text(char buf[LAYER_FACT], const struct layer *l,
    const struct layer_fact *fact)
{
	const char *text = fact->unit == UNIT_TEXT ? l->text[fact->index] : "";
	uint64_t n = fact->unit != UNIT_TEXT ? l->number[fact->index] : 1;
	const char *words = n == 0 ? fact->otherwise : fact->words;

	*buf = '\0';
	if (words == NULL || text == NULL || n == NOT_KNOWN)
		return buf;
	if (fact->unit == UNIT_BYTES)
		bytes_text(buf, words, n);
	else if (fact->unit == UNIT_COUNT)
		snprintf(buf, LAYER_FACT, "%s%llu", words,
		    (unsigned long long)n);
	else
		snprintf(buf, LAYER_FACT, "%s%s", words, text);
	return buf;
}

const char *
layer_name(const struct layer *l)
{
	static const enum layer_text order[] = {
		LAYER_LABEL, LAYER_NODE, LAYER_NAME,
	};

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
		if (l->text[order[i]] != NULL)
			return l->text[order[i]];
	return layer_kind_text(l->kind);
}

const char *
layer_type(const struct layer *l)
{
	const char *type = l->text[LAYER_TYPE];

	return type != NULL ? type : layer_kind_text(l->kind);
}
