/* csvrow -- a row of CSV, field by field. */
#include "csvrow.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "seqbench/file.h"

static void
separate(struct csv_row *row)
{
	if (row->begun)
		putc(',', row->f);
	row->begun = true;
}

void
csv_blanks(struct csv_row *row, unsigned n)
{
	while (n-- > 0)
		separate(row);
}

void
csv_number(struct csv_row *row, uint64_t value)
{
	separate(row);
	if (value != NOT_KNOWN)
		fprintf(row->f, "%" PRIu64, value);
}

void
csv_real(struct csv_row *row, double value, int digits)
{
	separate(row);
	if (isfinite(value) && value >= 0)
		fprintf(row->f, "%.*f", digits, value);
}

void
csv_text(struct csv_row *row, const char *s)
{
	separate(row);
	if (s == NULL)
		return;
	if (s[strcspn(s, ",\"\r\n")] == '\0') {
		fputs(s, row->f);
		return;
	}
	putc('"', row->f);
	for (; *s != '\0'; s++) {
		if (*s == '"')
			putc('"', row->f);
		putc(*s, row->f);
	}
	putc('"', row->f);
}
