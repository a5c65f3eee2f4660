/* footertruth -- the line that says what makes the figures true. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "footer.h"
#include "page.h"
#include "rows.h"
#include "words.h"

#include "seqbench/report.h"

static uint64_t
pages(uint64_t bytes)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);

	return (bytes + page - 1) / page;
}

/* "cold: 0 of 262144 pages cached" */
static void
cache(struct line *l, const struct sums *s, enum cache_mode mode)
{
	static const char *const states[] = {
		[CHECK_NONE] = "",
		[CHECK_COLD] = "cold: ",
		[CHECK_RESIDENT] = "not cold: ",
		[CHECK_UNKNOWN] = "cold not checked: ",
		[CHECK_MEMORY] = "",
	};
	const char *state = mode == CACHE_WARM ? "warm: " : states[s->check];

	if (s->read_bytes == 0)
		return;
	if (s->check == CHECK_MEMORY)
		line_part(l, "memory: there is no cold");
	else if (s->cached_bytes != NOT_KNOWN && s->check != CHECK_UNKNOWN)
		line_part(l, "%s%llu of %llu page%s cached", state,
		    (unsigned long long)pages(s->cached_bytes),
		    (unsigned long long)pages(s->cached_of),
		    pages(s->cached_of) == 1 ? "" : "s");
	else if (*state != '\0')
		line_part(l, "%scached pages not known", state);
}

/*
 * "device read 1.00 x", and where it is made of several: "device wrote
 * 1.00 x (2.00 x on the 2 below)", copies, parity and all.
 */
static void
device(struct line *l, const char *verb, uint64_t moved, uint64_t bottom,
    uint64_t bytes, const struct target *t)
{
	if (bytes == 0)
		return;
	if (moved == NOT_KNOWN) {
		line_part(l, "device %s: not counted", verb);
		return;
	}
	line_part(l, "device %s %.2f x", verb, (double)moved / (double)bytes);
	if (t->device.known && layers_stacked(&t->layers) &&
	    bottom != NOT_KNOWN)
		fprintf(l->f, " (%.2f x on the %zu below)",
		    (double)bottom / (double)bytes,
		    layers_bottoms(&t->layers));
}

/* "64 to 512 KiB a device transfer" */
static void
transfers(struct line *l, const struct sums *s)
{
	char low[WORD], high[WORD];

	if (s->transfer_max <= 0)
		return;
	snprintf(low, sizeof(low), "%.0f", s->transfer_min / 1024);
	snprintf(high, sizeof(high), "%.0f", s->transfer_max / 1024);
	if (strcmp(low, high) == 0)
		line_part(l, "%s KiB a device transfer", high);
	else
		line_part(l, "%s to %s KiB a device transfer", low, high);
}

static void
flush(struct line *l, const struct sums *s, enum flush_mode mode)
{
	static const char *const others[] = {
		[FLUSH_NONE] = "not flushed",
		[FLUSH_EACH] = "each flush counted",
		[FLUSH_EVERY_N] = "each flush counted",
		[FLUSH_DSYNC] = "each write durable",
		[FLUSH_SYNC] = "each write durable",
	};

	if (mode == FLUSH_END && s->flush_ns > 0)
		line_part(l, "flush counted, %.0f %% of the time",
		    100.0 * (double)s->flush_ns / (double)s->write_ns);
	else if (mode == FLUSH_END)
		line_part(l, "flush counted");
	else
		line_part(l, "%s", others[mode]);
}

static void
buffers(struct line *l, const struct sums *s)
{
	char low[WORD], high[WORD];

	if (s->page_min == NOT_KNOWN)
		return;
	if (s->page_min == s->page_max)
		line_part(l, "buffers %s pages", word_exact(low, s->page_min));
	else
		line_part(l, "buffers %s and %s pages",
		    word_exact(low, s->page_min),
		    word_exact(high, s->page_max));
}

void
footer_truth(const struct page *p, const struct plan *plan, size_t target,
    const struct sums *sums)
{
	const struct target *t = plan->target[target].target;
	struct line l;

	line_begin(&l, p, "; ");
	cache(&l, sums, plan->cache);
	if (t->device.known || layers_bottoms(&t->layers) > 0 ||
	    t->kind == TARGET_TOTAL) {
		device(&l, "read", sums->device_read_bytes,
		    sums->bottom_read_bytes, sums->read_bytes, t);
		device(&l, "wrote", sums->device_write_bytes,
		    sums->bottom_write_bytes, sums->write_bytes, t);
	}
	if (sums->write_bytes > 0 && t->kind != TARGET_SINK)
		flush(&l, sums, plan->flush);
	buffers(&l, sums);
	transfers(&l, sums);
	line_end(&l, PAGE_FOOTER);
}
