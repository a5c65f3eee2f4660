/*
 * ddline -- the lines that dd prints when it is done, to the last digit.
 *
 * GNU dd rounds half to even, and finds its rate in two ways: exactly where
 * the time divides a second or is whole seconds, else in long double.  The
 * two round differently ("10 MB/s" at 1 s is "10.5 MB/s" a nanosecond
 * later), so both are here.
 *
 * The digits are those of the C locale: the program sets LC_CTYPE and no
 * other category, so that printf's decimal point is always a point.
 */
#include "seqbench/report.h"

#include <inttypes.h>
#include <string.h>

#define SECOND		UINT64_C(1000000000)

static const char si_letters[] = " kMGTPEZY";
static const char iec_letters[] = " KMGTPEZY";
enum { POWER_MAX = sizeof(si_letters) - 2 };

static void	exact_text(uint64_t n, uint64_t d, bool si,
		    char buf[DDLINE_TEXT]);
static void	unit_text(unsigned power, bool si, char buf[DDLINE_TEXT]);
static uint64_t	half_even(uint64_t n, uint64_t d);
static void	rate_text(uint64_t bytes, uint64_t ns, char buf[DDLINE_TEXT]);
static void	rounded_text(long double rate, char buf[DDLINE_TEXT]);
static void	gnu_transfer(FILE *f, const struct dd_counts *c);
static void	bsd_transfer(FILE *f, const struct dd_counts *c);

void
ddline_records(FILE *f, const struct dd_counts *c)
{
	fprintf(f, "%" PRIu64 "+%" PRIu64 " records in\n"
	    "%" PRIu64 "+%" PRIu64 " records out\n",
	    c->in_full, c->in_part, c->out_full, c->out_part);
}

void
ddline_transfer(FILE *f, const struct dd_counts *c, enum style_mode style)
{
	if (style == STYLE_BSD)
		bsd_transfer(f, c);
	else
		gnu_transfer(f, c);
}

char *
ddline_human(uint64_t bytes, bool si, char buf[DDLINE_TEXT])
{
	buf[0] = '\0';
	if (bytes >= (si ? 1000 : 1024))
		exact_text(bytes, 1, si, buf);
	return buf;
}

static void
gnu_transfer(FILE *f, const struct dd_counts *c)
{
	char si[DDLINE_TEXT], iec[DDLINE_TEXT], rate[DDLINE_TEXT];

	ddline_human(c->bytes, true, si);
	ddline_human(c->bytes, false, iec);
	rate_text(c->bytes, c->ns, rate);
	fprintf(f, "%" PRIu64 " byte%s", c->bytes, c->bytes == 1 ? "" : "s");
	if (iec[0] != '\0')
		fprintf(f, " (%s, %s)", si, iec);
	else if (si[0] != '\0')
		fprintf(f, " (%s)", si);
	fprintf(f, " copied, %g s, %s/s\n", (double)c->ns / 1e9, rate);
}

static void
bsd_transfer(FILE *f, const struct dd_counts *c)
{
	/* FreeBSD's floor is the resolution of its clock. */
	double seconds = (double)(c->ns == 0 ? 1 : c->ns) / 1e9;

	fprintf(f, "%" PRIu64 " bytes transferred in %.6f secs "
	    "(%.0f bytes/sec)\n", c->bytes, seconds,
	    (double)c->bytes / seconds);
}

static void
rate_text(uint64_t bytes, uint64_t ns, char buf[DDLINE_TEXT])
{
	uint64_t rate;

	if (ns == 0)
		snprintf(buf, DDLINE_TEXT, "Infinity B");
	else if (SECOND % ns == 0 &&
	    !__builtin_mul_overflow(bytes, SECOND / ns, &rate))
		exact_text(rate, 1, true, buf);
	else if (ns % SECOND == 0)
		exact_text(bytes, ns / SECOND, true, buf);
	else
		rounded_text((long double)bytes *
		    ((long double)SECOND / (long double)ns), buf);
}

/*
 * n / d with a unit: one decimal below ten units, none in plain bytes or
 * from ten on.
 */
static void
exact_text(uint64_t n, uint64_t d, bool si, char buf[DDLINE_TEXT])
{
	const uint64_t base = si ? 1000 : 1024;
	unsigned power = 0;
	uint64_t whole, tenths;

	while (n / d >= base) {
		d *= base;		/* at most n, so it fits */
		power++;
	}
	whole = n / d;
	if (power > 0 && whole < 10) {
		/* fits while n % d is below 2^60, which is an exabyte */
		tenths = whole * 10 + half_even(n % d * 10, d);
		if (tenths < 100) {
			snprintf(buf, DDLINE_TEXT, "%" PRIu64 ".%" PRIu64,
			    tenths / 10, tenths % 10);
			unit_text(power, si, buf);
			return;
		}
	}
	whole = half_even(n, d);
	if (whole == base) {
		snprintf(buf, DDLINE_TEXT, "1.0");
		power++;
	} else
		snprintf(buf, DDLINE_TEXT, "%" PRIu64, whole);
	unit_text(power, si, buf);
}

static uint64_t
half_even(uint64_t n, uint64_t d)
{
	uint64_t whole = n / d, below = n % d, above = d - below;

	return whole + (below > above || (below == above && whole % 2 == 1));
}

/*
 * The long double path: always at least thousands ("0.0 kB"), one decimal
 * while that makes no more than four characters.
 */
static void
rounded_text(long double rate, char buf[DDLINE_TEXT])
{
	long double unit = 1;
	unsigned power = 0;

	do {
		unit *= 1000;
		power++;
	} while (unit * 1000 <= rate && power < POWER_MAX);
	rate /= unit;
	snprintf(buf, DDLINE_TEXT, "%.1Lf", rate);
	/* GNU's own product and quotient: they may move the last bit */
	if (strlen(buf) > 4)
		snprintf(buf, DDLINE_TEXT, "%.0Lf", rate * 10 / 10);
	unit_text(power, true, buf);
}

/* Append the unit of base^power: " B", " kB", " KiB". */
static void
unit_text(unsigned power, bool si, char buf[DDLINE_TEXT])
{
	size_t len = strlen(buf);
	const char *letters = si ? si_letters : iec_letters;

	if (power == 0)
		snprintf(buf + len, DDLINE_TEXT - len, " B");
	else
		snprintf(buf + len, DDLINE_TEXT - len, " %c%s",
		    letters[power], si ? "B" : "iB");
}
