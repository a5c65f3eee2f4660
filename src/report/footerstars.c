/* footerstars -- what the stars of a table stand at, or why there is none. */
#include <stdio.h>

#include "footer.h"
#include "page.h"
#include "words.h"

#include "seqbench/report.h"

static const struct {
	bool		 of_readahead, too_few;
	const char	*lead;
} lines[] = {
	{ false, false, "* smallest block not told from the best (95 %): " },
	{ true, false, "* smallest read-ahead not told from the best "
	    "(95 %): " },
	{ false, true, "too few runs to tell the smallest block: " },
	{ true, true, "too few runs to tell the smallest read-ahead " },
};

static bool
of_readahead(const struct result *r, const struct star *s)
{
	return r->plan->readaheads > 1 &&
	    r->cell[s->first].plan->readahead.size.text[0] != '\0';
}

/* "READ direct q8 64k" */
static void
block_star(struct line *l, const struct result *r, const struct star *s,
    const char *lead)
{
	char block[WORD], variant[WORD] = "";

	if (r->plan->variants > 1)
		plan_variant(r->cell[s->first].plan, variant);
	line_part(l, "%s%s%s%s%s%s", l->parts == 0 ? lead : "",
	    op_titles[s->op], *variant != '\0' ? " " : "", variant,
	    s->cell >= 0 ? " " : "", s->cell >= 0 ?
	    word_block(block, r->cell[s->cell].plan) : "");
}

/* "512k" where the table has one row for each, else "64k buffered ra=512k". */
static void
readahead_star(struct line *l, const struct result *r, const struct star *s,
    const char *lead)
{
	const struct plan_cell *c = r->cell[s->first].plan;
	char block[WORD], variant[WORD];

	lead = l->parts == 0 ? lead : "";
	if (s->cell >= 0)
		c = r->cell[s->cell].plan;
	if (s->cell >= 0 && r->stars == r->plan->targets &&
	    plan_compares_readahead(r->plan))
		line_part(l, "%s%s", lead, c->readahead.size.text);
	else if (s->cell >= 0)
		line_part(l, "%s%s %s", lead, word_block(block, c),
		    plan_variant(c, variant));
	else
		line_part(l, "%sof %s", lead, word_block(block, c));
}

void
footer_stars(const struct page *p, const struct result *r, size_t target)
{
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct line l;

		line_begin(&l, p, ", ");
		for (size_t k = 0; k < r->stars; k++) {
			const struct star *s = &r->star[k];

			if (s->target != target || s->cell == STAR_NONE ||
			    (s->cell == STAR_TOO_FEW) != lines[i].too_few ||
			    of_readahead(r, s) != lines[i].of_readahead)
				continue;
			if (lines[i].of_readahead)
				readahead_star(&l, r, s, lines[i].lead);
			else
				block_star(&l, r, s, lines[i].lead);
		}
		line_end(&l, PAGE_FOOTER);
	}
}
