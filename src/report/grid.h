/* grid -- columns of text under their heads, within 80 columns. */
#ifndef SEQBENCH_REPORT_GRID_H
#define SEQBENCH_REPORT_GRID_H

#include "columns.h"
#include "page.h"

/*
 * Write the rows that follow *start; on a Markdown page as a GitHub table of
 * all columns.  What does not fit at ease is set narrow, then with brief
 * verdicts, then with brief heads; then whole columns are left out.  Returns
 * true when verdicts are brief.
 */
bool	grid_write(const struct page *p, const struct column *columns,
	    const struct row *start);

#endif
