/* outfile -- result files that are only memory, and checked. */
#ifndef TESTS_FUZZ_OUTFILE_H
#define TESTS_FUZZ_OUTFILE_H

#include <stddef.h>

/* Those neither finished nor abandoned. */
size_t	outfiles_open(void);

#endif
