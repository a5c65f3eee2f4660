/*
 * units -- numbers as people type and read them.
 *
 * Parsing is strict and by integers: signs, blanks, empty text, trailing
 * junk and overflow are refused, and *out is untouched on failure.
 */
#ifndef SEQBENCH_UNITS_H
#define SEQBENCH_UNITS_H

#include <stddef.h>
#include <stdint.h>

/*
 * Parse a size in bytes: a decimal number with an optional suffix, or
 * factors joined by "x" ("2x512", "1Kx2").
 *
 *	c 1, w 2, b 512, B 1
 *	k K M G T P E		powers of 1024 (m g t p too, as BSD's dd)
 *	kB KB MB GB TB PB EB	powers of 1000
 *	KiB MiB GiB TiB ...	powers of 1024
 *
 * "0x" at the start is refused: it would be a factor of zero here and a
 * number in hexadecimal elsewhere.  Returns 0, -EINVAL (not a size) or
 * -ERANGE (2^63 or more).
 */
int	size_parse(const char *text, uint64_t *out);

/* As size_parse, for the len bytes at text. */
int	size_parse_n(const char *text, size_t len, uint64_t *out);

/*
 * The shortest exact spelling that size_parse reads back: "4k", "1m",
 * "4000".  Returns buf.
 */
enum { SIZE_TEXT = 24 };
char	*size_text(uint64_t bytes, char buf[SIZE_TEXT]);

/* "1.0 GiB", "64 KiB", "512 B": for people, rounded.  Returns buf. */
char	*size_human(uint64_t bytes, char buf[SIZE_TEXT]);

/*
 * Parse a time: decimals with ms, s, m or h ("10", "0.5s", "1.5m"); plain
 * numbers are seconds.  Nanoseconds in *out.  Returns 0, -EINVAL or -ERANGE;
 * zero is a number like any other.
 */
int	time_parse(const char *text, uint64_t *ns);

/* "1.50 s", "12 ms", "4 min": for people, rounded.  Returns buf. */
char	*time_human(uint64_t ns, char buf[SIZE_TEXT]);

/*
 * Parse a percentage, "2", "2.5" or "2%", as a share: 0.02.  Returns 0,
 * -EINVAL or -ERANGE.
 */
int	percent_parse(const char *text, double *share);

/* A whole number without suffix, up to 2^64 - 1.  0, -EINVAL or -ERANGE. */
int	count_parse(const char *text, uint64_t *out);

/*
 * A comma-separated list of sizes.  "A-B" and "A..B" are the powers of two
 * from A to at most B, "A-B/F" and "A..B/F" powers of F.  Each item keeps
 * its own spelling, as typed or as size_text() would have it.
 */
enum { LIST_MAX = 64 };

struct size_item {
	uint64_t	 bytes;
	char		 text[SIZE_TEXT];
};

struct size_list {
	size_t		 n;
	struct size_item item[LIST_MAX];
};

/*
 * Returns 0, -EINVAL (an item is no size or empty, A is zero or above B,
 * F < 2), -ERANGE (an item is too large), -E2BIG (more than LIST_MAX items).
 * On failure *bad (if not NULL) points at the offending item in text.
 * Duplicates are dropped.
 */
int	size_list_parse(const char *text, struct size_list *out,
	    const char **bad);

#endif
