/* operands -- from dd's command line to what is to be done. */
#include "seqbench/dd.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "operands.h"
#include "seqbench/diag.h"
#include "seqbench/engine.h"

struct parse {
	struct dd_typed	 typed;
	enum style_mode	 style;
	struct warnings	*warnings;
	struct diag	*diag;
};

static const char *const unknown_operand[2] = {
	"unrecognized operand ", "unknown operand "
};

static int	parse_options(struct parse *p, struct dd_operands *o, int argc,
		    char *const argv[]);
static bool	is_option(const char *text);
static int	parse_operand(struct parse *p, const char *text);
static const struct dd_operand *find_operand(const char *text);
static int	parse_value(struct parse *p, const struct dd_operand *row,
		    const char *value);
static int	parse_number(struct parse *p, const struct dd_operand *row,
		    const char *value, struct dd_value *out);
static int	parse_words(struct parse *p, const struct dd_operand *row,
		    const char *list, struct dd_chosen *out);
static int	bad_number(struct parse *p, const struct dd_operand *row,
		    const char *value, enum dd_number why);
static int	bad_word(struct parse *p, const struct dd_operand *row,
		    const char *word, size_t len);
static int	unknown(struct parse *p, const char *const what[2],
		    const char *word, size_t len);

int
dd_operands_parse(struct dd_operands *o, int argc, char *const argv[],
    enum style_mode style, struct warnings *w, struct diag *d)
{
	struct parse p = { .typed.count.n = UINT64_MAX, .style = style,
	    .warnings = w, .diag = d };
	struct dd_operands made = { 0 };
	bool options = true;
	int r = parse_options(&p, &made, argc, argv);

	for (int i = 0; r == 0 && i < argc && !made.help && !made.version;
	    i++) {
		if (options && strcmp(argv[i], "--") == 0)
			options = false;
		else if (!options || !is_option(argv[i]))
			r = parse_operand(&p, argv[i]);
	}
	if (r < 0)
		return r;
	made.style = p.style;
	if ((r = dd_settle(&made, &p.typed, w, d)) < 0)
		return r;
	*o = made;
	return 0;
}

/*
 * Options may stand behind operands, down to a "--"; they come first, because
 * one says how the operands are read.
 */
static int
parse_options(struct parse *p, struct dd_operands *o, int argc,
    char *const argv[])
{
	for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
		if (!is_option(argv[i]))
			continue;
		if (strcmp(argv[i], "--help") == 0)
			o->help = true;
		else if (strcmp(argv[i], "--version") == 0)
			o->version = true;
		else if (strcmp(argv[i], "--style=gnu") == 0)
			p->style = STYLE_GNU;
		else if (strcmp(argv[i], "--style=bsd") == 0)
			p->style = STYLE_BSD;
		else
			return diag_usage(p->diag,
			    "unrecognized option '%s'", argv[i]);
		if (o->help || o->version)
			break;
	}
	return 0;
}

static bool
is_option(const char *text)
{
	return strncmp(text, "--", 2) == 0;
}

static int
parse_operand(struct parse *p, const char *text)
{
	const struct dd_operand *row = find_operand(text);

	if (row == NULL)
		return unknown(p, unknown_operand, text, strlen(text));
	return parse_value(p, row, text + strlen(row->name) + 1);
}

/* The row of NAME=.., or NULL. */
static const struct dd_operand *
find_operand(const char *text)
{
	size_t len = strcspn(text, "=");

	if (text[len] != '\0')
		for (const struct dd_operand *o = dd_operands; o->name != NULL;
		    o++)
			if (strlen(o->name) == len &&
			    memcmp(o->name, text, len) == 0)
				return o;
	return NULL;
}

bool
dd_is_operand(const char *word)
{
	return find_operand(word) != NULL;
}

static int
parse_value(struct parse *p, const struct dd_operand *row, const char *value)
{
	void *field = (char *)&p->typed + row->offset;

	switch (row->kind) {
	case DD_OPERAND_PATH:
		*(const char **)field = value;
		return 0;
	case DD_OPERAND_BLOCK:
	case DD_OPERAND_COUNT:
	case DD_OPERAND_DEPTH:
	case DD_OPERAND_NUMBER:
		return parse_number(p, row, value, field);
	case DD_OPERAND_WORDS:
		return parse_words(p, row, value, field);
	case DD_OPERAND_FILL:
		if (strlen(value) != 1)
			return diag_set(p->diag, -EINVAL,
			    "need exactly one fill char");
		*(unsigned char *)field = (unsigned char)value[0];
		return 0;
	case DD_OPERAND_REFUSED:
		break;
	}
	return diag_set(p->diag, -ENOTSUP, "%s=%s: refused: bytes are timed "
	    "and none is changed", row->name, value);
}

