/* units -- numbers as people type them. */
#include "seqbench/units.h"

#include <errno.h>
#include <string.h>

#define KIBI(n)	(1ull << 10 * (n))

struct suffix {
	char		 name[4];
	uint64_t	 factor;
};

static const struct suffix sizes[] = {
	{ "", 1 }, { "B", 1 }, { "c", 1 }, { "w", 2 }, { "b", 512 },
	{ "k", KIBI(1) }, { "K", KIBI(1) }, { "kiB", KIBI(1) },
	{ "KiB", KIBI(1) }, { "kB", 1000 }, { "KB", 1000 },
	{ "m", KIBI(2) }, { "M", KIBI(2) }, { "MiB", KIBI(2) },
	{ "MB", 1000000 },
	{ "g", KIBI(3) }, { "G", KIBI(3) }, { "GiB", KIBI(3) },
	{ "GB", 1000000000 },
	{ "t", KIBI(4) }, { "T", KIBI(4) }, { "TiB", KIBI(4) },
	{ "TB", 1000000000000 },
	{ "p", KIBI(5) }, { "P", KIBI(5) }, { "PiB", KIBI(5) },
	{ "PB", 1000000000000000 },
	{ "E", KIBI(6) }, { "EiB", KIBI(6) },
	{ "EB", 1000000000000000000 },
	{ "", 0 },
};

static const struct suffix times[] = {
	{ "", 1000000000 },
	{ "ms", 1000000 },
	{ "s", 1000000000 },
	{ "m", 60000000000 },
	{ "h", 3600000000000 },
	{ "", 0 },
};

/* A share of 1e-11 is finer than any percentage that is typed. */
static const struct suffix percents[] = {
	{ "", 1000000000 },
	{ "%", 1000000000 },
	{ "", 0 },
};

static int	digits_parse(const char **p, const char *end, uint64_t *out);
static int	decimal_parse(const char *text, const struct suffix *table,
		    uint64_t *out);
static int	factor_parse(const char *text, const char *end,
		    uint64_t *out);
static uint64_t	suffix_find(const struct suffix *table, const char *name,
		    size_t len);

int
size_parse(const char *text, uint64_t *out)
{
	return size_parse_n(text, strlen(text), out);
}

int
size_parse_n(const char *text, size_t len, uint64_t *out)
{
	const char *end = text + len;
	uint64_t product = 1;

	/* Zero here, sixteen to others: better not to guess. */
	if (len >= 2 && memcmp(text, "0x", 2) == 0)
		return -EINVAL;
	for (;;) {
		const char *x = memchr(text, 'x', (size_t)(end - text));
		uint64_t factor;
		int rc;

		rc = factor_parse(text, x != NULL ? x : end, &factor);
		if (rc < 0)
			return rc;
		if (__builtin_mul_overflow(product, factor, &product))
			return -ERANGE;
		if (x == NULL)
			break;
		text = x + 1;
	}
	if (product > INT64_MAX)
		return -ERANGE;
	*out = product;
	return 0;
}

int
time_parse(const char *text, uint64_t *ns)
{
	return decimal_parse(text, times, ns);
}

int
percent_parse(const char *text, double *share)
{
	uint64_t value;
	int rc;

	rc = decimal_parse(text, percents, &value);
	if (rc == 0)
		*share = (double)value / 1e11;
	return rc;
}

int
count_parse(const char *text, uint64_t *out)
{
	const char *end = text + strlen(text);
	uint64_t value;
	int rc;

	rc = digits_parse(&text, end, &value);
	if (rc < 0)
		return rc;
	if (text != end)
		return -EINVAL;
	*out = value;
	return 0;
}

/* Digits and a suffix, all of [text, end). */
static int
factor_parse(const char *text, const char *end, uint64_t *out)
{
	uint64_t unit, value;
	int rc;

	rc = digits_parse(&text, end, &value);
	if (rc < 0)
		return rc;
	unit = suffix_find(sizes, text, (size_t)(end - text));
	if (unit == 0)
		return -EINVAL;
	return __builtin_mul_overflow(value, unit, out) ? -ERANGE : 0;
}

/* Digits, perhaps a point and digits, and a suffix of the table. */
static int
decimal_parse(const char *text, const struct suffix *table, uint64_t *out)
{
	const char *end = text + strspn(text, "0123456789.");
	uint64_t unit, value;
	int rc;

	unit = suffix_find(table, end, strlen(end));
	if (unit == 0)
		return -EINVAL;
	rc = digits_parse(&text, end, &value);
	if (rc < 0)
		return rc;
	if (__builtin_mul_overflow(value, unit, &value))
		return -ERANGE;
	if (text != end && ++text == end)
		return -EINVAL;
	for (; text != end; text++) {
		if (*text == '.')
			return -EINVAL;
		unit /= 10;
		if (__builtin_add_overflow(value,
		    (uint64_t)(*text - '0') * unit, &value))
			return -ERANGE;
	}
	if (value > INT64_MAX)
		return -ERANGE;
	*out = value;
	return 0;
}

static int
digits_parse(const char **p, const char *end, uint64_t *out)
{
	const char *start = *p;
	uint64_t value = 0;

	for (; *p != end && **p >= '0' && **p <= '9'; ++*p) {
		if (__builtin_mul_overflow(value, 10, &value) ||
		    __builtin_add_overflow(value, (uint64_t)(**p - '0'),
		    &value))
			return -ERANGE;
	}
	if (*p == start)
		return -EINVAL;
	*out = value;
	return 0;
}

/* The factor behind a suffix, or 0. */
static uint64_t
suffix_find(const struct suffix *table, const char *name, size_t len)
{
	for (; table->factor != 0; table++) {
		if (strlen(table->name) == len &&
		    memcmp(table->name, name, len) == 0)
			break;
	}
	return table->factor;
}
