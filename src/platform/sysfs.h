/*
 * sysfs -- the kernel's short text files: sysfs, procfs, cgroups.
 *
 * Every path is a printf format.  A file that is missing or not readable is
 * an empty text, NOT_KNOWN or 0.
 */
#ifndef SEQBENCH_SYSFS_H
#define SEQBENCH_SYSFS_H

#include <sys/types.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The beginning of a file, NUL-terminated; false when there is nothing. */
bool	sysfs_read(char *text, size_t size, const char *fmt, ...)
	    __attribute__((format(printf, 3, 4)));

/* Its first line without the blanks around it; false when that is empty. */
bool	sysfs_line(char *line, size_t size, const char *fmt, ...)
	    __attribute__((format(printf, 3, 4)));

/* The decimal number that it begins with, or NOT_KNOWN. */
uint64_t sysfs_number(const char *fmt, ...)
	    __attribute__((format(printf, 1, 2)));

/* The device number "8:1" that it holds, or 0. */
dev_t	sysfs_device(const char *fmt, ...)
	    __attribute__((format(printf, 1, 2)));

/* In text, what follows "key:", "key=" or "key " on its line, or NULL. */
const char *sysfs_value(const char *text, const char *key);

/* The number at s; NOT_KNOWN where there is none, or s is NULL. */
uint64_t sysfs_parse(const char *s);

/* Copy the line at s without the blanks around it; NULL is empty. */
void	sysfs_copy(char *line, size_t size, const char *s);

#endif
