/*
 * memory -- an allocation that fails, by the linker's --wrap: those that
 * libc makes for itself only where its function is wrapped.
 */
#ifndef TESTS_FAULT_MEMORY_H
#define TESTS_FAULT_MEMORY_H

#include <stdint.h>

/* Count from 0 again; the nth from now on fails (0: none does). */
void	memory_fail(uint64_t nth);
uint64_t memory_calls(void);

#endif
