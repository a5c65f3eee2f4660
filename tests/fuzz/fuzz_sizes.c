/* sizes -- sizes, times, percentages and counts of any text. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/targets.h"
#include "seqbench/dd.h"
#include "seqbench/units.h"

static const uint64_t untouched = 0x5a5a5a5a5a5a5a5a;

static void
require_refused(int rc, uint64_t value)
{
	REQUIRE(rc == -EINVAL || rc == -ERANGE);
	REQUIRE(value == untouched);
}

/* What we take, dd takes too, and as the same. */
static void
same_to_dd(const char *text, uint64_t bytes)
{
	struct dd_value v;

	REQUIRE(dd_number_parse(text, STYLE_GNU, &v) == DD_NUMBER_OK);
	REQUIRE(v.n == bytes);
}

static void
size(const char *text)
{
	uint64_t bytes = untouched, again;
	char buf[SIZE_TEXT];
	int rc = size_parse(text, &bytes);

	if (rc < 0) {
		require_refused(rc, bytes);
		return;
	}
	REQUIRE(rc == 0 && bytes <= INT64_MAX);
	REQUIRE(size_parse(size_text(bytes, buf), &again) == 0);
	REQUIRE(again == bytes);
	REQUIRE(strlen(size_human(bytes, buf)) < sizeof(buf) - 1);
	same_to_dd(text, bytes);
}

/* Nanoseconds have an exact spelling: seconds and nine decimals. */
static void
time(const char *text)
{
	uint64_t ns = untouched, again;
	char buf[64];
	int rc = time_parse(text, &ns);

	if (rc < 0) {
		require_refused(rc, ns);
		return;
	}
	REQUIRE(rc == 0 && ns <= INT64_MAX);
	snprintf(buf, sizeof(buf), "%" PRIu64 ".%09" PRIu64 "s",
	    ns / 1000000000, ns % 1000000000);
	REQUIRE(time_parse(buf, &again) == 0 && again == ns);
	REQUIRE(strlen(time_human(ns, buf)) < SIZE_TEXT - 1);
}

static void
percent(const char *text)
{
	double share = -1;
	int rc = percent_parse(text, &share);

	if (rc < 0)
		REQUIRE((rc == -EINVAL || rc == -ERANGE) && share == -1);
	else
		REQUIRE(rc == 0 && share >= 0 && share <= 1e8);
}

static void
count(const char *text)
{
	uint64_t n = untouched;
	int rc = count_parse(text, &n);

	if (rc < 0) {
		require_refused(rc, n);
		return;
	}
	errno = 0;
	REQUIRE(rc == 0 && n == strtoull(text, NULL, 10) && errno == 0);
}

void
fuzz_sizes(const char *text)
{
	size(text);
	time(text);
	percent(text);
	count(text);
}
