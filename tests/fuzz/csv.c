/* csv -- a strict reader that only counts. */
#include "fuzz/csv.h"

#include <stddef.h>
#include <string.h>

/* What follows the field, or NULL. */
static const char *
field(const char *s)
{
	if (*s != '"') {
		s += strcspn(s, ",\r\n\"");
		return *s != '"' ? s : NULL;
	}
	for (;;) {
		s = strchr(s + 1, '"');
		if (s == NULL)
			return NULL;
		s++;
		if (*s != '"')
			return s;
	}
}

bool
csv_is_valid(const char *text)
{
	size_t fields = 0, first = 0;

	while (*text != '\0') {
		text = field(text);
		if (text == NULL)
			return false;
		fields++;
		if (*text == ',') {
			text++;
			continue;
		}
		text += *text == '\r';
		if (*text++ != '\n' || (first != 0 && fields != first))
			return false;
		first = fields;
		fields = 0;
	}
	return fields == 0;
}
