/* progressline -- what one line says of a session under way. */
#include "progressline.h"

#include <stdio.h>

#include "seqbench/text.h"
#include "seqbench/units.h"

static void	rate_find(struct progress *p, uint64_t now, bool mark);
static void	line_write(FILE *f, const struct progress *p, bool utf8);
static void	left_write(FILE *f, const struct progress *p);
static void	cut(char *s, size_t columns);

void
progress_look(struct progress *p, struct meter *meter, uint64_t now,
    bool mark)
{
	const struct meter_phase *phase = atomic_load(&meter->phase);
	const bool was_between = p->between, was_flushing = p->flushing;
	const uint64_t was_start = p->phase.start_ns;
	uint64_t bytes, flushed;

	p->between = true;
	if (phase == NULL)
		return;
	p->phase = *phase;
	bytes = atomic_load_explicit(&meter->bytes, memory_order_relaxed);
	flushed = atomic_load_explicit(&meter->flushed, memory_order_relaxed);
	/* Gone while it was copied: then the copy may be torn. */
	if (atomic_load(&meter->phase) != phase)
		return;
	p->between = false;
	/* More than was moved is what a flush before this phase has left. */
	p->flushing = flushed > 0 && flushed <= bytes;
	p->done = p->flushing ? flushed : bytes;
	p->total = p->flushing ? bytes : p->phase.total;
	if (was_between || was_start != p->phase.start_ns ||
	    was_flushing != p->flushing)
		p->marks = 0;
	rate_find(p, now, mark);
}

static void
rate_find(struct progress *p, uint64_t now, bool mark)
{
	struct progress_mark from;

	if (p->marks == 0) {
		/* When the flush began nobody has told. */
		p->mark[0] = p->flushing ?
		    (struct progress_mark){ now, p->done } :
		    (struct progress_mark){ p->phase.start_ns, 0 };
		p->marks = 1;
	}
	from = p->mark[p->marks < PROGRESS_MARKS ? 0 :
	    p->marks % PROGRESS_MARKS];
	p->rate = -1;
	if (now > from.ns && p->done >= from.done)
		p->rate = (double)(p->done - from.done) * 1e9 /
		    (double)(now - from.ns);
	if (mark)
		p->mark[p->marks++ % PROGRESS_MARKS] =
		    (struct progress_mark){ now, p->done };
}

char *
progress_line(const struct progress *p, size_t columns, bool utf8,
    char buf[PROGRESS_TEXT])
{
	FILE *f = fmemopen(buf, PROGRESS_TEXT, "w");

	buf[0] = '\0';
	if (f == NULL)
		return buf;
	line_write(f, p, utf8);
	fclose(f);
	buf[PROGRESS_TEXT - 1] = '\0';
	cut(buf, columns);
	return buf;
}

static void
line_write(FILE *f, const struct progress *p, bool utf8)
{
	char text[SIZE_TEXT];

	if (p->between) {
		fputs("between passes", f);
		return;
	}
	text_printable(f, p->phase.what, utf8);
	if (p->phase.runs > 0)
		fprintf(f, ", run %u of %u", p->phase.run, p->phase.runs);
	fputs(p->flushing ? ": flushing " : ": ", f);
	/* Before the clock starts: dropping, checking, settling. */
	if (p->done == 0)
		fputs("getting ready", f);
	else if (p->total > 0)
		fprintf(f, "%.0f %%", (double)p->done * 100 /
		    (double)p->total);
	else
		fputs(size_human(p->done, text), f);
	if (p->rate > 0)
		fprintf(f, ", %.1f MB/s", p->rate / 1e6);
	left_write(f, p);
}

/* What is left of this phase at this rate, and of those after it. */
static void
left_write(FILE *f, const struct progress *p)
{
	char text[SIZE_TEXT];
	double ns = (double)p->phase.left_ns;

	if (p->rate > 0 && p->total >= p->done)
		ns += (double)(p->total - p->done) / p->rate * 1e9;
	if (ns > 0 && ns < 1e18)
		fprintf(f, ", %s left", time_human((uint64_t)ns, text));
}

/* Characters are counted, not bytes. */
static void
cut(char *s, size_t columns)
{
	for (; *s != '\0'; s++) {
		if (((unsigned char)*s & 0xc0) == 0x80)
			continue;
		if (columns-- == 0) {
			*s = '\0';
			return;
		}
	}
}
