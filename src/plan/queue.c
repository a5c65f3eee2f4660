/* queue -- which issuers can be used, and which one keeps several in flight. */

#include "plan.h"

#include <assert.h>

#include "seqbench/diag.h"

/* Asking may make a queue and take it down again, which takes its time. */
const char *
answer_of(struct answers *a, const struct issuer *is)
{
	struct answer *answer;

	for (size_t i = 0; i < a->n; i++)
		if (a->of[i].issuer == is)
			return a->of[i].why;
	assert(a->n < ISSUERS_MAX);
	answer = &a->of[a->n++];
	answer->issuer = is;
	if (a->world->usable(is, answer->why) == 0)
		answer->why[0] = '\0';
	return answer->why;
}

const struct issuer *
queue_choose(struct answers *a, struct warnings *w)
{
	const struct issuer *uring = issuer_find("uring");
	const struct issuer *aio = issuer_find("aio");

	if (a->queue != NULL)
		return a->queue;
	a->queue = uring;
	if (answer_of(a, uring)[0] != '\0' && answer_of(a, aio)[0] == '\0') {
		a->queue = aio;
		warnings_add(w, "above depth 1 direct and raw go through aio: "
		    "%s", answer_of(a, uring));
	}
	return a->queue;
}
