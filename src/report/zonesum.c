/* zonesum -- what the points of a profile add up to. */
#include "zonesum.h"

#include <errno.h>
#include <stdlib.h>

/* Runs of some points, one behind the other. */
struct pool {
	struct timing	*run;
	size_t		 n;
};

const struct cell *
zone_point(const struct result *r, size_t target, size_t i)
{
	const struct plan_target *t = &r->plan->target[target];
	const struct cell *c = &r->cell[t->first_cell];

	while (c->plan->point != i)
		c++;
	return c;
}

/* Those of points from to to. */
static void
fill(struct pool *p, const struct result *r, size_t target, size_t from,
    size_t to)
{
	p->n = 0;
	for (size_t i = from; i <= to; i++) {
		const struct cell *c = zone_point(r, target, i);

		for (size_t k = 0; k < c->samples; k++)
			if (c->sample[k].error.code == 0)
				p->run[p->n++] = (struct timing){
					c->sample[k].bytes,
					c->sample[k].transfer_ns,
				};
	}
}

static void
extremes(struct zone_sum *z, const struct result *r, size_t target)
{
	for (size_t i = 1; i <= z->points; i++) {
		const struct cell *c = zone_point(r, target, i);

		if (c->rate.n == 0)
			continue;
		z->measured++;
		if (z->slowest == NULL || c->rate.bytes_per_second <
		    z->slowest->rate.bytes_per_second)
			z->slowest = c;
		if (z->fastest == NULL || c->rate.bytes_per_second >
		    z->fastest->rate.bytes_per_second)
			z->fastest = c;
	}
}

static int
end_make(struct zone_end *e, struct pool *p, const struct result *r,
    size_t target, size_t from, size_t to)
{
	for (size_t i = from; i <= to; i++)
		e->points += zone_point(r, target, i)->rate.n > 0;
	fill(p, r, target, from, to);
	return rate_make(&e->rate, p->run, p->n);
}

int
zone_sum(struct zone_sum *z, const struct result *r, size_t target)
{
	struct pool all = { NULL, 0 }, first, last;
	size_t n = r->plan->target[target].cells, tenth = (n - 1) / 10;
	size_t runs = 0;
	int rc;

	*z = (struct zone_sum){ .points = n };
	extremes(z, r, target);
	for (size_t i = 1; i <= n; i++)
		runs += zone_point(r, target, i)->samples;
	/* All of them twice; one more, because malloc(0) may give NULL. */
	all.run = malloc((2 * runs + 1) * sizeof *all.run);
	if (all.run == NULL)
		return -ENOMEM;
	fill(&all, r, target, 1, n);
	rc = rate_make(&z->all, all.run, all.n);
	first.run = all.run;
	last.run = all.run + runs;
	if (rc == 0)
		rc = end_make(&z->first, &first, r, target, 1, 1 + tenth);
	if (rc == 0)
		rc = end_make(&z->last, &last, r, target, n - tenth, n);
	if (rc == 0)
		rate_compare(&z->ends, first.run, first.n, last.run, last.n,
		    0.05);
	free(all.run);
	return rc;
}
