/* cli -- what the files of src/cli share: the rows of the option table. */
#ifndef SEQBENCH_CLI_H
#define SEQBENCH_CLI_H

#include "seqbench/options.h"

/* The words of an enum, indexed by its values; NULL where none is typed. */
struct words {
	const char *const *word;
	size_t		 n;
};

extern const struct words	op_words, cache_words, layout_words,
	order_words, flush_words, buffer_words, color_words, style_words;

/* The index of the word that is text[0..len), or -1. */
int	words_find(const struct words *w, const char *text, size_t len);

/* "mirror, blocked or random", cut to the buffer.  Returns buf. */
enum { WORDS_TEXT = 128 };
char	*words_join(const struct words *w, char buf[WORDS_TEXT]);

/* Headings of --help, in order. */
enum option_group {
	GROUP_WHAT,
	GROUP_HOW,
	GROUP_WRITE,
	GROUP_OUTPUT,
	GROUP_GENERAL,
	GROUP_COUNT,
};

/* One occurrence of an option on the command line. */
struct option_use {
	const struct option_row *row;
	char		 name[32];	/* as typed: "-b", "--block" */
	char		*text;		/* its value; NULL: takes none */
};

struct option_row {
	const char	*name;		/* the long one, without dashes */
	const char	*letters;	/* each a short one */
	const char	*argument;	/* in help; NULL: takes none */
	int		(*parse)(const struct option_use *use,
			    struct options *o, struct diag *d);
	size_t		 offset;	/* of its member in struct options */
	const struct words *words;	/* for value_word(), value_words() */
	unsigned	 most;		/* for value_counts() */
	enum option_group group;
	bool		 hidden;	/* an alias; found by its whole name */
	bool		 attached;	/* --name=VALUE only */
	const char	*help;
};

#define AT(member)	offsetof(struct options, member)

/* What all that measures has among its output options, and last. */
#define SESSION_ROWS							\
	{ "label", "", "TEXT", value_string, AT(label),			\
	    .group = GROUP_OUTPUT,					\
	    .help = "a name for this session, kept in the record" },	\
	{ "quiet", "", NULL, value_flag, AT(quiet),			\
	    .group = GROUP_OUTPUT,					\
	    .help = "no notes on standard error, only errors" },	\
	{ "verbose", "", NULL, value_flag, AT(verbose),			\
	    .group = GROUP_OUTPUT,					\
	    .help = "say more about what is done" },			\
	{ "color", "", "WHEN", value_word, AT(color),			\
	    .words = &color_words, .group = GROUP_OUTPUT,		\
	    .help = "auto, always or never (auto)" },			\
	{ "progress", "", "WHEN", value_word, AT(progress),		\
	    .words = &color_words, .group = GROUP_OUTPUT,		\
	    .help = "auto, always or never (auto: on a terminal)" }

#define GENERAL_ROWS							\
	{ "help", "h", NULL, value_flag, AT(help),			\
	    .group = GROUP_GENERAL, .help = "print this" },		\
	{ "version", "V", NULL, value_flag, AT(version),		\
	    .group = GROUP_GENERAL, .help = "print the version" }

struct option_set {
	const struct option_row *rows;	/* a name that is NULL ends them */
	const char	*before, *after;	/* the rows in --help */
	const char	*no_target;	/* the usage error */
};

/*
 * The parsers of rows.  Each writes on success only and returns 0, or
 * -EINVAL with "OPTION VALUE: what would be accepted" in d.
 */
int	value_flag(const struct option_use *use, struct options *o,
	    struct diag *d);
int	value_blocks(const struct option_use *use, struct options *o,
	    struct diag *d);
int	value_counts(const struct option_use *use, struct options *o,
	    struct diag *d);
int	value_words(const struct option_use *use, struct options *o,
	    struct diag *d);
int	value_names(const struct option_use *use, struct options *o,
	    struct diag *d);
int	value_readahead(const struct option_use *use, struct options *o,
	    struct diag *d);
int	value_size(const struct option_use *use, struct options *o,
	    struct diag *d);
int	value_offset(const struct option_use *use, struct options *o,
	    struct diag *d);
int	value_time(const struct option_use *use, struct options *o,
	    struct diag *d);
int	value_count(const struct option_use *use, struct options *o,
	    struct diag *d);
int	value_runs(const struct option_use *use, struct options *o,
	    struct diag *d);
int	value_precision(const struct option_use *use, struct options *o,
	    struct diag *d);
int	value_word(const struct option_use *use, struct options *o,
	    struct diag *d);
int	value_flush(const struct option_use *use, struct options *o,
	    struct diag *d);
int	value_data(const struct option_use *use, struct options *o,
	    struct diag *d);
int	value_destroy(const struct option_use *use, struct options *o,
	    struct diag *d);
int	value_lose(const struct option_use *use, struct options *o,
	    struct diag *d);
int	value_string(const struct option_use *use, struct options *o,
	    struct diag *d);
int	value_name(const struct option_use *use, struct options *o,
	    struct diag *d);

/* Where the option is stored. */
void	*value_member(const struct option_use *use, struct options *o);

/* A usage error "OPTION VALUE: REASON". */
int	value_refuse(struct diag *d, const struct option_use *use,
	    const char *fmt, ...) __attribute__((format(printf, 3, 4)));

#endif
