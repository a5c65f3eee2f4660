/* operands -- the words of dd's command line, as const tables. */
#ifndef SEQBENCH_DD_OPERANDS_H
#define SEQBENCH_DD_OPERANDS_H

#include <fcntl.h>
#include <stddef.h>

#include "seqbench/dd.h"

/* A flag that the system lacks is unknown there. */
#ifndef O_DIRECT
#define O_DIRECT	0
#endif
#ifndef O_NOATIME
#define O_NOATIME	0
#endif

/* A word that conv=, iflag=, status=, buffer= or engine= takes. */
struct dd_word {
	const char	*name;		/* NULL ends a table */
	unsigned	 own;		/* its value; of a flag: enum dd_flag */
	int		 open;		/* its flag of open(2) */
	const char	*help;
};

/* The words of a list, and what an unknown one is called. */
struct dd_vocabulary {
	const struct dd_word *words;
	bool		 single;	/* the last one counts */
	const char	*unknown[2];	/* in GNU's words, in FreeBSD's */
};

extern const struct dd_vocabulary dd_convs, dd_iflags, dd_oflags, dd_statuses,
		    dd_buffers, dd_engines;

struct dd_chosen {
	unsigned	 own;
	int		 open;
};

/* What was typed, before the block sizes give it its meaning. */
struct dd_typed {
	const char	*in, *out;
	struct dd_value	 bs, ibs, obs, count, skip, seek, speed, depth;
	struct dd_chosen conv, iflag, oflag, status, buffer, engine;
	unsigned char	 fill;
};

/*
 * Make of it what is to be done (settle.c).  0, or -EINVAL with d filled
 * where it does not go together.
 */
int	dd_settle(struct dd_operands *o, const struct dd_typed *t,
	    struct warnings *w, struct diag *d);

enum dd_operand_kind {
	DD_OPERAND_BLOCK,		/* a number from 1 */
	DD_OPERAND_COUNT,
	DD_OPERAND_DEPTH,		/* a number from 1 to DEPTH_MAX */
	DD_OPERAND_FILL,		/* a character */
	DD_OPERAND_NUMBER,
	DD_OPERAND_PATH,
	DD_OPERAND_REFUSED,
	DD_OPERAND_WORDS,
};

struct dd_operand {
	const char	*name;		/* NULL ends the table */
	enum dd_operand_kind kind;
	size_t		 offset;	/* of its value in struct dd_typed */
	const struct dd_vocabulary *vocabulary;
	const char	*value;		/* as --help calls it; NULL: another
					   name of the row before, or refused */
	const char	*help;
};

extern const struct dd_operand dd_operands[];

/* Values of conv= that change bytes; NULL ends. */
extern const char *const dd_character_convs[];

#endif
