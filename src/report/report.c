/* report -- the formats that there are. */
#include "writers.h"

#include <string.h>

/* In the order in which they are listed to people. */
const struct report reports[] = {
	{ "table",	"for people, 80 columns",	table_write,	NULL },
	{ "classic",	"the runs and their average",	classic_write,	NULL },
	{ "dd",		"dd's closing lines",		dd_write,	NULL },
	{ "time",	"dd's lines and time(1)'s",	time_write,	NULL },
	{ "json",	"the full record",		json_write,
	    "{\"format\":1," },
	{ "csv",	"one row per pass",		csv_write,
	    "target,file_system,device,op," },
	{ "markdown",	"the table for GitHub",		markdown_write,
	    "## seqbench " },
	{ NULL,		NULL,				NULL,		NULL },
};

const struct report *
report_find(const char *name)
{
	for (const struct report *r = reports; r->name != NULL; r++)
		if (strcmp(r->name, name) == 0)
			return r;
	return NULL;
}
