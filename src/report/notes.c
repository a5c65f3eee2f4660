/* notes -- in the header: what limits the figures or hides behind them. */
#include <string.h>

#include "header.h"
#include "page.h"
#include "words.h"

#include "seqbench/report.h"

static void
limited(const struct page *p, const struct result *r, size_t target)
{
	char size[SIZE_TEXT], limit[SIZE_TEXT];

	for (enum op op = 0; op < OP_COUNT; op++)
		if (r->record[target].reached[op] > 0)
			page_line(p, PAGE_NOTE,
			    "%s passes held to %s by the time limit of %s",
			    word_op(op),
			    size_human(r->record[target].reached[op], size),
			    time_human(r->plan->time_limit_ns, limit));
}

static void
machine(const struct page *p, const struct host *h)
{
	struct line l;

	line_begin(&l, p, ", ");
	if (h->virtual_machine[0] != '\0')
		line_part(&l, "virtual machine (%s)", h->virtual_machine);
	if (h->container[0] != '\0')
		line_part(&l, "container (%s)", h->container);
	if (h->governor[0] != '\0' && strcmp(h->governor, "performance") != 0)
		line_part(&l, "CPU governor %s", h->governor);
	line_end(&l, PAGE_NOTE);
}

static void
cgroup(const struct page *p, const struct result *r, size_t target)
{
	const struct host *h = &r->host;
	char size[SIZE_TEXT];
	struct line l;

	line_begin(&l, p, "; ");
	if (r->record[target].io_limit[0] != '\0')
		line_part(&l, "cgroup limits I/O to %s",
		    r->record[target].io_limit);
	if (h->cgroup_memory_bytes != NOT_KNOWN)
		line_part(&l, "cgroup limits memory to %s",
		    size_human(h->cgroup_memory_bytes, size));
	if (h->cgroup_cpus > 0)
		line_part(&l, "cgroup limits CPU to %.1f CPUs",
		    h->cgroup_cpus);
	line_end(&l, PAGE_NOTE);
}

static void
hidden_caches(const struct page *p, const struct target *t)
{
	const char *notes[] = { t->fs.cache_note, t->device.cache_note };
	const char *lead = "caches that no page count shows: ";
	struct line l;

	line_begin(&l, p, ", ");
	for (size_t i = 0; i < sizeof(notes) / sizeof(notes[0]); i++)
		if (notes[i] != NULL)
			line_part(&l, "%s%s", l.parts == 0 ? lead : "",
			    notes[i]);
	line_end(&l, PAGE_NOTE);
}

void
header_notes(const struct page *p, const struct result *r, size_t target)
{
	const struct plan_target *t = &r->plan->target[target];

	limited(p, r, target);
	if (t->writes && t->layout == LAYOUT_CREATE &&
	    !t->target->fs.is_memory)
		page_line(p, PAGE_NOTE, "write passes land on fresh extents: "
		    "equal sectors for READ only");
	machine(p, &r->host);
	cgroup(p, r, target);
	hidden_caches(p, t->target);
	if (t->target->device.known && t->target->device.counts_off)
		page_line(p, PAGE_NOTE, "the device's counters are off "
		    "(queue/iostats is 0): dev/app is empty");
}
