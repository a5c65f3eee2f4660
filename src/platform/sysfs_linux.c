/* sysfs_linux -- the kernel's short text files, read and taken apart. */
#include "sysfs.h"

#include <sys/sysmacros.h>

#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "seqbench/file.h"

/* procfs hands out a page or a record at a time. */
static bool
read_all(char *text, size_t size, const char *path)
{
	size_t len = 0;
	ssize_t n;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd >= 0) {
		while (len < size - 1 &&
		    (n = read(fd, text + len, size - 1 - len)) > 0)
			len += (size_t)n;
		close(fd);
	}
	text[len] = '\0';
	return len > 0;
}

static bool
read_named(char *text, size_t size, const char *fmt, va_list ap)
{
	char path[PATH_MAX];

	vsnprintf(path, sizeof path, fmt, ap);
	return read_all(text, size, path);
}

bool
sysfs_read(char *text, size_t size, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	bool found = read_named(text, size, fmt, ap);
	va_end(ap);
	return found;
}

bool
sysfs_line(char *line, size_t size, const char *fmt, ...)
{
	char text[PATH_MAX + 1];
	va_list ap;

	va_start(ap, fmt);
	read_named(text, sizeof text, fmt, ap);
	va_end(ap);
	sysfs_copy(line, size, text);
	return *line != '\0';
}

uint64_t
sysfs_number(const char *fmt, ...)
{
	char text[64];
	va_list ap;

	va_start(ap, fmt);
	read_named(text, sizeof text, fmt, ap);
	va_end(ap);
	return sysfs_parse(text);
}

dev_t
sysfs_device(const char *fmt, ...)
{
	char text[64];
	unsigned maj, min;
	va_list ap;

	va_start(ap, fmt);
	read_named(text, sizeof text, fmt, ap);
	va_end(ap);
	return sscanf(text, "%u:%u", &maj, &min) == 2 ? makedev(maj, min) : 0;
}

const char *
sysfs_value(const char *text, const char *key)
{
	size_t len = strlen(key);

	for (const char *s = text; s != NULL; s = strchr(s, '\n')) {
		if (*s == '\n')
			s++;
		if (strncmp(s, key, len) != 0)
			continue;
		size_t gap = strspn(s + len, " \t:=");
		if (gap > 0)
			return s + len + gap;
	}
	return NULL;
}

uint64_t
sysfs_parse(const char *s)
{
	if (s == NULL || *s < '0' || *s > '9')
		return NOT_KNOWN;
	return strtoull(s, NULL, 10);
}

void
sysfs_copy(char *line, size_t size, const char *s)
{
	if (s == NULL)
		s = "";
	s += strspn(s, " \t");
	size_t len = strcspn(s, "\n");
	while (len > 0 && (s[len - 1] == ' ' || s[len - 1] == '\t'))
		len--;
	if (len >= size)
		len = size - 1;
	memcpy(line, s, len);
	line[len] = '\0';
}
