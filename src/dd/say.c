/* say -- what a transfer prints while it goes: messages and statistics. */
#include "transfer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "seqbench/diag.h"
#include "seqbench/sys.h"
#include "seqbench/text.h"

#define SECOND	UINT64_C(1000000000)

enum {
	LINE_MAX_BYTES = 256,
};

static void	end_progress(struct dd *d);
static void	gnu_progress(const struct dd *d, char line[LINE_MAX_BYTES]);
static void	bsd_progress(const struct dd *d, char line[LINE_MAX_BYTES]);

void
dd_say(struct dd *d, const char *fmt, ...)
{
	char text[DIAG_TEXT];
	va_list ap;

	va_start(ap, fmt);
	diag_format(text, fmt, ap);
	va_end(ap);
	end_progress(d);
	fprintf(d->call->err, "%s: ", d->call->program);
	text_printable(d->call->err, text, d->utf8);
	putc('\n', d->call->err);
	fflush(d->call->err);
}

int
dd_answer(struct dd *d)
{
	/* Set back first: one that comes while we print is not lost. */
	if (*d->info != 0) {
		*d->info = 0;
		dd_statistics(d);
	}
	return *d->stop != 0 ? -EINTR : 0;
}

void
dd_statistics(struct dd *d)
{
	FILE *f = d->call->err;

	if (d->o.status == DD_STATUS_NONE)
		return;
	if (d->start_ns != 0)
		d->counts.ns = sys_now() - d->start_ns;
	end_progress(d);
	ddline_records(f, &d->counts);
	if (d->o.status != DD_STATUS_NOXFER)
		ddline_transfer(f, &d->counts, d->o.style);
	fflush(f);
}

void
dd_progress(struct dd *d)
{
	char line[LINE_MAX_BYTES];
	uint64_t now = sys_now();
	int len;

	if (now < d->progress_ns)
		return;
	d->progress_ns += SECOND;
	d->counts.ns = now - d->start_ns;
	if (d->o.style == STYLE_BSD)
		bsd_progress(d, line);
	else
		gnu_progress(d, line);
	/* A shorter line wipes out the one before. */
	len = (int)strlen(line);
	fprintf(d->call->err, "\r%-*s", d->progress_len, line);
	fflush(d->call->err);
	d->progress_len = len;
}

static void
end_progress(struct dd *d)
{
	if (d->progress_len > 0)
		putc('\n', d->call->err);
	d->progress_len = 0;
}

/* The closing line with whole seconds. */
static void
gnu_progress(const struct dd *d, char line[LINE_MAX_BYTES])
{
	static const char before[] = " copied, ";
	char closing[LINE_MAX_BYTES] = "", *seconds, *rest;
	FILE *f = fmemopen(closing, sizeof(closing), "w");

	line[0] = '\0';
	if (f == NULL)
		return;
	ddline_transfer(f, &d->counts, STYLE_GNU);
	fclose(f);
	closing[strcspn(closing, "\n")] = '\0';
	seconds = strstr(closing, before);
	if (seconds == NULL)
		return;
	seconds += sizeof(before) - 1;
	rest = seconds + strcspn(seconds, " ");
	snprintf(line, LINE_MAX_BYTES, "%.*s%.0f%s", (int)(seconds - closing),
	    closing, (double)d->counts.ns / 1e9, rest);
}

static void
bsd_progress(const struct dd *d, char line[LINE_MAX_BYTES])
{
	char si[DDLINE_TEXT], iec[DDLINE_TEXT], rate[DDLINE_TEXT];
	double s = (double)d->counts.ns / 1e9;

	snprintf(line, LINE_MAX_BYTES, "  %" PRIu64 " bytes (%s, %s) "
	    "transferred %.3fs, %s/s", d->counts.bytes,
	    ddline_human(d->counts.bytes, true, si),
	    ddline_human(d->counts.bytes, false, iec), s,
	    ddline_human((uint64_t)((double)d->counts.bytes / s), true, rate));
}
