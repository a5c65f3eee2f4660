/* header -- what stands above a table: target, place, conditions, notes. */
#ifndef SEQBENCH_REPORT_HEADER_H
#define SEQBENCH_REPORT_HEADER_H

#include <stddef.h>

struct host;
struct page;
struct plan;
struct result;
struct sums;
struct layers;
struct target;

void	header_write(const struct page *p, const struct result *r,
	    size_t target, const struct sums *sums);

/* Its parts, for --dry-run. */
void	header_title(const struct page *p, const struct target *t);
void	header_place(const struct page *p, const struct plan *plan,
	    size_t target);
void	header_host(const struct page *p, const struct host *h);

/* "layers: vg-home (LVM) on md0 (raid1) on sda1, sdb1", if there are any. */
void	header_stack(const struct page *p, const struct layers *l);

/* Engines, cache, size, runs, order and flush: what happened. */
void	header_conditions(const struct page *p, const struct result *r,
	    size_t target, const struct sums *sums);

/* What limits the figures or hides behind them: a line each. */
void	header_notes(const struct page *p, const struct result *r,
	    size_t target);

#endif
