/* value -- flags, words and names, checked and stored. */
#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "seqbench/diag.h"
#include "seqbench/units.h"

#include "cli.h"

/* value_word() stores through the type that enums have here. */
static_assert(sizeof(enum cache_mode) == sizeof(unsigned), "short enums");

static const struct {
	const char	*word;
	enum data_mode	 mode;
	bool		 more;		/* the rest is a value */
} data_kinds[] = {
	{ "random",	DATA_RANDOM,	false },
	{ "zero",	DATA_ZERO,	false },
	{ "compress=",	DATA_COMPRESS,	true },
	{ "file=",	DATA_FILE,	true },
};

int
value_flag(const struct option_use *use, struct options *o, struct diag *d)
{
	bool *out = value_member(use, o);

	(void)d;
	*out = true;
	return 0;
}

int
value_word(const struct option_use *use, struct options *o, struct diag *d)
{
	unsigned *out = value_member(use, o);
	char known[WORDS_TEXT];
	int word;

	word = words_find(use->row->words, use->text, strlen(use->text));
	if (word < 0)
		return value_refuse(d, use, "%s",
		    words_join(use->row->words, known));
	*out = (unsigned)word;
	return 0;
}

int
value_string(const struct option_use *use, struct options *o, struct diag *d)
{
	char **out = value_member(use, o);

	(void)d;
	*out = use->text;
	return 0;
}

int
value_name(const struct option_use *use, struct options *o, struct diag *d)
{
	if (*use->text == '\0')
		return value_refuse(d, use, "an empty %s", use->row->argument);
	return value_string(use, o, d);
}

int
value_flush(const struct option_use *use, struct options *o, struct diag *d)
{
	char known[WORDS_TEXT];
	uint64_t every = 0;
	int word;

	word = words_find(&flush_words, use->text, strlen(use->text));
	if (word < 0) {
		if (count_parse(use->text, &every) < 0 || every == 0)
			return value_refuse(d, use, "%s, or after how many "
			    "blocks", words_join(&flush_words, known));
		word = FLUSH_EVERY_N;
	}
	o->flush = (enum flush_mode)word;
	o->flush_every = every;
	return 0;
}

int
value_data(const struct option_use *use, struct options *o, struct diag *d)
{
	uint64_t percent = 0;
	char *more = NULL;
	size_t i;

	for (i = 0; i < sizeof(data_kinds) / sizeof(*data_kinds); i++) {
		size_t len = strlen(data_kinds[i].word);

		more = use->text + len;
		if (strncmp(use->text, data_kinds[i].word, len) == 0 &&
		    (*more != '\0') == data_kinds[i].more)
			break;
	}
	if (i == sizeof(data_kinds) / sizeof(*data_kinds))
		return value_refuse(d, use, "random, zero, compress=PCT or "
		    "file=F");
	if (data_kinds[i].mode == DATA_COMPRESS &&
	    (count_parse(more, &percent) < 0 || percent > 100))
		return value_refuse(d, use, "PCT is a whole number from 0 to "
		    "100");
	o->data = data_kinds[i].mode;
	o->data_percent = (unsigned)percent;
	o->data_file = o->data == DATA_FILE ? more : NULL;
	return 0;
}

void *
value_member(const struct option_use *use, struct options *o)
{
	return (char *)o + use->row->offset;
}

int
value_refuse(struct diag *d, const struct option_use *use, const char *fmt,
    ...)
{
	char reason[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(reason, sizeof(reason), fmt, ap);
	va_end(ap);
	return diag_usage(d, "%s %s: %s", use->name,
	    *use->text != '\0' ? use->text : "''", reason);
}
