/* jsonverify -- what verifying a pass found. */
#include "jsonparts.h"

static void
kind(struct json *j, const char *name, const struct verify_tally *t,
    enum wrong k)
{
	const uint64_t n = t->wrong[k].sectors;

	json_object(j, name);
	json_u64(j, "sectors", n);
	json_u64(j, "first_offset", n > 0 ? t->wrong[k].first : NOT_KNOWN);
	if (k == WRONG_MISPLACED && n > 0)
		json_i64(j, "distance", t->distance);
	else if (k == WRONG_MISPLACED)
		json_null(j, "distance");
	else if (k == WRONG_FLIPPED)
		json_u64(j, "bits", t->bits);
	json_end(j);
}

void
json_verify(struct json *j, const struct verification *v)
{
	const struct verify_tally *t = &v->tally;

	if (!v->done) {
		json_null(j, "verify");
		return;
	}
	json_object(j, "verify");
	json_u64(j, "bytes", t->sectors * PATTERN_SECTOR);
	json_u64(j, "skipped_bytes", t->skipped_bytes);
	json_u64(j, "cached_bytes", v->cached_bytes);
	json_u64(j, "ns", v->ns);
	json_u64(j, "wrong_sectors", verify_wrong(t));
	kind(j, "unwritten", t, WRONG_UNWRITTEN);
	kind(j, "misplaced", t, WRONG_MISPLACED);
	kind(j, "stale", t, WRONG_STALE);
	kind(j, "flipped", t, WRONG_FLIPPED);
	json_end(j);
}
