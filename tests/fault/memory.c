/* memory -- an allocation that fails, by the linker's --wrap. */
#include "fault/memory.h"

#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* Threads allocate too. */
static _Atomic uint64_t calls, failing;

void
memory_fail(uint64_t nth)
{
	calls = 0;
	failing = nth;
}

uint64_t
memory_calls(void)
{
	return calls;
}

static bool
fails(void)
{
	if (++calls != failing)
		return false;
	errno = ENOMEM;
	return true;
}

/* What is not asked is done: these are libc's. */
#define WRAP(type, name, parameters, arguments, failure)		\
	type	__real_##name parameters;				\
	type	__wrap_##name parameters;				\
	type								\
	__wrap_##name parameters					\
	{								\
		return fails() ? failure : __real_##name arguments;	\
	}

WRAP(void *, malloc, (size_t size), (size), NULL)
WRAP(void *, calloc, (size_t n, size_t size), (n, size), NULL)
WRAP(void *, realloc, (void *p, size_t size), (p, size), NULL)
WRAP(char *, strdup, (const char *s), (s), NULL)
WRAP(char *, strndup, (const char *s, size_t n), (s, n), NULL)
WRAP(FILE *, open_memstream, (char **text, size_t *size), (text, size), NULL)
WRAP(FILE *, fopen, (const char *path, const char *mode), (path, mode), NULL)
WRAP(FILE *, fdopen, (int fd, const char *mode), (fd, mode), NULL)
WRAP(int, vasprintf, (char **text, const char *fmt, va_list ap),
    (text, fmt, ap), -1)

int	__wrap_asprintf(char **text, const char *fmt, ...);

int
__wrap_asprintf(char **text, const char *fmt, ...)
{
	va_list ap;
	int rc;

	va_start(ap, fmt);
	rc = __wrap_vasprintf(text, fmt, ap);
	va_end(ap);
	return rc;
}
