/* bar -- a figure as a bar of text. */
#ifndef SEQBENCH_REPORT_BAR_H
#define SEQBENCH_REPORT_BAR_H

#include <stdbool.h>
#include <stdio.h>

/*
 * A share of columns: with UTF-8 in eighths of a block, else in whole #.
 * What is more than nothing is never drawn as nothing.
 */
void	bar_write(FILE *f, double share, unsigned columns, bool utf8);

#endif
