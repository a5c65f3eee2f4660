/* text -- bytes made fit for a line, a terminal or a shell. */
#include "seqbench/text.h"

#include <errno.h>
#include <langinfo.h>
#include <string.h>

static size_t	graphic_len(const char *s);
static void	octal_put(FILE *f, char c);
static void	printf_put(FILE *f, const char *s, size_t len);
static void	quoted_put(FILE *f, const char *s);

size_t
text_utf8_len(const char *s)
{
	const unsigned char *u = (const unsigned char *)s;
	unsigned char low = 0x80, high = 0xbf;
	size_t n;

	if (u[0] < 0x80)
		return u[0] != '\0';
	if (u[0] < 0xc2 || u[0] > 0xf4)
		return 0;
	n = u[0] < 0xe0 ? 2 : u[0] < 0xf0 ? 3 : 4;
	/* No second spelling, no surrogates, nothing above U+10FFFF. */
	if (u[0] == 0xe0)
		low = 0xa0;
	else if (u[0] == 0xed)
		high = 0x9f;
	else if (u[0] == 0xf0)
		low = 0x90;
	else if (u[0] == 0xf4)
		high = 0x8f;
	if (u[1] < low || u[1] > high)
		return 0;
	for (size_t i = 2; i < n; i++) {
		if ((u[i] & 0xc0) != 0x80)
			return 0;
	}
	return n;
}

bool
text_is_utf8(const char *s)
{
	size_t n;

	while ((n = text_utf8_len(s)) > 0)
		s += n;
	return *s == '\0';
}

bool
text_locale_is_utf8(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

void
text_printable(FILE *f, const char *s, bool utf8)
{
	while (*s != '\0') {
		size_t n = graphic_len(s);

		if (n == 1 || (n > 1 && utf8)) {
			fwrite(s, 1, n, f);
			s += n;
			continue;
		}
		if (*s == '\n')
			fputs("\\n", f);
		else if (*s == '\t')
			fputs("\\t", f);
		else
			octal_put(f, *s);
		s++;
	}
}

void
text_shell(FILE *f, const char *s)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "abcdefghijklmnopqrstuvwxyz0123456789%+,-./:=@_";
	const char *p = s;
	size_t len, n;

	if (*s != '\0' && s[strspn(s, plain)] == '\0') {
		fputs(s, f);
		return;
	}
	while ((n = graphic_len(p)) > 0)
		p += n;
	if (*p == '\0') {
		quoted_put(f, s);
		return;
	}
	/* Not every sh has $'..', and $(..) drops newlines at its end. */
	for (len = strlen(s); len > 0 && s[len - 1] == '\n'; len--)
		;
	if (len > 0)
		printf_put(f, s, len);
	if (s[len] != '\0')
		quoted_put(f, s + len);
}

char *
text_join(char *buf, size_t size, const char *joint, const char *item)
{
	size_t at = strlen(buf);

	snprintf(buf + at, size - at, "%s%s", at > 0 ? joint : "", item);
	return buf;
}

int
text_flush(FILE *f)
{
	/* After an earlier error this tries again and finds the reason. */
	if (fflush(f) != 0)
		return -errno;
	return ferror(f) ? -EIO : 0;
}

/* '..', where a quote is '\''. */
static void
quoted_put(FILE *f, const char *s)
{
	putc('\'', f);
	for (; *s != '\0'; s++) {
		if (*s == '\'')
			fputs("'\\''", f);
		else
			putc(*s, f);
	}
	putc('\'', f);
}

/* "$(printf '..')". */
static void
printf_put(FILE *f, const char *s, size_t len)
{
	const char *end = s + len, *start = s;

	fputs("\"$(printf '", f);
	while (s != end) {
		size_t n = graphic_len(s);

		/* An option of printf; history of an interactive shell. */
		if ((s == start && *s == '-') || strchr("!'\\", *s) != NULL)
			n = 0;
		if (n == 0) {
			octal_put(f, *s++);
			continue;
		}
		if (*s == '%')
			putc('%', f);
		fwrite(s, 1, n, f);
		s += n;
	}
	fputs("')\"", f);
}

/* As text_utf8_len(), but 0 for control characters as well. */
static size_t
graphic_len(const char *s)
{
	const unsigned char *u = (const unsigned char *)s;
	size_t n = text_utf8_len(s);

	if (n == 1 && (u[0] < 0x20 || u[0] == 0x7f))
		return 0;
	if (n == 2 && u[0] == 0xc2 && u[1] < 0xa0)
		return 0;
	return n;
}

static void
octal_put(FILE *f, char c)
{
	fprintf(f, "\\%03o", (unsigned)(unsigned char)c);
}
