/* schedule -- in which order the cells of a plan take their passes. */

#include <errno.h>
#include <stdlib.h>

#include "seqbench/plan.h"

static void	shuffle(struct schedule *s);

int
schedule_init(struct schedule *s, const struct plan *p, size_t n)
{
	*s = (struct schedule){
		.order = p->order,
		.random = p->seed,
		.n = n,
		.runs = p->runs_max,
	};
	/* One more, because malloc(0) may give NULL. */
	s->deck = malloc((n + 1) * sizeof(*s->deck));
	if (s->deck == NULL)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++)
		s->deck[i] = i;
	return 0;
}

void
schedule_release(struct schedule *s)
{
	free(s->deck);
	*s = (struct schedule){ 0 };
}

/*
 * Mirrored rounds keep a steady drift of the device (warming up, filling up,
 * outer to inner tracks) from favouring a cell: with an even number of runs
 * the mean place of every cell is the same.
 */
bool
schedule_next(struct schedule *s, size_t *cell, uint64_t *run)
{
	uint64_t round;
	size_t place;

	if (s->n == 0 || s->step / s->n >= s->runs)
		return false;
	round = s->step / s->n;
	place = (size_t)(s->step % s->n);
	*run = round + 1;
	switch (s->order) {
	case ORDER_BLOCKED:
		*cell = (size_t)(s->step / s->runs);
		*run = s->step % s->runs + 1;
		break;
	case ORDER_RANDOM:
		if (place == 0)
			shuffle(s);
		*cell = s->deck[place];
		break;
	case ORDER_DEFAULT:
	case ORDER_MIRROR:
		*cell = round % 2 == 0 ? place : s->n - 1 - place;
		break;
	}
	s->step++;
	return true;
}

/* Fisher and Yates; the bias of % is below n in 2^64. */
static void
shuffle(struct schedule *s)
{
	for (size_t i = s->n; i > 1; i--) {
		size_t k = (size_t)(pattern_splitmix(&s->random) % i);
		size_t swap = s->deck[k];

		s->deck[k] = s->deck[i - 1];
		s->deck[i - 1] = swap;
	}
}
