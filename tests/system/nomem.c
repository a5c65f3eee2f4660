/*
 * nomem -- loaded before a program (LD_PRELOAD), the NOMEMth allocation of it
 * and of libc fails; NOMEM_SEEN names a file that is made when it has.
 */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

void	*__libc_malloc(size_t size);
void	*__libc_calloc(size_t n, size_t size);
void	*__libc_realloc(void *p, size_t size);

static long nth = -1;

static void __attribute__((constructor))
begin(void)
{
	const char *text = getenv("NOMEM");

	nth = text != NULL ? atol(text) : -1;
}

static int
fails(void)
{
	const char *seen;

	if (nth <= 0 || --nth > 0)
		return 0;
	seen = getenv("NOMEM_SEEN");
	if (seen != NULL)
		close(open(seen, O_CREAT | O_WRONLY, 0600));
	errno = ENOMEM;
	return 1;
}

void *
malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

void *
calloc(size_t n, size_t size)
{
	return fails() ? NULL : __libc_calloc(n, size);
}

void *
realloc(void *p, size_t size)
{
	return fails() ? NULL : __libc_realloc(p, size);
}
