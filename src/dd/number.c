/* number -- dd's numbers, in the GNU and the BSD grammar. */
#include "seqbench/dd.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* A product on its way.  In GNU's dd zero wins over any overflow. */
struct product {
	uint64_t	 n;
	bool		 over;
};

/* Letters of the powers of 1024, in their order from 1024^1 on. */
static const char gnu_powers[] = "KMGTPEZYRQ";
static const char bsd_powers[] = "kmgtp";

static const struct unit {
	char		 letter;
	uint64_t	 n;
} gnu_units[] = {
	{ 'b', 512 }, { 'c', 1 }, { 'w', 2 }, { 0, 0 }
}, bsd_units[] = {
	{ 'b', 512 }, { 'w', sizeof(int) }, { 0, 0 }
};

static enum dd_number factor(const char **text, enum style_mode style,
		    struct product *v);
static bool	suffix_gnu(const char **text, struct product *v);
static bool	suffix_bsd(const char **text, struct product *v);
static bool	unit(char c, const struct unit *table, struct product *v);
static void	multiply(struct product *v, uint64_t by);

enum dd_number
dd_number_parse(const char *text, enum style_mode style,
    struct dd_value *out)
{
	struct product all = { 1, false };
	bool zero_x = false, gnu = style != STYLE_BSD;
	const char *p = text, *start;

	for (;;) {
		struct product v = { 0, false };
		enum dd_number r;

		start = p;
		r = factor(&p, style, &v);
		if (r != DD_NUMBER_OK)
			return r;
		all.over |= v.over;
		multiply(&all, v.n);
		if (*p == '\0')
			break;
		if (strchr("xX*", *p) == NULL)
			return DD_NUMBER_JUNK;
		zero_x |= gnu && v.n == 0 && strncmp(start, "0x", 2) == 0;
		p++;
	}
	if (all.over && (all.n != 0 || !gnu))
		return DD_NUMBER_RANGE;
	*out = (struct dd_value){ .n = all.n,
	    .bytes = gnu && strchr(text, 'B') != NULL, .zero_x = zero_x };
	return DD_NUMBER_OK;
}

/* A number and its suffix; *text is left behind it. */
static enum dd_number
factor(const char **text, enum style_mode style, struct product *v)
{
	const char *p = *text;
	bool suffixed;
	char *end;

	while (isspace((unsigned char)*p))
		p++;
	if (*p == '-')
		return DD_NUMBER_MISSING;
	errno = 0;
	v->n = strtoumax(p, &end, style == STYLE_BSD ? 0 : 10);
	v->over = errno == ERANGE;
	if (end == p)
		v->n = 1;
	*text = end;
	suffixed = style == STYLE_BSD ? suffix_bsd(text, v) :
	    suffix_gnu(text, v);
	if (end == p && (!suffixed || style == STYLE_BSD))
		return DD_NUMBER_MISSING;
	return DD_NUMBER_OK;
}

/* True when there was one that can also stand alone (a final B can't). */
static bool
suffix_gnu(const char **text, struct product *v)
{
	const char *p = *text, *power = NULL;
	bool found = true;

	if (*p != '\0')
		power = strchr(gnu_powers, strchr(bsd_powers, *p) != NULL ?
		    toupper((unsigned char)*p) : *p);
	if (power != NULL) {
		uint64_t base = 1024;

		p++;
		if (p[0] == 'i' && p[1] == 'B')
			p += 2;
		else if (*p == 'B' || *p == 'D') {
			base = 1000;
			p++;
		}
		for (const char *i = gnu_powers; i <= power; i++)
			multiply(v, base);
	} else if (unit(*p, gnu_units, v))
		p++;
	else
		found = false;
	if (*p == 'B' && (p == *text || p[-1] != 'B'))
		p++;
	*text = p;
	return found;
}

static bool
suffix_bsd(const char **text, struct product *v)
{
	char c = (char)tolower((unsigned char)**text);
	const char *power = c != '\0' ? strchr(bsd_powers, c) : NULL;

	if (power != NULL)
		for (const char *i = bsd_powers; i <= power; i++)
			multiply(v, 1024);
	else if (!unit(c, bsd_units, v))
		return false;
	(*text)++;
	return true;
}

static bool
unit(char c, const struct unit *table, struct product *v)
{
	for (; table->letter != 0; table++)
		if (table->letter == c) {
			multiply(v, table->n);
			return true;
		}
	return false;
}

static void
multiply(struct product *v, uint64_t by)
{
	if (by == 0) {
		v->n = 0;
		return;
	}
	/* Once over, only "not zero" is still of interest. */
	if (v->n != 0 && __builtin_mul_overflow(v->n, by, &v->n)) {
		v->over = true;
		v->n = 1;
	}
}
