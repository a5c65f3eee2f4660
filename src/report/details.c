/*
 * details -- what each pass was like inside: latencies and limits as columns
 * of --verbose, queues and jobs as lines, and queues that were none.
 */
#include <stdio.h>
#include <string.h>

#include "columns.h"
#include "footer.h"
#include "page.h"
#include "rows.h"

#include "seqbench/report.h"

static void
pass_run(char buf[WORD], const struct row *row)
{
	snprintf(buf, WORD, "%llu", (unsigned long long)row->sample->run);
}

static bool
is_timed(const struct sample *s)
{
	return s->latency.count > 0;
}

static bool
is_known(const struct sample *s)
{
	return is_timed(s) || s->in_flight > 0 || s->limit != LIMIT_UNKNOWN;
}

static bool
any(const struct result *r, size_t target,
    bool (*has)(const struct sample *s))
{
	const struct cell *c = NULL;

	while ((c = rows_next(r, target, c)) != NULL)
		for (size_t k = 0; k < c->samples; k++)
			if (has(&c->sample[k]))
				return true;
	return false;
}

bool
details_known(const struct result *r, size_t target)
{
	return any(r, target, is_known);
}

static bool
has_latency(const struct row *row)
{
	return any(row->r, row->target, is_timed);
}

static void
latency(char buf[WORD], const struct row *row)
{
	const struct latency *l = &row->sample->latency;

	if (l->count > 0)
		word_figure(buf, (double)l->ns[row->index] / 1e3);
}

static void
in_flight(char buf[WORD], const struct row *row)
{
	if (row->sample->in_flight > 0)
		snprintf(buf, WORD, "%.1f", row->sample->in_flight);
}

static void
limit(char buf[WORD], const struct row *row)
{
	const char *word = word_limit(row->sample->limit);

	snprintf(buf, WORD, "%s", word != NULL ? word : "");
}

const struct column detail_columns[] = {
	{ "block", 5, .text = column_block },
	{ "op", 6, .left = true, .text = column_op },
	{ "engine", 9, .left = true, .text = column_variant,
	    .used = column_has_variants },
	{ "run", 4, .text = pass_run },
	{ "p50 us", 9, .brief = "us: p50", .index = LATENCY_P50,
	    .text = latency, .used = has_latency },
	{ "p90 us", 9, .brief = "p90", .index = LATENCY_P90, .text = latency,
	    .used = has_latency },
	{ "p99 us", 9, .brief = "p99", .index = LATENCY_P99, .text = latency,
	    .used = has_latency },
	{ "p99.9 us", 9, .brief = "p99.9", .index = LATENCY_P999,
	    .text = latency, .used = has_latency },
	{ "max us", 9, .brief = "max", .index = LATENCY_MAX, .text = latency,
	    .used = has_latency },
	{ "in flight", 10, .brief = "flight", .text = in_flight },
	{ "limit", 9, .left = true, .text = limit },
	{ NULL, 0, .text = NULL },
};

static const char *
name(char buf[WORD], const struct cell *c)
{
	char block[WORD], variant[WORD];

	snprintf(buf, WORD, "%.16s %s %.40s", word_block(block, c->plan),
	    op_titles[c->plan->op], plan_variant(c->plan, variant));
	return buf;
}

/* "uring q8: one ring .."; once for cells that used the same. */
static void
queues(const struct page *p, const struct result *r, size_t target)
{
	const struct cell *c = NULL;
	char variant[WORD];

	while ((c = rows_next(r, target, c)) != NULL) {
		const struct cell *other = NULL;

		while ((other = rows_next(r, target, other)) != c)
			if (other->plan->variant == c->plan->variant &&
			    strcmp(other->queue, c->queue) == 0)
				break;
		if (other == c && c->queue[0] != '\0')
			page_line(p, PAGE_FOOTER, "%s: %s",
			    plan_variant(c->plan, variant), c->queue);
	}
}

static void
jobs(const struct page *p, const struct cell *c, const struct sample *s)
{
	char cell[WORD], rate[WORD];
	struct line l;

	line_begin(&l, p, " + ");
	for (size_t i = 0; s->job != NULL && i < s->jobs; i++) {
		word_rate(rate, job_rate(&s->job[i]));
		if (i == 0)
			line_part(&l, "%s run %llu: %s", name(cell, c),
			    (unsigned long long)s->run, rate);
		else
			line_part(&l, "%s", rate);
	}
	if (l.parts > 0)
		fputs(" MB/s", l.f);
	line_end(&l, PAGE_FOOTER);
}

void
footer_details(const struct page *p, const struct result *r, size_t target)
{
	const struct cell *c = NULL;

	queues(p, r, target);
	while ((c = rows_next(r, target, c)) != NULL)
		for (size_t i = 0; i < c->samples; i++)
			jobs(p, c, &c->sample[i]);
}

static bool
has_workers(const struct cell *c)
{
	for (size_t i = 0; i < c->samples; i++)
		if (c->sample[i].kernel_workers)
			return true;
	return false;
}

void
footer_workers(const struct page *p, const struct result *r, size_t target)
{
	const char *lead = "via kernel workers: depth is not credited: ";
	bool profile = plan_is_profile(r->plan, target);
	const struct cell *c = NULL;
	char cell[WORD];
	size_t n = 0;
	struct line l;

	line_begin(&l, p, ", ");
	while ((c = rows_next(r, target, c)) != NULL)
		if (has_workers(c)) {
			n++;
			if (!profile)
				line_part(&l, "%s%s", n == 1 ? lead : "",
				    name(cell, c));
		}
	if (profile && n > 0)
		line_part(&l, "%s%zu of %zu points", lead, n,
		    r->plan->target[target].cells);
	line_end(&l, PAGE_FOOTER);
}
