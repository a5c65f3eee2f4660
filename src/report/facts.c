/* facts -- what the machine formats read out of a result alike. */
#include "facts.h"

double
fact_rate(const struct sample *s, enum op op)
{
	uint64_t ns = sample_clocked_ns(s, op);

	if (s->bytes == 0 || ns == 0 || ns == NOT_KNOWN)
		return -1;
	return (double)s->bytes * 1e9 / (double)ns;
}

const char *
fact_error(const struct cell *c)
{
	if (c->error.code != 0)
		return c->error.text;
	return c->plan->refused[0] != '\0' ? c->plan->refused : NULL;
}
