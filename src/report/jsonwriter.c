/* jsonwriter -- JSON to a FILE: nesting, commas, escapes. */
#include "jsonwriter.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "seqbench/file.h"
#include "seqbench/text.h"

/* Levels with a line for each member; deeper ones share their line. */
enum { LINE_LEVELS = 4 };

static void	begin(struct json *j, const char *name);
static void	open_level(struct json *j, const char *name, char open,
		    char end);
static void	new_line(const struct json *j);
static void	quoted(FILE *f, const char *s);

void
json_object(struct json *j, const char *name)
{
	open_level(j, name, '{', '}');
}

void
json_array(struct json *j, const char *name)
{
	open_level(j, name, '[', ']');
}

static void
open_level(struct json *j, const char *name, char open, char end)
{
	assert(j->depth < JSON_DEPTH);
	begin(j, name);
	putc(open, j->f);
	j->end[j->depth++] = end;
	j->empty = true;
}

void
json_end(struct json *j)
{
	bool lines = j->depth <= LINE_LEVELS && !j->empty;

	j->depth--;
	if (lines)
		new_line(j);
	putc(j->end[j->depth], j->f);
	j->empty = false;
	if (j->depth == 0)
		putc('\n', j->f);
}

/* The comma, the place and the name before any value. */
static void
begin(struct json *j, const char *name)
{
	if (!j->empty)
		putc(',', j->f);
	if (j->depth > 0 && j->depth <= LINE_LEVELS)
		new_line(j);
	else if (!j->empty)
		putc(' ', j->f);
	j->empty = false;
	if (name != NULL) {
		quoted(j->f, name);
		fputs(": ", j->f);
	}
}

static void
new_line(const struct json *j)
{
	fprintf(j->f, "\n%*s", (int)j->depth * 2, "");
}

void
json_null(struct json *j, const char *name)
{
	begin(j, name);
	fputs("null", j->f);
}

void
json_bool(struct json *j, const char *name, bool value)
{
	begin(j, name);
	fputs(value ? "true" : "false", j->f);
}

void
json_int(struct json *j, const char *name, int value)
{
	json_i64(j, name, value);
}

void
json_i64(struct json *j, const char *name, int64_t value)
{
	begin(j, name);
	fprintf(j->f, "%" PRId64, value);
}

void
json_u64(struct json *j, const char *name, uint64_t value)
{
	if (value == NOT_KNOWN) {
		json_null(j, name);
		return;
	}
	begin(j, name);
	fprintf(j->f, "%" PRIu64, value);
}

void
json_double(struct json *j, const char *name, double value)
{
	char text[32];

	if (!isfinite(value)) {
		json_null(j, name);
		return;
	}
	/* LC_NUMERIC is never set, so that the point is a point. */
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, value);
		if (strtod(text, NULL) == value)
			break;
	}
	begin(j, name);
	fputs(text, j->f);
}

void
json_string(struct json *j, const char *name, const char *value)
{
	if (value == NULL) {
		json_null(j, name);
		return;
	}
	begin(j, name);
	quoted(j->f, value);
}

void
json_fact(struct json *j, const char *name, const char *value)
{
	json_string(j, name,
	    value != NULL && value[0] != '\0' ? value : NULL);
}

void
json_path(struct json *j, const char *name, const char *value)
{
	json_fact(j, name, value);
	if (value == NULL || text_is_utf8(value))
		return;
	fprintf(j->f, ", \"%s_hex\": \"", name);
	for (const char *s = value; *s != '\0'; s++)
		fprintf(j->f, "%02x", (unsigned char)*s);
	putc('"', j->f);
}

static void
quoted(FILE *f, const char *s)
{
	putc('"', f);
	while (*s != '\0') {
		unsigned char c = (unsigned char)*s;
		size_t len = text_utf8_len(s);

		if (len == 0) {
			fputs("\\ufffd", f);
			len = 1;
		} else if (c == '"' || c == '\\')
			fprintf(f, "\\%c", c);
		else if (c == '\n')
			fputs("\\n", f);
		else if (c == '\t')
			fputs("\\t", f);
		else if (c < ' ')
			fprintf(f, "\\u%04x", c);
		else
			fwrite(s, 1, len, f);
		s += len;
	}
	putc('"', f);
}