static int
parse_number(struct parse *p, const struct dd_operand *row,
    const char *value, struct dd_value *out)
{
	bool zero = row->kind != DD_OPERAND_BLOCK &&
	    row->kind != DD_OPERAND_DEPTH;
	uint64_t max = INT64_MAX;
	enum dd_number r;

	/* GNU leaves room for a terminator, FreeBSD counts beyond off_t. */
	if (p->style != STYLE_BSD && row->kind == DD_OPERAND_BLOCK)
		max = INT64_MAX - 1;
	if (p->style == STYLE_BSD && row->kind == DD_OPERAND_COUNT)
		max = UINT64_MAX - 1;
	if (row->kind == DD_OPERAND_DEPTH)
		max = DEPTH_MAX;
	r = dd_number_parse(value, p->style, out);
	if (r == DD_NUMBER_OK && out->zero_x)
		warnings_add(p->warnings, "warning: '0x' is a zero "
		    "multiplier; use '00x' if that is intended");
	if (r == DD_NUMBER_OK && out->n > max)
		r = DD_NUMBER_RANGE;
	if (r == DD_NUMBER_OK && !zero && out->n == 0)
		r = DD_NUMBER_ZERO;
	return r == DD_NUMBER_OK ? 0 : bad_number(p, row, value, r);
}

static int
bad_number(struct parse *p, const struct dd_operand *row, const char *value,
    enum dd_number why)
{
	if (p->style != STYLE_BSD)
		return diag_set(p->diag, -EINVAL, "invalid number: '%s'%s%s",
		    value, why == DD_NUMBER_RANGE ? ": " : "",
		    why == DD_NUMBER_RANGE ? strerror(EOVERFLOW) : "");
	if (*value == '\0')
		return diag_set(p->diag, -EINVAL,
		    "no value specified for %s", row->name);
	switch (why) {
	case DD_NUMBER_RANGE:
		return diag_set(p->diag, -ERANGE, "%s: %s", row->name,
		    strerror(ERANGE));
	case DD_NUMBER_ZERO:
		return diag_set(p->diag, -EINVAL,
		    "%s must be between 1 and %" PRId64, row->name,
		    row->kind == DD_OPERAND_DEPTH ? DEPTH_MAX : INT64_MAX);
	default:
		return diag_set(p->diag, -EINVAL, "%s: %s numeric value",
		    row->name, why == DD_NUMBER_JUNK ? "illegal" : "invalid");
	}
}

static int
parse_words(struct parse *p, const struct dd_operand *row, const char *list,
    struct dd_chosen *out)
{
	const struct dd_vocabulary *v = row->vocabulary;

	for (;;) {
		size_t len = strcspn(list, ",");
		const struct dd_word *w = v->words;

		while (w->name != NULL && (strlen(w->name) != len ||
		    strncmp(w->name, list, len) != 0))
			w++;
		/* A word without any value is a flag that this system lacks. */
		if (w->name == NULL || (!v->single && w->own == 0 &&
		    w->open == 0))
			return bad_word(p, row, list, len);
		if (v->single)
			*out = (struct dd_chosen){ 0 };
		out->own |= w->own;
		out->open |= w->open;
		if (list[len] == '\0')
			return 0;
		list += len + 1;
	}
}

static int
bad_word(struct parse *p, const struct dd_operand *row, const char *word,
    size_t len)
{
	if (row->vocabulary == &dd_convs)
		for (const char *const *c = dd_character_convs; *c != NULL; c++)
			if (strlen(*c) == len && strncmp(*c, word, len) == 0)
				return diag_set(p->diag, -ENOTSUP,
				    "conv=%s: refused: bytes are timed and "
				    "none is changed", *c);
	if (row->vocabulary == &dd_engines)
		for (size_t i = 0; engines[i] != NULL; i++)
			if (strlen(engines[i]->name) == len &&
			    strncmp(engines[i]->name, word, len) == 0)
				return diag_set(p->diag, -ENOTSUP,
				    "engine=%s: refused: a dd reads by aio, "
				    "buffered, direct, dontcache or uring",
				    engines[i]->name);
	return unknown(p, row->vocabulary->unknown, word, len);
}

static int
unknown(struct parse *p, const char *const what[2], const char *word,
    size_t len)
{
	const char *quote = p->style == STYLE_BSD ? "" : "'";

	return diag_usage(p->diag, "%s%s%.*s%s", what[p->style == STYLE_BSD],
	    quote, (int)len, word, quote);
}
