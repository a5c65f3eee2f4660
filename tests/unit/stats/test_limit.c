/* test_limit -- one word for what held a pass back, by the rules. */

#include "seqbench/limit.h"
#include "unit/near.h"

int	test_limit(void);

struct row {
	const char	*what;
	struct limit_facts facts;
	enum limit	 want;
};

static void
assert_words(const struct row *row, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		enum limit got = limit_word(&row[i].facts);

		if (got != row[i].want)
			fail_msg("%s: %s, not %s", row[i].what,
			    limit_text(got), limit_text(row[i].want));
	}
}

/* page_cache, cpu, depth, in_flight, stretch, busy, its in_flight, ratio,
   throttle */
static void
passes_as_they_are_get_their_word(void **state)
{
	static const struct row rows[] = {
		{ "direct 128k, 2 ms latency, depth 1",
		  { false, .03, 1, 1, 1.05, .98, 1.0, 1, NAN }, LIMIT_DEPTH },
		{ "the same, depth 16: none waits for another",
		  { false, .10, 16, 15.8, 1.1, .99, 15, 1, NAN },
		  LIMIT_DEPTH },
		{ "one disk, depth 32",
		  { false, .02, 32, 32, 28, 1, 31, 1, NAN }, LIMIT_DEVICE },
		{ "one disk, depth 1, an odd slow transfer",
		  { false, .02, 1, 1, 6, .97, .97, 1, NAN }, LIMIT_DEPTH },
		{ "4k direct, idle between transfers",
		  { false, .30, 1, 1, 1.2, .6, .6, 1, NAN }, LIMIT_DEPTH },
		{ "buffered, read-ahead keeps the device busy",
		  { true, .35, 1, 1, 20, .99, 3.2, 1.01, NAN },
		  LIMIT_DEVICE },
		{ "buffered, read-ahead off",
		  { true, .25, 1, 1, 3, .7, .7, 1, NAN }, LIMIT_DEPTH },
		{ "buffered write and flush",
		  { true, .40, 1, .5, 900, .97, 40, 1.02, NAN },
		  LIMIT_DEVICE },
		{ "buffered write, no flush",
		  { true, .97, 1, 1, 9, .3, 40, .1, NAN }, LIMIT_CACHE },
		{ "warm read",
		  { true, 1, 1, 1, 2, 0, 0, 0, NAN }, LIMIT_CACHE },
		{ "warm read under a limit",
		  { true, 1, 1, 1, 2, 0, 0, 0, 0 }, LIMIT_CACHE },
		{ "tmpfs: no device",
		  { true, .99, 1, 1, 2, NAN, NAN, NAN, NAN }, LIMIT_CPU },
		{ "zram: its work is done by the caller",
		  { false, .98, 8, 8, 1.1, .99, 1, 1, NAN }, LIMIT_CPU },
		{ "network file system, one in flight",
		  { false, .05, 1, 1, 1.3, NAN, NAN, NAN, NAN },
		  LIMIT_DEPTH },
		{ "network file system, depth 8",
		  { false, .05, 8, 8, 7, NAN, NAN, NAN, NAN },
		  LIMIT_UNKNOWN },
		{ "20 MB/s by the control group, 21 measured",
		  { false, .01, 8, 8, 9, 1, 8, 1, 1.05 }, LIMIT_THROTTLE },
		{ "a limit far above the rate",
		  { false, .01, 8, 8, 7, 1, 8, 1, .2 }, LIMIT_DEVICE },
		{ "the machine is busy with others",
		  { false, .5, 8, 4, 9, .5, 4, 1, NAN }, LIMIT_UNKNOWN },
		{ "nothing known",
		  { false, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN },
		  LIMIT_UNKNOWN },
		{ "nothing known, page cache",
		  { true, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN },
		  LIMIT_UNKNOWN },
	};

	(void)state;
	assert_words(rows, sizeof(rows) / sizeof(rows[0]));
}

