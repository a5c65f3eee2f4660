/* facts -- what the machine formats read out of a result alike. */
#ifndef SEQBENCH_FACTS_H
#define SEQBENCH_FACTS_H

#include "seqbench/result.h"

/* Bytes per second of one pass by the time that counts; < 0 not known. */
double	fact_rate(const struct sample *s, enum op op);

/* Why a cell has no samples, or what went wrong first; NULL: nothing. */
const char *fact_error(const struct cell *c);

#endif
