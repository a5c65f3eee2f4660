/*
 * columns -- what a table shows of each cell, and of each pass: a row here
 * per column, filled into text by the plain and the Markdown table alike.
 */
#ifndef SEQBENCH_REPORT_COLUMNS_H
#define SEQBENCH_REPORT_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "seqbench/result.h"
#include "words.h"

/* One line of a table.  Only the first three are set before the first. */
struct row {
	const struct result *r;
	size_t		 target;
	bool		 per_pass;	/* a row a sample, not a cell */
	const struct cell *cell;
	const struct sample *sample;
	bool		 new_block, new_op;	/* first row of its group */
	bool		 brief;		/* verdicts as one short word */
	unsigned	 index;		/* of the column that is filled */
};

struct column {
	const char	*head;
	size_t		 width;		/* with the gap before it, at ease */
	const char	*brief;		/* head where space is scarce */
	unsigned	 drop;		/* left out at this need; 0 never */
	bool		 left;		/* adjusted; else right */
	unsigned	 index;		/* row->index for the two below */
	/* leaves buf, an empty string, alone where nothing is known */
	void		(*text)(char buf[WORD], const struct row *row);
	bool		(*used)(const struct row *row);	/* NULL: always */
};
enum { COLUMN_DROP_MAX = 4 };

extern const struct column cell_columns[];	/* head NULL ends */
extern const struct column pass_columns[];	/* --verbose */
extern const struct column detail_columns[];	/* --verbose, next */

/* Is there anything for the latter? */
bool	details_known(const struct result *r, size_t target);

/* To the next line; false at the end. */
bool	row_next(struct row *row);

/* Is this column shown at all? */
bool	column_used(const struct column *c, struct row *row);

/* What it shows of this row; returns the length. */
size_t	column_text(const struct column *c, struct row *row, char buf[WORD]);

/* Shared by both tables. */
bool	column_has_variants(const struct row *row);
void	column_block(char buf[WORD], const struct row *row);
void	column_op(char buf[WORD], const struct row *row);
void	column_variant(char buf[WORD], const struct row *row);

#endif
