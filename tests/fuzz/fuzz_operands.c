/* operands -- dd's numbers and command line, as GNU's and as FreeBSD's. */
#include <inttypes.h>
#include <stdio.h>

#include "fuzz/targets.h"
#include "seqbench/dd.h"
#include "seqbench/diag.h"

static void
number(const char *text, enum style_mode style)
{
	struct dd_value v = { .n = 77 }, again;
	enum dd_number r = dd_number_parse(text, style, &v);
	char buf[32];

	REQUIRE(r != DD_NUMBER_ZERO);
	if (r != DD_NUMBER_OK) {
		REQUIRE(v.n == 77 && !v.bytes && !v.zero_x);
		return;
	}
	REQUIRE(style == STYLE_GNU || (!v.bytes && !v.zero_x));
	snprintf(buf, sizeof(buf), "%" PRIu64 "%s", v.n, v.bytes ? "B" : "");
	REQUIRE(dd_number_parse(buf, style, &again) == DD_NUMBER_OK);
	REQUIRE(again.n == v.n && again.bytes == v.bytes);
}

static void
require_amount(const struct dd_amount *a, size_t block)
{
	REQUIRE(a->bytes < block);
}

static void
operands(const struct fuzz_words *w, enum style_mode style)
{
	struct warnings warnings = { 0 };
	struct dd_operands o;
	struct diag d = { 0 };
	int rc = dd_operands_parse(&o, w->argc, w->argv, style, &warnings, &d);

	if (rc < 0) {
		REQUIRE(d.text[0] != '\0' && d.code == rc);
	} else {
		REQUIRE(rc == 0 && d.code == 0);
		REQUIRE(o.ibs >= 1 && o.ibs <= INT64_MAX);
		REQUIRE(o.obs >= 1 && o.obs <= INT64_MAX);
		REQUIRE(o.reblock || o.ibs == o.obs);
		require_amount(&o.count, o.ibs);
		require_amount(&o.skip, o.ibs);
		require_amount(&o.seek, o.obs);
		REQUIRE(o.style == STYLE_GNU || o.style == STYLE_BSD);
		REQUIRE(o.pages == BUFFER_HUGE || o.pages == BUFFER_PAGE);
	}
	warnings_release(&warnings);
}

void
fuzz_operands(const char *text)
{
	static struct fuzz_words w;

	fuzz_split(&w, text);
	for (int i = 0; i < w.argc; i++) {
		number(w.argv[i], STYLE_GNU);
		number(w.argv[i], STYLE_BSD);
	}
	operands(&w, STYLE_GNU);
	operands(&w, STYLE_BSD);
}
