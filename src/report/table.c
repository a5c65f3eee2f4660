/* table -- the table for people, and the same as Markdown. */
#include <stdio.h>

#include "footer.h"
#include "grid.h"
#include "header.h"
#include "rows.h"
#include "writers.h"

static void
measured(struct page *p, const struct result *r, size_t target,
    const struct sums *sums)
{
	struct row start = { .r = r, .target = target };
	bool brief = grid_write(p, cell_columns, &start);

	footer_troubles(p, r, target);
	footer_legend(p, r, target, brief);
	footer_workers(p, r, target);
	footer_warnings(p, r, target);
	if (p->look->verbose) {
		start.per_pass = true;
		grid_write(p, pass_columns, &start);
		if (details_known(r, target))
			grid_write(p, detail_columns, &start);
		footer_details(p, r, target);
	}
	footer_verified(p, r, target);
	footer_truth(p, r->plan, target, sums);
}

static void
one_target(struct page *p, const struct result *r, size_t target)
{
	struct sums sums;

	rows_sum(&sums, r, target);
	header_write(p, r, target, &sums);
	if (sums.passes > 0)
		measured(p, r, target, &sums);
	else {
		page_line(p, PAGE_FOOTER, "nothing was measured");
		footer_troubles(p, r, target);
		footer_warnings(p, r, target);
	}
	if (sums.passes > 0 || r->signal != 0)
		footer_repeat(p, r->plan, target);
}

static void
all_targets(struct page *p, const struct result *r)
{
	for (size_t i = 0; i < r->plan->targets; i++) {
		if (i > 0)
			putc('\n', p->f);
		one_target(p, r, i);
	}
}

void
table_write(FILE *f, const struct result *r, const struct report_look *look)
{
	all_targets(&(struct page){ .f = f, .look = look }, r);
}

void
markdown_write(FILE *f, const struct result *r,
    const struct report_look *look)
{
	all_targets(&(struct page){ .f = f, .look = look, .markdown = true },
	    r);
}
