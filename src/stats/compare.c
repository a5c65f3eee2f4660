/* compare -- whether one set of runs is faster than another. */

#include <math.h>

#include "moments.h"

static enum verdict verdict_make(const struct comparison *c,
	    double equivalence);

static const char *const verdict_texts[] = {
	[VERDICT_NONE] = "",
	[VERDICT_FASTER] = "faster",
	[VERDICT_SLOWER] = "slower",
	[VERDICT_SAME] = "no difference shown",
	[VERDICT_EQUIVALENT] = "equivalent within 5 %",
};

/*
 * The interval of the ratio is r (1 +- t sqrt(va + vb)), the v being the
 * variances of the means as shares (delta method); the degrees of freedom of
 * t come from the same terms and are fractional.
 */
void
rate_compare(struct comparison *c, const struct timing *a, size_t na,
    const struct timing *base, size_t nbase, double equivalence)
{
	struct moments ma, mb;
	double half;

	*c = (struct comparison){
		.ratio = NAN, .low = NAN, .high = NAN, .p = NAN,
	};
	moments_make(&ma, a, na);
	moments_make(&mb, base, nbase);
	if (ma.n > 0 && mb.n > 0)
		c->ratio = mb.mean / ma.mean;
	if (ma.n < 2 || mb.n < 2)
		return;
	half = sqrt(ma.variance + mb.variance) * student_quantile(0.95,
	    welch_df(ma.variance, ma.n, mb.variance, mb.n));
	c->low = c->ratio * fmax(0, 1 - half);
	c->high = c->ratio * (1 + half);
	c->p = welch_p(&ma, &mb);
	c->verdict = verdict_make(c, equivalence);
}

const char *
verdict_text(enum verdict v)
{
	return verdict_texts[v];
}

/* A difference that is shown is said, however small it is. */
static enum verdict
verdict_make(const struct comparison *c, double equivalence)
{
	if (c->low > 1)
		return VERDICT_FASTER;
	if (c->high < 1)
		return VERDICT_SLOWER;
	if (c->low >= 1 - equivalence && c->high <= 1 + equivalence)
		return VERDICT_EQUIVALENT;
	return VERDICT_SAME;
}
