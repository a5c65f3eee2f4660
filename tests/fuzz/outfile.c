/* outfile -- in the place of src/report/outfile.c, whatever name is asked for. */
#include "fuzz/outfile.h"

#include <stdlib.h>
#include <string.h>

#include "fault/json.h"
#include "fuzz/csv.h"
#include "fuzz/targets.h"
#include "seqbench/report.h"

static size_t open_now;

size_t
outfiles_open(void)
{
	return open_now;
}

int
outfile_open(struct outfile *o, const struct outfile *first,
    const struct report *report, const char *path,
    const struct target *target, size_t targets, struct diag *d)
{
	static size_t size;

	(void)first;
	(void)target;
	(void)targets;
	(void)d;
	*o = (struct outfile){ .report = report, .path = path };
	o->f = open_memstream(&o->temporary, &size);
	if (o->f == NULL)
		abort();
	open_now++;
	if (report->row != NULL)
		report->header(o->f);
	return 0;
}

void
outfile_row(struct outfile *o, const struct result *r, size_t cell)
{
	o->report->row(o->f, r, cell);
}

int
outfile_finish(struct outfile *o, const struct result *r,
    const struct report_look *look, struct diag *d)
{
	(void)d;
	if (o->report->row == NULL)
		o->report->write(o->f, r, look);
	REQUIRE(!ferror(o->f) && fflush(o->f) == 0);
	if (strcmp(o->report->name, "json") == 0)
		REQUIRE(json_is_valid(o->temporary));
	if (o->report->row != NULL)
		REQUIRE(csv_is_valid(o->temporary));
	outfile_abandon(o);
	return 0;
}

void
outfile_abandon(struct outfile *o)
{
	fclose(o->f);
	free(o->temporary);
	*o = (struct outfile){ 0 };
	open_now--;
}
