/* series -- bytes per interval, whatever the looks and however many. */

#include "seqbench/series.h"

static void	widen(struct series *s);

void
series_init(struct series *s, uint64_t width_ns)
{
	*s = (struct series){ .width_ns = width_ns };
}

void
series_note(struct series *s, uint64_t ns, uint64_t bytes_total)
{
	uint64_t since = s->ns, bytes = 0, spread = 0;
	size_t last;

	if (ns < since)
		ns = since;
	if (ns == 0)
		return;
	if (bytes_total > s->bytes)
		bytes = bytes_total - s->bytes;
	while ((ns - 1) / s->width_ns >= SERIES_MAX)
		widen(s);
	last = (size_t)((ns - 1) / s->width_ns);
	for (size_t i = (size_t)(since / s->width_ns); i < last; i++) {
		uint64_t passed = (i + 1) * s->width_ns - since;
		uint64_t moved = (uint64_t)((double)bytes *
		    ((double)passed / (double)(ns - since)));

		/* Differences of a running total: nothing is lost. */
		s->moved[i] += moved - spread;
		spread = moved;
	}
	s->moved[last] += bytes - spread;
	s->used = last + 1;
	s->ns = ns;
	s->bytes += bytes;
}

void
series_merge(struct series *into, const struct series *from)
{
	struct series other = *from;

	while (into->width_ns < other.width_ns)
		widen(into);
	while (other.width_ns < into->width_ns)
		widen(&other);
	for (size_t i = 0; i < other.used; i++)
		into->moved[i] += other.moved[i];
	if (other.used > into->used)
		into->used = other.used;
	if (other.ns > into->ns)
		into->ns = other.ns;
	into->bytes += other.bytes;
}

struct interval
series_at(const struct series *s, size_t i)
{
	return (struct interval){
		.start_ns = i * s->width_ns,
		.end_ns = i + 1 < s->used ? (i + 1) * s->width_ns : s->ns,
		.bytes = s->moved[i],
	};
}

static void
widen(struct series *s)
{
	for (size_t i = 0; i < SERIES_MAX / 2; i++)
		s->moved[i] = s->moved[2 * i] + s->moved[2 * i + 1];
	for (size_t i = SERIES_MAX / 2; i < SERIES_MAX; i++)
		s->moved[i] = 0;
	s->used = (s->used + 1) / 2;
	s->width_ns *= 2;
}
