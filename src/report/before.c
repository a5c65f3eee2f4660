/* before -- the line before a start: how much, and how long it may take. */
#include <math.h>

#include "seqbench/report.h"
#include "seqbench/text.h"

/* An estimate: "about 4 min", but no fractions of a second. */
static void
duration(FILE *f, double seconds)
{
	char text[SIZE_TEXT];

	if (seconds < 60)
		fprintf(f, ", about %.0f s", ceil(seconds));
	else
		fprintf(f, ", about %s",
		    time_human((uint64_t)(seconds * 1e9), text));
}

void
report_before(FILE *f, const struct plan *p, size_t target, double seconds,
    bool utf8)
{
	uint64_t passes = plan_passes(p, target);
	uint64_t most = passes / p->runs_min * p->runs_max;
	uint64_t bytes = plan_write_bytes(p, target);
	char text[SIZE_TEXT];

	if (plan_is_total(p, target))
		fprintf(f, "%zu targets at once: ", p->together);
	else if (p->targets > 1) {
		text_printable(f, p->target[target].target->path, utf8);
		fputs(": ", f);
	}
	fprintf(f, "%llu", (unsigned long long)passes);
	if (most > passes)
		fprintf(f, " to %llu", (unsigned long long)most);
	fprintf(f, " pass%s", most == 1 ? "" : "es");
	if (bytes > 0)
		fprintf(f, ", writes up to %s", size_human(bytes, text));
	if (seconds > 0)
		duration(f, seconds);
	fputs("; Ctrl-C prints what there is\n", f);
}
