/* operands -- from dd's command line to what is to be done. */
#include "seqbench/dd.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "operands.h"
#include "seqbench/diag.h"
#include "seqbench/engine.h"

enum {
	BLOCK_DEFAULT = 512,
};

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
static int	check(const struct dd_operands *o, struct warnings *w,
		    struct diag *d);
static void	settle(const struct parse *p, struct dd_operands *o);
static struct dd_amount amount(const struct dd_value *v, bool bytes,
		    size_t block);

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
	settle(&p, &made);
	if ((r = check(&made, w, d)) < 0)
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

/* Make of what was typed what is to be done. */
static void
settle(const struct parse *p, struct dd_operands *o)
{
	const struct dd_typed *t = &p->typed;

	o->style = p->style;
	o->in = t->in;
	o->out = t->out;
	o->ibs = t->ibs.n != 0 ? t->ibs.n : BLOCK_DEFAULT;
	o->obs = t->obs.n != 0 ? t->obs.n : BLOCK_DEFAULT;
	o->reblock = t->bs.n == 0;
	if (!o->reblock)
		o->ibs = o->obs = t->bs.n;
	o->conv = t->conv.own;
	o->in_open = t->iflag.open | t->engine.open;
	o->in_flags = t->iflag.own;
	o->out_open = t->oflag.open;
	o->out_flags = t->oflag.own;
	o->count = amount(&t->count, o->in_flags & DD_COUNT_BYTES, o->ibs);
	o->skip = amount(&t->skip, o->in_flags & DD_SKIP_BYTES, o->ibs);
	o->seek = amount(&t->seek, o->out_flags & DD_SEEK_BYTES, o->obs);
	o->status = (enum dd_status)t->status.own;
	o->pages = (enum buffer_pages)t->buffer.own;
	o->engine = (enum dd_engine)t->engine.own;
	o->depth = t->depth.n != 0 ? (unsigned)t->depth.n : 1;
	o->speed = t->speed.n;
	o->fill = t->fill;
}

static struct dd_amount
amount(const struct dd_value *v, bool bytes, size_t block)
{
	/* UINT64_MAX: count= was not given. */
	if ((v->bytes || bytes) && v->n != UINT64_MAX)
		return (struct dd_amount){ v->n / block, v->n % block };
	return (struct dd_amount){ v->n, 0 };
}

static int
check(const struct dd_operands *o, struct warnings *w, struct diag *d)
{
	const unsigned exclusive = DD_EXCL | DD_NOCREAT;

	if ((o->out_flags & DD_FULLBLOCK) != 0)
		return diag_usage(d, "invalid output flag: 'fullblock'");
	if ((o->conv & exclusive) == exclusive)
		return diag_set(d, -EINVAL, "cannot combine excl and nocreat");
	if (((o->in_open & O_DIRECT) != 0 && (o->in_flags & DD_NOCACHE) != 0) ||
	    ((o->out_open & O_DIRECT) != 0 && (o->out_flags & DD_NOCACHE) != 0))
		return diag_set(d, -EINVAL,
		    "cannot combine direct and nocache");
	if ((o->in_open & O_DIRECT) != 0 &&
	    (o->engine == DD_BUFFERED || o->engine == DD_DONTCACHE))
		return diag_set(d, -EINVAL,
		    "cannot combine engine=%s and iflag=direct",
		    o->engine == DD_BUFFERED ? "buffered" : "dontcache");
	if ((o->in_open & O_DIRECT) == 0 && o->depth > 1)
		return diag_set(d, -EINVAL, "depth=%u: only engine=direct, "
		    "uring and aio keep several blocks in flight", o->depth);
	if ((o->out_open & O_APPEND) != 0 && (o->conv & DD_NOTRUNC) == 0)
		warnings_add(w, "you probably want conv=notrunc with "
		    "oflag=append");
	return 0;
}
