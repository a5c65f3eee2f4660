/* csvrow -- a row of CSV, field by field; the caller ends the line. */
#ifndef SEQBENCH_CSVROW_H
#define SEQBENCH_CSVROW_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Starts with { .f = f }. */
struct csv_row {
	FILE		*f;
	bool		 begun;
};

void	csv_blanks(struct csv_row *row, unsigned n);
/* NOT_KNOWN is an empty field. */
void	csv_number(struct csv_row *row, uint64_t value);
/* Negative or not finite is an empty field. */
void	csv_real(struct csv_row *row, double value, int digits);
/* Byte for byte, in quotes where it needs them; NULL is an empty field. */
void	csv_text(struct csv_row *row, const char *s);

#endif
