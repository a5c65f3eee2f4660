/* words -- the words behind the enums of the options. */
#include <string.h>

#include "seqbench/text.h"

#include "cli.h"

#define WORDS(table)	{ table, sizeof(table) / sizeof(*(table)) }

const char *const op_names[OP_COUNT] = {
	[OP_READ] = "read",
	[OP_WRITE] = "write",
};

const char *const op_titles[OP_COUNT] = {
	[OP_READ] = "READ",
	[OP_WRITE] = "WRITE",
};

static const char *const cache_table[] = {
	[CACHE_COLD] = "cold",
	[CACHE_WARM] = "warm",
	[CACHE_AS_IS] = "as-is",
};

static const char *const layout_table[] = {
	[LAYOUT_CREATE] = "create",
	[LAYOUT_PREALLOCATE] = "preallocate",
	[LAYOUT_OVERWRITE] = "overwrite",
};

static const char *const order_table[] = {
	[ORDER_MIRROR] = "mirror",
	[ORDER_BLOCKED] = "blocked",
	[ORDER_RANDOM] = "random",
};

static const char *const flush_table[] = {
	[FLUSH_END] = "end",
	[FLUSH_NONE] = "none",
	[FLUSH_EACH] = "each",
	[FLUSH_EVERY_N] = NULL,		/* typed as a number */
	[FLUSH_DSYNC] = "dsync",
	[FLUSH_SYNC] = "sync",
};

static const char *const buffer_table[BUFFER_COUNT] = {
	[BUFFER_HUGE] = "huge",
	[BUFFER_PAGE] = "page",
};

static const char *const data_table[] = {
	[DATA_DEFAULT] = "default",
	[DATA_RANDOM] = "random",
	[DATA_ZERO] = "zero",
	[DATA_COMPRESS] = "compress",
	[DATA_FILE] = "file",
};

static const char *const color_table[] = {
	[COLOR_AUTO] = "auto",
	[COLOR_ALWAYS] = "always",
	[COLOR_NEVER] = "never",
};

static const char *const style_table[] = {
	[STYLE_GNU] = "gnu",
	[STYLE_BSD] = "bsd",
};

const struct words op_words = WORDS(op_names);
const struct words cache_words = WORDS(cache_table);
const struct words layout_words = WORDS(layout_table);
const struct words order_words = WORDS(order_table);
const struct words flush_words = WORDS(flush_table);
const struct words buffer_words = WORDS(buffer_table);
const struct words color_words = WORDS(color_table);
const struct words style_words = WORDS(style_table);

int
words_find(const struct words *w, const char *text, size_t len)
{
	for (size_t i = 0; i < w->n; i++) {
		if (w->word[i] != NULL && strlen(w->word[i]) == len &&
		    memcmp(w->word[i], text, len) == 0)
			return (int)i;
	}
	return -1;
}

char *
words_join(const struct words *w, char buf[WORDS_TEXT])
{
	buf[0] = '\0';
	for (size_t i = 0; i < w->n; i++)
		if (w->word[i] != NULL)
			text_join(buf, WORDS_TEXT, i + 1 < w->n ? ", " :
			    " or ", w->word[i]);
	return buf;
}

const char *
cache_text(enum cache_mode mode)
{
	return mode == CACHE_DEFAULT ? "default" : cache_table[mode];
}

const char *
flush_text(enum flush_mode mode)
{
	if (mode == FLUSH_EVERY_N)
		return "every";
	return mode == FLUSH_DEFAULT ? "default" : flush_table[mode];
}

const char *
layout_text(enum layout_mode mode)
{
	return mode == LAYOUT_DEFAULT ? "default" : layout_table[mode];
}

const char *
order_text(enum order_mode mode)
{
	return mode == ORDER_DEFAULT ? "default" : order_table[mode];
}

const char *
data_text(enum data_mode mode)
{
	return data_table[mode];
}

const char *
buffer_text(enum buffer_pages pages)
{
	return buffer_table[pages];
}
