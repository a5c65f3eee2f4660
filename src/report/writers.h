/*
 * writers -- one function per format, a row each in reports[] (report.c).
 *
 * All of them only format; errors of f are found by the caller with
 * ferror().
 */
#ifndef SEQBENCH_REPORT_WRITERS_H
#define SEQBENCH_REPORT_WRITERS_H

#include "seqbench/report.h"

void	classic_write(FILE *f, const struct result *r,
	    const struct report_look *look);
void	sweep_csv_header(FILE *f);
void	sweep_csv_row(FILE *f, const struct result *r, size_t cell);
void	csv_write(FILE *f, const struct result *r,
	    const struct report_look *look);
void	dd_write(FILE *f, const struct result *r,
	    const struct report_look *look);
void	json_write(FILE *f, const struct result *r,
	    const struct report_look *look);
void	markdown_write(FILE *f, const struct result *r,
	    const struct report_look *look);
void	table_write(FILE *f, const struct result *r,
	    const struct report_look *look);
void	zones_write(FILE *f, const struct result *r,
	    const struct report_look *look);
void	zones_csv_header(FILE *f);
void	zones_csv_row(FILE *f, const struct result *r, size_t cell);
void	zones_csv_write(FILE *f, const struct result *r,
	    const struct report_look *look);
void	time_write(FILE *f, const struct result *r,
	    const struct report_look *look);

#endif
