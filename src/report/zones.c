/* zones -- the speed across a target: a row and a bar for each point. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "bar.h"
#include "footer.h"
#include "header.h"
#include "page.h"
#include "rows.h"
#include "words.h"
#include "writers.h"
#include "zonesum.h"

enum { FLAGS_COLUMN = 36, FLAGS_MIN = 5 };

/* What offsets are given in: the same for all points of a target. */
struct scale {
	const char	*name;
	double		 unit;
};

/* The largest unit of which the target has ten. */
static struct scale
scale_of(uint64_t bytes)
{
	static const char *const names[] = { "B", "KiB", "MiB", "GiB", "TiB",
		"PiB" };
	struct scale s = { names[0], 1 };

	for (size_t i = 1; i < sizeof names / sizeof names[0] &&
	    (double)bytes / s.unit / 1024 >= 10; i++)
		s = (struct scale){ names[i], s.unit * 1024 };
	return s;
}

static char *
place(char buf[WORD], const struct cell *c, const struct scale *s)
{
	snprintf(buf, WORD, "%.2f", (double)c->plan->offset / s->unit);
	return buf;
}

/* ---- rows ---- */

static size_t
flags_width(const struct result *r, size_t target, size_t points)
{
	size_t width = FLAGS_MIN;
	char text[WORD];

	for (size_t i = 1; i <= points; i++) {
		size_t len = strlen(word_flags(text,
		    zone_point(r, target, i)->flags));

		if (len > width)
			width = len;
	}
	return width;
}

/* In the place of a bar. */
static void
missing(FILE *f, const struct cell *c)
{
	if (c->plan->refused[0] != '\0')
		fputs("refused", f);
	else if (c->error.code == 0)
		fputs("not measured", f);
	else if (c->error.offset == NOT_KNOWN)
		fprintf(f, "%s error", c->error.op);
	else
		fprintf(f, "%s error at %" PRIu64, c->error.op,
		    c->error.offset);
}

static void
point(const struct page *p, const struct cell *c, const struct scale *s,
    double fastest, size_t flags)
{
	char at[WORD], rate[WORD], half[WORD], app[WORD] = "", set[WORD];
	bool known = c->rate.n > 0;
	double ratio = cell_device_ratio(c);

	if (ratio >= 0)
		snprintf(app, sizeof app, "%.2f", ratio);
	if (known && isinf(c->rate.half))
		snprintf(half, sizeof half, "inf");
	else
		word_figure(half, known ? c->rate.half / 1e6 : NAN);
	fprintf(p->f, "%10s %8s %7s %8s %-*s ", place(at, c, s),
	    word_cell_rate(rate, c), half, app, (int)flags,
	    word_flags(set, c->flags));
	if (known && c->error.code == 0)
		bar_write(p->f, c->rate.bytes_per_second / fastest,
		    PAGE_COLUMNS - FLAGS_COLUMN - (unsigned)flags - 2,
		    p->look->utf8);
	else
		missing(p->f, c);
	putc('\n', p->f);
}

static void
points(const struct page *p, const struct result *r, size_t target,
    const struct zone_sum *z, const struct scale *s)
{
	size_t flags = flags_width(r, target, z->points);
	double fastest = z->fastest != NULL ?
	    z->fastest->rate.bytes_per_second : 0;
	char rate[WORD];

	fprintf(p->f, "%10s %8s %7s %8s %-*s 0%*s\n", s->name, "MB/s",
	    "+-95%", "dev/app", (int)flags, "flags",
	    (int)(PAGE_COLUMNS - FLAGS_COLUMN - flags - 3),
	    word_rate(rate, z->fastest != NULL ? fastest : -1));
	for (size_t i = 1; i <= z->points; i++)
		point(p, zone_point(r, target, i), s, fastest, flags);
}

/* ---- footer ---- */

/* "first tenth (4 points) 201.0 +-0.4" */
static void
end_part(struct line *l, const char *name, const struct zone_end *e)
{
	char rate[WORD], half[WORD];

	line_part(l, "%s tenth (%zu point%s) %s", name, e->points,
	    e->points == 1 ? "" : "s", word_rate(rate,
	    e->rate.n > 0 ? e->rate.bytes_per_second : -1));
	if (e->rate.n > 1)
		fprintf(l->f, " +-%s", isinf(e->rate.half) ? "inf" :
		    word_figure(half, e->rate.half / 1e6));
}

static void
ends(const struct page *p, const struct zone_sum *z)
{
	const struct comparison *c = &z->ends;
	const char *verdict = c->verdict == VERDICT_FASTER ?
	    "the first is faster" : c->verdict == VERDICT_SLOWER ?
	    "the last is faster" : verdict_text(c->verdict);
	struct line l;

	line_begin(&l, p, ", ");
	end_part(&l, "first", &z->first);
	end_part(&l, "last", &z->last);
	line_end(&l, PAGE_FOOTER);
	if (c->verdict == VERDICT_NONE)
		page_line(p, PAGE_FOOTER, "first against last: too few runs "
		    "to tell");
	else
		page_line(p, PAGE_FOOTER, "first against last: ratio %.2f, "
		    "%.2f to %.2f (95 %%): %s", c->ratio, c->low, c->high,
		    verdict);
}

static void
sum(const struct page *p, const struct zone_sum *z, const struct scale *s)
{
	char slow[WORD], mean[WORD], fast[WORD], from[WORD], to[WORD];

	if (z->measured == 0)
		return;
	page_line(p, PAGE_FOOTER, "slowest %s MB/s at %s %s, mean %s, "
	    "fastest %s at %s %s", word_cell_rate(slow, z->slowest),
	    place(from, z->slowest, s), s->name,
	    word_rate(mean, z->all.bytes_per_second),
	    word_cell_rate(fast, z->fastest), place(to, z->fastest, s),
	    s->name);
	ends(p, z);
}

static void
one_target(struct page *p, const struct result *r, size_t target)
{
	struct scale s = scale_of(r->plan->target[target].target->bytes);
	struct zone_sum z;
	struct sums sums;

	rows_sum(&sums, r, target);
	header_write(p, r, target, &sums);
	if (sums.passes == 0)
		page_line(p, PAGE_FOOTER, "nothing was measured");
	else if (zone_sum(&z, r, target) == 0) {
		points(p, r, target, &z, &s);
		sum(p, &z, &s);
	}
	footer_troubles(p, r, target);
	footer_flags(p, r, target);
	footer_workers(p, r, target);
	footer_warnings(p, r, target);
	if (sums.passes > 0)
		footer_truth(p, r->plan, target, &sums);
	footer_repeat(p, r->plan, target);
}

void
zones_write(FILE *f, const struct result *r, const struct report_look *look)
{
	struct page p = { .f = f, .look = look };

	for (size_t i = 0; i < r->plan->targets; i++) {
		if (i > 0)
			putc('\n', f);
		one_target(&p, r, i);
	}
}
