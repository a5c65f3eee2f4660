/* wrong -- what --verify found, over all passes of a target. */
#include "wrong.h"

#include <inttypes.h>
#include <stdio.h>

#include "footer.h"
#include "page.h"

#include "seqbench/report.h"
#include "seqbench/units.h"

/* What the passes of a target add up to. */
struct found {
	struct verify_tally tally;
	uint64_t	 passes;	/* that were verified */
	uint64_t	 wrong[WRONG_KINDS];	/* of these */
	uint64_t	 cached_bytes;	/* written, not from the device */
	bool		 unknown;	/* where some came from is not known */
};

static void
add(struct found *f, const struct plan_cell *p, const struct verification *v)
{
	verify_merge(&f->tally, &v->tally);
	f->passes++;
	for (enum wrong k = 0; k < WRONG_KINDS; k++)
		f->wrong[k] += v->tally.wrong[k].sectors > 0;
	if (p->op != OP_WRITE || p->engine->access != ACCESS_CACHED)
		return;
	if (v->cached_bytes == NOT_KNOWN)
		f->unknown = true;
	else
		f->cached_bytes += v->cached_bytes;
}

static void
find(struct found *f, const struct result *r, size_t target)
{
	const struct plan_target *t = &r->plan->target[target];

	*f = (struct found){ 0 };
	for (size_t i = 0; i < t->cells; i++) {
		const struct cell *c = &r->cell[t->first_cell + i];

		for (size_t k = 0; k < c->samples; k++)
			if (c->sample[k].verify.done)
				add(f, c->plan, &c->sample[k].verify);
	}
}

/* What a sentence of this kind ends with: "; the sectors .." */
static void
detail(char *out, size_t size, const struct verify_tally *t, enum wrong kind)
{
	uint64_t far = t->distance < 0 ? 0 - (uint64_t)t->distance :
	    (uint64_t)t->distance;
	char text[SIZE_TEXT];

	*out = '\0';
	if (kind == WRONG_MISPLACED)
		snprintf(out, size, ", where there is what belongs %" PRIu64
		    " bytes (%s) %s", far, size_human(far, text),
		    t->distance < 0 ? "before" : "behind");
	else if (kind == WRONG_FLIPPED)
		snprintf(out, size, "; %" PRIu64 " bit%s in all", t->bits,
		    t->bits == 1 ? "" : "s");
}

void
wrong_tell(const struct result *r, size_t target,
    void (*tell)(void *context, const char *sentence), void *context)
{
	static const char *const kinds[] = {
		[WRONG_UNWRITTEN] = "never written",
		[WRONG_MISPLACED] = "another offset's",
		[WRONG_STALE] = "stale, of an older pass",
		[WRONG_FLIPPED] = "flipped bits",
	};
	char text[256], end[128];
	struct found f;

	find(&f, r, target);
	for (enum wrong k = 0; k < WRONG_KINDS; k++) {
		uint64_t n = f.tally.wrong[k].sectors;

		if (n == 0)
			continue;
		detail(end, sizeof(end), &f.tally, k);
		snprintf(text, sizeof(text), "wrong data: %s: %" PRIu64
		    " sector%s in %" PRIu64 " pass%s, the first at offset %"
		    PRIu64 "%s", kinds[k], n, n == 1 ? "" : "s", f.wrong[k],
		    f.wrong[k] == 1 ? "" : "es", f.tally.wrong[k].first, end);
		tell(context, text);
	}
}

void
footer_verified(const struct page *p, const struct result *r, size_t target)
{
	char size[SIZE_TEXT];
	struct found f;
	struct line l;

	find(&f, r, target);
	if (f.passes == 0)
		return;
	line_begin(&l, p, "; ");
	line_part(&l, "verified: %s in %" PRIu64 " pass%s, %" PRIu64
	    " sectors of 512 bytes wrong",
	    size_human(f.tally.sectors * PATTERN_SECTOR, size), f.passes,
	    f.passes == 1 ? "" : "es", verify_wrong(&f.tally));
	if (f.tally.skipped_bytes > 0)
		line_part(&l, "%s not checked: not known to be what this "
		    "session wrote", size_human(f.tally.skipped_bytes, size));
	if (f.cached_bytes > 0)
		line_part(&l, "%s of what was written came back from the page "
		    "cache, not from the device",
		    size_human(f.cached_bytes, size));
	if (f.unknown)
		line_part(&l, "whether what was written came back from the "
		    "device is not known");
	line_end(&l, PAGE_FOOTER);
}
