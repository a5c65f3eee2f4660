/* near -- assertions on numbers that are known to some digits only. */
#ifndef UNIT_NEAR_H
#define UNIT_NEAR_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* cmocka's assert_float_equal compares floats, which are too coarse. */
static inline void
assert_near(double got, double want, double within)
{
	if (!(fabs(got - want) <= within))
		fail_msg("%.9g is not %.9g +- %g", got, want, within);
}

#endif
