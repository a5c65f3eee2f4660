/*
 * options -- what was typed, no more: zero means "not given"; defaults are
 * the plan's.  Strings point into argv.  One const table for each command
 * (src/cli/options*.c) makes the parser and --help, which the manual is held
 * against (scripts/check-manual).
 */
#ifndef SEQBENCH_OPTIONS_H
#define SEQBENCH_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "seqbench/units.h"

struct diag;

/* A value that may not have been given. */
struct opt_u64 {
	bool		 given;
	uint64_t	 value;
	char		 text[SIZE_TEXT];	/* as typed */
};

/* A comma list of names, pointing into text, which the options own. */
enum { NAMES_MAX = 16 };
/* Transfers in flight of one job, and jobs, at most. */
enum { DEPTH_MAX = 1024, JOBS_MAX = 64 };
struct name_list {
	char		*text;
	size_t		 n;
	char		*item[NAMES_MAX];
};

enum {
	BLOCK_MAX	= 2147479552,	/* Linux: of one transfer */
	RUNS_MAX	= 1000000,
};

enum op { OP_READ, OP_WRITE, OP_COUNT };
extern const char *const op_names[OP_COUNT];	/* "read" */
extern const char *const op_titles[OP_COUNT];	/* "READ" */

enum cache_mode { CACHE_DEFAULT, CACHE_COLD, CACHE_WARM, CACHE_AS_IS };
enum layout_mode { LAYOUT_DEFAULT, LAYOUT_CREATE, LAYOUT_PREALLOCATE,
	LAYOUT_OVERWRITE };
enum order_mode { ORDER_DEFAULT, ORDER_MIRROR, ORDER_BLOCKED, ORDER_RANDOM };
enum flush_mode { FLUSH_DEFAULT, FLUSH_END, FLUSH_NONE, FLUSH_EACH,
	FLUSH_EVERY_N, FLUSH_DSYNC, FLUSH_SYNC };
enum buffer_pages { BUFFER_HUGE, BUFFER_PAGE, BUFFER_COUNT };
enum data_mode { DATA_DEFAULT, DATA_RANDOM, DATA_ZERO, DATA_COMPRESS,
	DATA_FILE };
enum color_mode { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };
enum style_mode { STYLE_DEFAULT, STYLE_GNU, STYLE_BSD };

/* How much the kernel reads ahead of what it is asked for. */
enum readahead_mode { READAHEAD_DEFAULT, READAHEAD_OFF, READAHEAD_SIZE };
struct readahead {
	enum readahead_mode mode;
	struct size_item size;		/* as typed, "off" and "default" too;
					   its bytes are READAHEAD_SIZE's */
};
#define READAHEAD_MAX	(1ull << 30)	/* the kernel takes memory for it */

struct readahead_list {
	size_t		 n;
	struct readahead item[LIST_MAX];
};

/*
 * Devices that may be written, each with the signature on it that may be
 * lost, or NULL.  The first may have a signature alone: --lose came first.
 */
enum { DESTROY_MAX = 64 };
struct destroy_list {
	size_t		 n;
	struct {
		char	*device, *lose;
	} item[DESTROY_MAX];
};

/* Values of one enum, each once. */
enum { WORDS_MAX = 4 };
struct word_list {
	size_t		 n;
	unsigned	 item[WORDS_MAX];
};
_Static_assert((int)OP_COUNT <= (int)WORDS_MAX &&
    (int)BUFFER_COUNT <= (int)WORDS_MAX, "room for each of them");

struct options {
	struct size_list block;
	struct word_list op;
	struct name_list engine;
	struct size_list depth, jobs;		/* counts, not bytes */
	bool		 parallel;		/* all targets at once */
	struct opt_u64	 size;
	struct opt_u64	 points;		/* of zones */
	struct opt_u64	 time_limit_ns;
	struct opt_u64	 runs_min, runs_max;	/* N: both N */
	double		 precision;		/* share, 0: not given */
	struct readahead_list readahead;
	enum cache_mode	 cache;
	enum flush_mode	 flush;
	uint64_t	 flush_every;		/* FLUSH_EVERY_N */
	struct word_list buffer;
	enum data_mode	 data;
	unsigned	 data_percent;		/* DATA_COMPRESS */
	char		*data_file;		/* DATA_FILE */
	enum layout_mode layout;
	enum order_mode	 order;
	struct opt_u64	 seed;
	struct opt_u64	 offset;
	char		*label;
	bool		 allow_holes;
	bool		 verify;
	bool		 latency;		/* of every engine and block */
	struct opt_u64	 interval_ns;		/* of the series */
	char		*log;			/* file for the series */
	bool		 create, keep;
	bool		 overwrite;
	struct destroy_list destroy;
	char		*format;		/* name of a report */
	enum style_mode	 style;
	char		*json, *csv, *markdown;	/* result files */
	bool		 dry_run, quiet, verbose;
	enum color_mode	 color, progress;
	bool		 help, version;

	char		**target;		/* owned; words of argv */
	size_t		 targets;
};

/* What a command takes; a member of struct options means the same in all. */
struct option_set;
extern const struct option_set sweep_options, zones_options;

/*
 * Parse argv[first..] by a set.  argv is not changed.  0, or -EINVAL with
 * *d filled (STATUS_USAGE).  Release in either case.
 */
int	options_parse(struct options *o, const struct option_set *set,
	    int argc, char *const argv[], int first, struct diag *d);
void	options_release(struct options *o);

/* --help: at 80 columns */
void	options_help(FILE *f, const struct option_set *set);
void	options_usage(FILE *f);		/* the short form, for errors */

/* The words behind the enums, for plan, report and manual. */
const char *cache_text(enum cache_mode mode);
const char *flush_text(enum flush_mode mode);
const char *layout_text(enum layout_mode mode);
const char *order_text(enum order_mode mode);
const char *data_text(enum data_mode mode);
const char *buffer_text(enum buffer_pages pages);

#endif
