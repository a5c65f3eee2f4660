/* footer -- under a table: what its stars, flags and gaps mean. */
#include "footer.h"

#include <stdio.h>

#include "columns.h"
#include "page.h"
#include "rows.h"
#include "troubles.h"
#include "words.h"

#include "seqbench/report.h"

static void
footer_line(void *context, const char *sentence)
{
	page_line(context, PAGE_FOOTER, "%s", sentence);
}

void
footer_troubles(struct page *p, const struct result *r, size_t target)
{
	troubles_tell(r, target, footer_line, p);
}

static const char *
variant_name(char buf[WORD], const struct result *r, size_t target,
    size_t variant)
{
	const struct cell *c = NULL;

	while ((c = rows_next(r, target, c)) != NULL)
		if (c->plan->variant == variant)
			return plan_variant(c->plan, buf);
	return "";
}

/* With a range of runs: what --precision asked for and did not get. */
static void
precision(const struct page *p, const struct result *r, size_t target)
{
	const struct plan *plan = r->plan;
	const struct cell *c = NULL;
	char block[WORD], variant[WORD], lead[WORD];
	struct line l;

	if (plan->runs_max == plan->runs_min)
		return;
	snprintf(lead, sizeof(lead), "wider than +-%g %% after %llu runs: ",
	    plan->precision * 100, (unsigned long long)plan->runs_max);
	line_begin(&l, p, ", ");
	while ((c = rows_next(r, target, c)) != NULL) {
		if (c->samples < plan->runs_max ||
		    rate_precision(&c->rate) <= plan->precision)
			continue;
		line_part(&l, "%s%s %s %s", l.parts == 0 ? lead : "",
		    word_block(block, c->plan), op_titles[c->plan->op],
		    plan_variant(c->plan, variant));
	}
	line_end(&l, PAGE_FOOTER);
}

static void
verdicts(const struct page *p, const struct result *r, size_t target,
    bool brief)
{
	const struct plan_target *t = &r->plan->target[target];
	unsigned used = 0;
	char name[WORD];
	struct line l;

	for (size_t i = 0; i < t->cells; i++)
		used |= 1u << r->cell[t->first_cell + i].against.verdict;
	line_begin(&l, p, "; ");
	if (used & ~(1u << VERDICT_NONE))
		line_part(&l, "ratio: to %s, with its 95 %% interval",
		    variant_name(name, r, target, 0));
	for (enum verdict v = VERDICT_SAME; v <= VERDICT_EQUIVALENT; v++)
		if (brief && (used & 1u << v))
			line_part(&l, "%s: %s", word_verdict(v, true),
			    word_verdict(v, false));
	line_end(&l, PAGE_FOOTER);
}

/* c and u rest on the page count, or else on the device's counters. */
static void
decided(struct line *l, const struct result *r, size_t target,
    enum flag flag)
{
	const struct plan_target *t = &r->plan->target[target];
	uint64_t bytes = 0, device = 0, pages = 0;

	for (size_t i = 0; i < t->cells; i++) {
		const struct cell *c = &r->cell[t->first_cell + i];

		for (size_t k = 0; k < c->samples; k++) {
			const struct sample *s = &c->sample[k];

			if (!(s->flags & flag))
				continue;
			pages += s->cache_check == CHECK_RESIDENT;
			bytes += s->bytes;
			if (s->device.read_bytes == NOT_KNOWN)
				device = NOT_KNOWN;
			else if (device != NOT_KNOWN)
				device += s->device.read_bytes;
		}
	}
	if (pages > 0)
		line_part(l, "decided by the page count before the pass");
	else if (device == NOT_KNOWN || bytes == 0)
		line_part(l, "nor are there device bytes that could decide");
	else
		line_part(l, "decided by device bytes, %.2f x those read",
		    (double)device / (double)bytes);
}

void
footer_flags(const struct page *p, const struct result *r, size_t target)
{
	const struct plan_target *t = &r->plan->target[target];
	unsigned used = 0;

	for (size_t i = 0; i < t->cells; i++)
		used |= r->cell[t->first_cell + i].flags;
	for (const struct flag_row *f = flag_rows; f->letter != '\0'; f++) {
		struct line l;

		if (!(used & f->flag))
			continue;
		line_begin(&l, p, "; ");
		line_part(&l, "%c: %s", f->letter, f->meaning);
		if (f->flag & (FLAG_CACHED | FLAG_UNCHECKED))
			decided(&l, r, target, f->flag);
		line_end(&l, PAGE_FOOTER);
	}
}

void
footer_legend(const struct page *p, const struct result *r, size_t target,
    bool brief_verdicts)
{
	precision(p, r, target);
	footer_stars(p, r, target);
	verdicts(p, r, target, brief_verdicts);
	footer_flags(p, r, target);
}

void
footer_warnings(const struct page *p, const struct result *r, size_t target)
{
	if (target + 1 == r->plan->targets)
		for (size_t i = 0; i < r->warnings.n; i++)
			page_line(p, PAGE_FOOTER, "warning: %s",
			    r->warnings.text[i]);
}
