/*
 * dd -- the dd form: one transfer, described, done and reported as dd does.
 *
 * GNU dd 9 is the reference for what happens; the style chooses whose number
 * grammar and closing lines are used.  Character conversions are refused by
 * name: this program times bytes and changes none.
 */
#ifndef SEQBENCH_DD_H
#define SEQBENCH_DD_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "seqbench/options.h"

struct diag;
struct warnings;

/* ---- numbers ---- */

enum dd_number {
	DD_NUMBER_OK,
	DD_NUMBER_MISSING,		/* no number where one must be */
	DD_NUMBER_JUNK,			/* something behind it */
	DD_NUMBER_RANGE,		/* too large */
	DD_NUMBER_ZERO,			/* where zero makes no sense */
};

/*
 * Read a number as the style's dd does:
 *
 *	gnu	decimal; c 1, w 2, b 512, k K M G T P E Z Y R Q of 1024,
 *		with B or D of 1000, with iB of 1024; a final B; a suffix
 *		alone counts 1; factors joined by x.  What GNU refuses and
 *		the BSDs take is taken too: m g t p, X and *.
 *	bsd	decimal, 0octal, 0xhex; w 4, b 512 (B too), k m g t p of 1024
 *		in either case; factors joined by x, X or *.
 *
 * bytes: GNU's "B" somewhere in the text makes a count one of bytes.
 * zero_x: "0x" was read as zero times what follows; GNU's dd warns of that.
 * *out is untouched unless DD_NUMBER_OK is returned.
 */
struct dd_value {
	uint64_t	 n;
	bool		 bytes;
	bool		 zero_x;
};
enum dd_number dd_number_parse(const char *text, enum style_mode style,
		    struct dd_value *out);

/* ---- operands ---- */

enum dd_conv {
	DD_EXCL		= 1 << 0,
	DD_NOCREAT	= 1 << 1,
	DD_NOTRUNC	= 1 << 2,
	DD_NOERROR	= 1 << 3,
	DD_SYNC		= 1 << 4,	/* pad short input blocks */
	DD_FSYNC	= 1 << 5,
	DD_FDATASYNC	= 1 << 6,
	DD_SPARSE	= 1 << 7,
};

/* Flags that are not open(2)'s. */
enum dd_flag {
	DD_FULLBLOCK	= 1 << 0,
	DD_NOCACHE	= 1 << 1,
	DD_COUNT_BYTES	= 1 << 2,
	DD_SKIP_BYTES	= 1 << 3,
	DD_SEEK_BYTES	= 1 << 4,
};

enum dd_status {
	DD_STATUS_ALL,
	DD_STATUS_NONE,
	DD_STATUS_NOXFER,
	DD_STATUS_PROGRESS,
};

/* How the input is read. */
enum dd_engine {
	DD_ENGINE_DEFAULT,		/* as iflag= says, from anything */
	DD_BUFFERED,
	DD_DIRECT,
	DD_DONTCACHE,
	DD_URING,
	DD_AIO,
};

/* So many blocks and then so many bytes. */
struct dd_amount {
	uint64_t	 blocks;
	size_t		 bytes;
};

struct dd_operands {
	const char	*in, *out;	/* NULL: standard input, output */
	size_t		 ibs, obs;
	bool		 reblock;	/* no bs=: input is packed into obs */
	struct dd_amount count;		/* blocks UINT64_MAX: to the end */
	struct dd_amount skip, seek;
	unsigned	 conv;		/* enum dd_conv */
	int		 in_open, out_open;	/* flags of open(2) */
	unsigned	 in_flags, out_flags;	/* enum dd_flag */
	enum dd_status	 status;
	uint64_t	 speed;		/* bytes/s of input; 0: unlimited */
	unsigned char	 fill;		/* what DD_SYNC pads with */
	enum buffer_pages pages;
	enum dd_engine	 engine;
	unsigned	 depth;		/* input blocks in flight, from 1 */
	enum style_mode	 style;
	bool		 help, version;	/* asked for; nothing else counts */
};

/*
 * Parse options (--help, --version, --style=S) and operands; style is what
 * the system's dd would be, never STYLE_DEFAULT.  The strings stay argv's.
 * Returns 0, or -errno with d filled (STATUS_USAGE: point at --help).
 */
int	dd_operands_parse(struct dd_operands *o, int argc,
	    char *const argv[], enum style_mode style, struct warnings *w,
	    struct diag *d);

/* Is word NAME=.. with the name of an operand? */
bool	dd_is_operand(const char *word);

/* The text of --help, made from the operand tables. */
void	dd_help(FILE *f, const char *program);

/* ---- the transfer ---- */

struct dd_call {
	const char	*program;	/* "dd", "seqbench": begins messages */
	enum style_mode	 style;		/* the system's; not STYLE_DEFAULT */
	/*
	 * What main()'s handlers set, installed without SA_RESTART before
	 * anything else.  stop: the number of the signal that is to end the
	 * program.  info: statistics are wanted (SIGINFO, else SIGUSR1); it
	 * is set back here.  A signal that lands between the look at these
	 * and a system call that then blocks would wait as long as that
	 * call; a handler that also calls alarm(1), with one for SIGALRM
	 * that arms it again while either is set, bounds that by a second.
	 */
	const volatile sig_atomic_t *stop;
	volatile sig_atomic_t *info;
	FILE		*out;		/* --help, --version */
	FILE		*err;		/* everything else */
};

/*
 * Do what the arguments say (those behind the program's or command's name)
 * and report it.  Returns the exit status: 0, 1, or 128 + *stop, in which
 * case the statistics are printed and main() ends by that signal.
 */
int	dd_main(const struct dd_call *call, int argc, char *const argv[]);

#endif
