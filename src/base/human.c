/* human -- sizes and times as people read them. */
#include "seqbench/units.h"

#include <inttypes.h>
#include <stdio.h>

/* Powers of 1024; an m is no megabyte here because dd's is none. */
static const char letters[] = "kmgtpE";

static const char *const binary[] = {
	"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB",
};

/* A unit serves from where the one before would need four digits. */
static const struct {
	const char	*name;
	uint64_t	 ns, from;
	int		 decimals;	/* below ten */
} clocks[] = {
	{ "h",	 3600000000000, 7170000000000, 1 },
	{ "min", 60000000000, 119500000000, 0 },
	{ "s",	 1000000000, 999500000, 2 },
	{ "ms",	 1000000, 999500, 2 },
	{ "us",	 1000, 1000, 2 },
	{ "ns",	 1, 0, 0 },
};

char *
size_text(uint64_t bytes, char buf[SIZE_TEXT])
{
	size_t n = 0;

	while (bytes != 0 && bytes % 1024 == 0 && letters[n] != '\0') {
		bytes /= 1024;
		n++;
	}
	if (n == 0)
		snprintf(buf, SIZE_TEXT, "%" PRIu64, bytes);
	else
		snprintf(buf, SIZE_TEXT, "%" PRIu64 "%c", bytes,
		    letters[n - 1]);
	return buf;
}

char *
size_human(uint64_t bytes, char buf[SIZE_TEXT])
{
	double value = (double)bytes;
	size_t n = 0;

	while (value >= 1023.5 && n < sizeof(binary) / sizeof(*binary) - 1) {
		value /= 1024;
		n++;
	}
	snprintf(buf, SIZE_TEXT, "%.*f %s", n > 0 && value < 9.95 ? 1 : 0,
	    value, binary[n]);
	return buf;
}

char *
time_human(uint64_t ns, char buf[SIZE_TEXT])
{
	double value;
	size_t n = 0;

	while (ns < clocks[n].from)
		n++;
	value = (double)ns / (double)clocks[n].ns;
	snprintf(buf, SIZE_TEXT, "%.*f %s",
	    value < 9.95 ? clocks[n].decimals : 0, value, clocks[n].name);
	return buf;
}
