/* sysctl_freebsd -- the kernel's variables, by name. */
#include "sysctl.h"

#include <sys/types.h>
#include <sys/sysctl.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "seqbench/file.h"

uint64_t
sysctl_number(const char *name)
{
	uint64_t wide = 0;
	uint32_t narrow;
	size_t len = sizeof wide;

	if (sysctlbyname(name, &wide, &len, NULL, 0) < 0)
		return NOT_KNOWN;
	if (len == sizeof wide)
		return wide;
	memcpy(&narrow, &wide, sizeof narrow);
	return len == sizeof narrow ? narrow : NOT_KNOWN;
}

void
sysctl_text(const char *name, char *text, size_t size)
{
	size_t len = size - 1;

	if (sysctlbyname(name, text, &len, NULL, 0) < 0)
		len = 0;
	text[len] = '\0';
}

/* What is asked for may grow between the two calls. */
void *
sysctl_all(const char *name, size_t *len)
{
	char *data = NULL;

	for (int tries = 0; tries < 5; tries++) {
		if (sysctlbyname(name, NULL, len, NULL, 0) < 0)
			break;
		*len += *len / 4;
		char *larger = realloc(data, *len + 1);
		if (larger == NULL)
			break;
		data = larger;
		if (sysctlbyname(name, data, len, NULL, 0) == 0) {
			data[*len] = '\0';
			return data;
		}
		if (errno != ENOMEM && errno != EBUSY)
			break;
	}
	free(data);
	return NULL;
}
