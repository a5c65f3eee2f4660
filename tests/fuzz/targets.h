/*
 * targets -- what is fuzzed: each takes any bytes and aborts on a finding.
 *
 * All are in one program, so that the sources are built and linked once:
 * with libFuzzer (libfuzzer.c), or to replay the corpus (replay.c).
 */
#ifndef TESTS_FUZZ_TARGETS_H
#define TESTS_FUZZ_TARGETS_H

#include <stddef.h>
#include <stdint.h>

/* At most so many bytes of an input count, up to the first that is zero. */
enum { FUZZ_TEXT = 2048, FUZZ_WORDS = 64 };

struct fuzz_target {
	const char	*name;		/* of its corpus too */
	void		(*run)(const char *text);
};

extern const struct fuzz_target fuzz_targets[];	/* name NULL ends */

/* The target of that name, or NULL. */
const struct fuzz_target *fuzz_target_find(const char *name);

void	fuzz_target_run(const struct fuzz_target *t, const uint8_t *data,
	    size_t size);

void	fuzz_lists(const char *text);
void	fuzz_operands(const char *text);
void	fuzz_options(const char *text);
void	fuzz_run(const char *text);
void	fuzz_sizes(const char *text);

/* The lines of a text as the words of a command line. */
struct fuzz_words {
	char		 text[FUZZ_TEXT];
	char		*argv[FUZZ_WORDS + 1];	/* NULL ends */
	int		 argc;
};
void	fuzz_split(struct fuzz_words *w, const char *text);

/* assert() that stays in every build. */
#define REQUIRE(holds)							\
	((holds) ? (void)0 : fuzz_found(__FILE__, __LINE__, #holds))
_Noreturn void	fuzz_found(const char *file, int line, const char *what);

#endif
