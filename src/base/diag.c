/* diag -- an error on its way up, and warnings gathered beside it. */
#include "seqbench/diag.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void	diag_fill(struct diag *d, enum status status, int code,
		    const char *fmt, va_list ap)
		    __attribute__((format(printf, 4, 0)));

int
diag_set(struct diag *d, int code, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	diag_fill(d, STATUS_SETUP, code, fmt, ap);
	va_end(ap);
	return code;
}

int
diag_memory(struct diag *d)
{
	return diag_set(d, -ENOMEM, "%s", strerror(ENOMEM));
}

int
diag_usage(struct diag *d, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	diag_fill(d, STATUS_USAGE, -EINVAL, fmt, ap);
	va_end(ap);
	return -EINVAL;
}

static void
diag_fill(struct diag *d, enum status status, int code, const char *fmt,
    va_list ap)
{
	/* What failed first is the cause; what follows is the clean-up. */
	if (d->code != 0)
		return;
	d->status = status;
	d->code = code;
	diag_format(d->text, fmt, ap);
}

void
diag_format(char text[DIAG_TEXT], const char *fmt, va_list ap)
{
	static const char gap[] = "[..]";
	const size_t head = DIAG_TEXT / 2, tail = DIAG_TEXT - head;
	char *whole;
	va_list again;
	int len;

	va_copy(again, ap);
	len = vsnprintf(text, DIAG_TEXT, fmt, ap);
	if (len >= DIAG_TEXT && vasprintf(&whole, fmt, again) == len) {
		snprintf(text + head, tail, "%s%s", gap,
		    whole + len - (tail - sizeof(gap)));
		free(whole);
	}
	va_end(again);
}

void
warnings_add(struct warnings *w, const char *fmt, ...)
{
	va_list ap;
	char **grown;
	char *text;
	int len;

	va_start(ap, fmt);
	len = vasprintf(&text, fmt, ap);
	va_end(ap);
	if (len < 0)
		return;
	for (size_t i = 0; i < w->n; i++) {
		if (strcmp(w->text[i], text) == 0)
			goto out_text;
	}
	grown = realloc(w->text, (w->n + 1) * sizeof(*grown));
	if (grown == NULL)
		goto out_text;
	w->text = grown;
	w->text[w->n++] = text;
	return;

out_text:
	free(text);
}

void
warnings_release(struct warnings *w)
{
	for (size_t i = 0; i < w->n; i++)
		free(w->text[i]);
	free(w->text);
	*w = (struct warnings){ 0 };
}
