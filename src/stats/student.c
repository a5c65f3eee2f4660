/* student -- Student's t distribution by the incomplete beta function. */

#include <math.h>

#include "seqbench/rate.h"

static double	beta_lower(double a, double b, double x, double y);
static double	beta_fraction(double a, double b, double x);

double
student_p(double t, double df)
{
	double a = fmin(df, RATE_DF_MAX) / 2, b = 0.5;
	/* y is 1 - x; written so that t of 0 and of infinity are exact. */
	double x = 1 / (1 + t * t / (2 * a));
	double y = 1 / (1 + 2 * a / (t * t));

	/* The fraction converges fast only below the mean. */
	if (x > (a + 1) / (a + b + 2))
		return 1 - beta_lower(b, a, y, x);
	return beta_lower(a, b, x, y);
}

double
student_quantile(double level, double df)
{
	double low = 0, high = 1;

	while (student_p(high, df) > 1 - level) {
		low = high;
		high *= 2;
	}
	while (high - low > 1e-12 * high) {
		double middle = low + (high - low) / 2;

		if (student_p(middle, df) > 1 - level)
			low = middle;
		else
			high = middle;
	}
	return high;
}

/* The regularized incomplete beta function I_x(a, b) with y = 1 - x. */
static double
beta_lower(double a, double b, double x, double y)
{
	int sign;	/* lgamma() would write the global signgam */
	double front = exp(lgamma_r(a + b, &sign) - lgamma_r(a, &sign) -
	    lgamma_r(b, &sign) + a * log(x) + b * log(y));

	return front / a * beta_fraction(a, b, x);
}

/*
 * The continued fraction 1/(1+ d1/(1+ d2/(1+ ..))) of DLMF 8.17.22, from the
 * front by Lentz's method (1976).
 */
static double
beta_fraction(double a, double b, double x)
{
	double c = 1, d = 0, value = 1, change = 0;

	for (double k = 1; fabs(change - 1) > 1e-15 && k < RATE_DF_MAX; k++) {
		double m = floor(k / 2);
		double top = fmod(k, 2) == 0 ?
		    m * (b - m) : -(a + m) * (a + b + m);
		double term = top * x / ((a + k - 1) * (a + k));

		d = 1 / (1 + term * d);
		c = 1 + term / c;
		change = c * d;
		value *= change;
	}
	return 1 / value;
}
