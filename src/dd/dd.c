/* dd -- the dd form: parse, open, transfer, flush, close, report. */
#include "transfer.h"

#include <errno.h>
#include <string.h>

#include "operands.h"
#include "seqbench/diag.h"
#include "seqbench/sys.h"
#include "seqbench/text.h"

enum {
	BY_SIGNAL = 128,
};

static int	parse(struct dd *d, int argc, char *const argv[]);
static int	answer(struct dd *d);
static int	prepare(struct dd *d);
static void	transfer(struct dd *d);
static void	find_offset(struct dd_end *end);
static int	exit_status(const struct dd *d);

int
dd_main(const struct dd_call *call, int argc, char *const argv[])
{
	struct dd d = { .call = call, .stop = call->stop,
	    .info = call->info, .in.fd = -1, .out.fd = -1, .uncached = -1,
	    .utf8 = text_locale_is_utf8() };

	if (parse(&d, argc, argv) < 0)
		return STATUS_IO;
	if (d.o.help || d.o.version)
		return answer(&d);
	if (prepare(&d) == 0)
		transfer(&d);
	else
		d.failed = true;
	dd_close(&d);
	if (d.start_ns != 0 || *d.stop != 0)
		dd_statistics(&d);
	dd_ahead_release(&d);
	dd_release(&d);
	return exit_status(&d);
}

static int
parse(struct dd *d, int argc, char *const argv[])
{
	struct diag diag = { 0 };
	struct warnings w = { 0 };
	int r = dd_operands_parse(&d->o, argc, argv, d->call->style, &w,
	    &diag);

	for (size_t i = 0; i < w.n; i++)
		dd_say(d, "%s", w.text[i]);
	warnings_release(&w);
	if (r < 0)
		dd_say(d, "%s", diag.text);
	if (r < 0 && diag.status == STATUS_USAGE)
		fprintf(d->call->err, "Try '%s%s --help' for more "
		    "information.\n", d->call->program,
		    strcmp(d->call->program, "dd") == 0 ? "" : " dd");
	return r;
}

static int
answer(struct dd *d)
{
	FILE *f = d->call->out;
	int r;

	if (d->o.help)
		dd_help(f, d->call->program);
	else
		fprintf(f, "dd (seqbench) %s\n", VERSION);
	if ((r = text_flush(f)) == 0)
		return STATUS_OK;
	dd_say(d, "write error: %s", strerror(-r));
	return STATUS_IO;
}

/* Everything before the clock starts. */
static int
prepare(struct dd *d)
{
	const struct dd_operands *o = &d->o;
	bool moves = o->count.blocks != 0 || o->count.bytes != 0;
	int r;

	/* What can't be read leaves the output as it is. */
	if ((r = dd_open_input(d)) < 0 || (r = dd_ahead_open(d)) < 0 ||
	    (r = dd_open_output(d)) < 0)
		return r;
	find_offset(&d->in);
	find_offset(&d->out);
	if (moves && ((r = dd_need_input(d)) < 0 ||
	    (r = dd_need_output(d)) < 0))
		return r;
	d->in.to_end = d->out.to_end = !moves;
	/* Where blocks are counted, or must be whole, a short one matters. */
	d->warn_partial = !o->reblock &&
	    (o->in_flags & DD_FULLBLOCK) == 0 && (o->skip.blocks != 0 ||
	    (o->count.blocks != 0 && o->count.blocks < INT64_MAX) ||
	    ((o->in_open | o->out_open) & O_DIRECT) != 0);
	return 0;
}

static void
find_offset(struct dd_end *end)
{
	off_t offset = sys_lseek(end->fd, 0, SEEK_CUR);

	end->seek_error = offset < 0 ? (int)offset : 0;
	end->offset = end->dropped = end->first = offset < 0 ? 0 : offset;
}

/* The printed time begins here, and ends when both ends are closed. */
static void
transfer(struct dd *d)
{
	d->start_ns = d->speed_ns = sys_now();
	d->progress_ns = d->start_ns + UINT64_C(1000000000);
	if (dd_copy(d) < 0)
		d->failed = true;
	if (*d->stop != 0)
		return;
	if (dd_flush(d) < 0 || dd_drop_rest(d) < 0)
		d->failed = true;
}

static int
exit_status(const struct dd *d)
{
	if (*d->stop != 0)
		return BY_SIGNAL + (int)*d->stop;
	/* GNU's dd fails when its figures could not be written. */
	if (d->failed || (d->o.style != STYLE_BSD && ferror(d->call->err)))
		return STATUS_IO;
	return STATUS_OK;
}