static void
thresholds_are_those_of_the_header(void **state)
{
	static const struct row rows[] = {
		{ "throttle, low",
		  { false, .1, 8, 8, 7, 1, 8, 1, .91 }, LIMIT_THROTTLE },
		{ "below throttle",
		  { false, .1, 8, 8, 7, 1, 8, 1, .89 }, LIMIT_DEVICE },
		{ "throttle with a burst",
		  { false, 0, 1, 1, 260, 0, 0, 1, 1.18 }, LIMIT_THROTTLE },
		{ "cache",
		  { true, .1, 1, 1, 7, 1, 8, .49, NAN }, LIMIT_CACHE },
		{ "no cache",
		  { true, .1, 1, 1, 7, 1, 8, .50, NAN }, LIMIT_DEVICE },
		{ "cpu",
		  { true, .90, 1, 1, 7, 1, 8, 1, NAN }, LIMIT_CPU },
		{ "less than cpu",
		  { true, .89, 1, 1, 7, 1, 8, 1, NAN }, LIMIT_DEVICE },
		{ "device",
		  { false, .1, 2, 1.9, 1.5, .90, 2, 1, NAN }, LIMIT_DEVICE },
		{ "device idle",
		  { false, .1, 2, 1.9, 1.5, .89, 2, 1, NAN }, LIMIT_DEPTH },
		{ "no line",
		  { false, .1, 2, 1.9, 1.4, .90, 2, 1, NAN }, LIMIT_DEPTH },
		{ "line of the kernel's",
		  { true, .1, 1, 1, 1, .90, 1.5, 1, NAN }, LIMIT_DEVICE },
		{ "no line of the kernel's",
		  { true, .1, 1, 1, 9, .90, 1.4, 1, NAN }, LIMIT_DEPTH },
		{ "depth",
		  { false, .1, 8, 7.2, 7, .5, 2, 1, NAN }, LIMIT_DEPTH },
		{ "less than depth",
		  { false, .1, 8, 7.1, 7, .5, 2, 1, NAN }, LIMIT_UNKNOWN },
	};

	(void)state;
	assert_words(rows, sizeof(rows) / sizeof(rows[0]));
}

/* Latencies not taken, device not counted: no word rests on a guess. */
static void
what_is_not_known_decides_nothing(void **state)
{
	static const struct row rows[] = {
		{ "busy, latencies not taken, one in flight",
		  { false, .1, 1, 1, NAN, 1, 1, 1, NAN }, LIMIT_DEPTH },
		{ "busy, latencies not taken, eight in flight",
		  { false, .1, 8, 8, NAN, 1, 8, 1, NAN }, LIMIT_UNKNOWN },
		{ "busy, in flight not known",
		  { false, .1, 8, NAN, 7, 1, 8, 1, NAN }, LIMIT_DEVICE },
		{ "idle, in flight not known",
		  { false, .1, 8, NAN, 7, .5, 8, 1, NAN }, LIMIT_UNKNOWN },
		{ "page cache, busy but no in-flight count",
		  { true, .1, 1, 1, 9, 1, NAN, 1, NAN }, LIMIT_UNKNOWN },
		{ "device counters off",
		  { true, .1, 1, 1, 9, NAN, NAN, NAN, NAN }, LIMIT_UNKNOWN },
	};

	(void)state;
	assert_words(rows, sizeof(rows) / sizeof(rows[0]));
}

static void
words_are_those_of_the_manual(void **state)
{
	(void)state;
	assert_string_equal(limit_text(LIMIT_UNKNOWN), "unknown");
	assert_string_equal(limit_text(LIMIT_CPU), "cpu");
	assert_string_equal(limit_text(LIMIT_DEPTH), "depth");
	assert_string_equal(limit_text(LIMIT_DEVICE), "device");
	assert_string_equal(limit_text(LIMIT_CACHE), "cache");
	assert_string_equal(limit_text(LIMIT_THROTTLE), "throttle");
}

int
test_limit(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(passes_as_they_are_get_their_word),
		cmocka_unit_test(thresholds_are_those_of_the_header),
		cmocka_unit_test(what_is_not_known_decides_nothing),
		cmocka_unit_test(words_are_those_of_the_manual),
	};

	return cmocka_run_group_tests_name("limit", tests, NULL, NULL);
}
