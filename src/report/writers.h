/* writers -- the formats, one function each, for the table in report.c. */
#ifndef SEQBENCH_WRITERS_H
#define SEQBENCH_WRITERS_H

#include "seqbench/report.h"

void	table_write(FILE *f, const struct result *r,
	    const struct report_look *look);
void	classic_write(FILE *f, const struct result *r,
	    const struct report_look *look);
void	markdown_write(FILE *f, const struct result *r,
	    const struct report_look *look);
void	json_write(FILE *f, const struct result *r,
	    const struct report_look *look);
void	csv_write(FILE *f, const struct result *r,
	    const struct report_look *look);
void	dd_write(FILE *f, const struct result *r,
	    const struct report_look *look);
void	time_write(FILE *f, const struct result *r,
	    const struct report_look *look);

#endif
