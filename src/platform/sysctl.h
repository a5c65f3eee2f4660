/*
 * sysctl -- the kernel's variables, by name.
 */
#ifndef SEQBENCH_SYSCTL_H
#define SEQBENCH_SYSCTL_H

#include <stddef.h>
#include <stdint.h>

/* An integer of 4 or 8 bytes; NOT_KNOWN where there is none. */
uint64_t sysctl_number(const char *name);

/* A text; empty where there is none. */
void	sysctl_text(const char *name, char *text, size_t size);

/*
 * A variable of any length in memory that the caller frees, a NUL after its
 * *len bytes; NULL where there is none.
 */
void	*sysctl_all(const char *name, size_t *len);

#endif
