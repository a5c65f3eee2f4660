/* footer -- what stands under a table: legend, truth, and how to repeat it. */
#ifndef SEQBENCH_REPORT_FOOTER_H
#define SEQBENCH_REPORT_FOOTER_H

#include <stdbool.h>
#include <stddef.h>

struct page;
struct plan;
struct result;
struct sums;

/* What stars, ratios and flags say. */
void	footer_legend(const struct page *p, const struct result *r,
	    size_t target, bool brief_verdicts);

/* The flags that are used, alone. */
void	footer_flags(const struct page *p, const struct result *r,
	    size_t target);

/* The smallest block or read-ahead not told from the best (footerstars.c). */
void	footer_stars(const struct page *p, const struct result *r,
	    size_t target);

/* Cells whose transfers in flight were calls of kernel threads. */
void	footer_workers(const struct page *p, const struct result *r,
	    size_t target);

/* --verbose: what queues are made of, and the rate of each job. */
void	footer_details(const struct page *p, const struct result *r,
	    size_t target);

/* Under the last table: what must be known of the whole session. */
void	footer_warnings(const struct page *p, const struct result *r,
	    size_t target);

/* What failed or could not run: see troubles.h. */
void	footer_troubles(struct page *p, const struct result *r,
	    size_t target);

/* What makes the figures true: cache, device bytes, flush, buffers. */
void	footer_truth(const struct page *p, const struct plan *plan,
	    size_t target, const struct sums *sums);

/* How much was verified, and what could not be. */
void	footer_verified(const struct page *p, const struct result *r,
	    size_t target);

/* The command line that measures this target again; one line, not cut. */
void	footer_repeat(const struct page *p, const struct plan *plan,
	    size_t target);

#endif
