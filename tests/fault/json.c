/* json -- a strict reader that keeps nothing. */
#include "fault/json.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

static const char *value(const char *s);

static const char *
blank(const char *s)
{
	return s + strspn(s, " \t\r\n");
}

/* Each returns what follows, or NULL. */
static const char *
word(const char *s, const char *want)
{
	size_t len = strlen(want);

	return strncmp(s, want, len) == 0 ? s + len : NULL;
}

static const char *
digits(const char *s)
{
	size_t n = strspn(s, "0123456789");

	return n > 0 ? s + n : NULL;
}

static const char *
number(const char *s)
{
	s += *s == '-';
	if (*s == '0' && isdigit((unsigned char)s[1]))
		return NULL;
	s = digits(s);
	if (s != NULL && *s == '.')
		s = digits(s + 1);
	if (s != NULL && (*s == 'e' || *s == 'E')) {
		s++;
		s = digits(s + (*s == '+' || *s == '-'));
	}
	return s;
}

static const char *
string(const char *s)
{
	for (s++; *s != '"'; s++) {
		if ((unsigned char)*s < ' ')
			return NULL;
		if (*s != '\\')
			continue;
		s++;
		if (*s == 'u' && strspn(s + 1, "0123456789abcdefABCDEF") >= 4)
			s += 4;
		else if (*s == '\0' || strchr("\"\\/bfnrt", *s) == NULL)
			return NULL;
	}
	return s + 1;
}

/* Members or elements up to the closing bracket. */
static const char *
list(const char *s, char end)
{
	s = blank(s + 1);
	if (*s == end)
		return s + 1;
	for (;;) {
		if (end == '}') {
			s = *s == '"' ? string(s) : NULL;
			if (s == NULL || *(s = blank(s)) != ':')
				return NULL;
			s++;
		}
		s = value(s);
		if (s == NULL)
			return NULL;
		s = blank(s);
		if (*s == end)
			return s + 1;
		if (*s != ',')
			return NULL;
		s = blank(s + 1);
	}
}

static const char *
value(const char *s)
{
	s = blank(s);
	switch (*s) {
	case '{':
		return list(s, '}');
	case '[':
		return list(s, ']');
	case '"':
		return string(s);
	case 't':
		return word(s, "true");
	case 'f':
		return word(s, "false");
	case 'n':
		return word(s, "null");
	default:
		return number(s);
	}
}

bool
json_is_valid(const char *text)
{
	const char *s = value(text);

	return s != NULL && *blank(s) == '\0';
}
