/* report -- the formats that there are. */
#include "writers.h"

#include <string.h>

/* In the order in which they are listed to people. */
const struct report reports[] = {
	{ "table", .summary = "for people, 80 columns",
	    .write = table_write, .shows_warnings = true },
	{ "classic", .summary = "the runs and their average",
	    .write = classic_write },
	{ "dd", .summary = "dd's closing lines", .write = dd_write },
	{ "time", .summary = "dd's lines and time(1)'s",
	    .write = time_write },
	{ "json", .summary = "the full record", .write = json_write,
	    .begins = "{\"format\":1," },
	{ "csv", .summary = "one row per pass", .write = csv_write,
	    .header = sweep_csv_header, .row = sweep_csv_row,
	    .begins = "target,file_system,device,op," },
	{ "markdown", .summary = "the table for GitHub",
	    .write = markdown_write, .begins = "## seqbench ",
	    .shows_warnings = true },
	{ .name = NULL },
};

const struct report zones_reports[] = {
	{ "table", .summary = "a row and a bar for each point",
	    .write = zones_write, .shows_warnings = true },
	{ "json", .summary = "the full record", .write = json_write,
	    .begins = "{\"format\":1," },
	{ "csv", .summary = "a row for each run of a point",
	    .write = zones_csv_write, .header = zones_csv_header,
	    .row = zones_csv_row, .begins = "target,point,offset," },
	{ .name = NULL },
};

const struct report *
report_find(const struct report *formats, const char *name)
{
	for (const struct report *r = formats; r->name != NULL; r++)
		if (strcmp(r->name, name) == 0)
			return r;
	return NULL;
}
