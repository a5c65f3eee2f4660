/* csv -- is a text CSV (RFC 4180) with as many fields in each record? */
#ifndef TESTS_FUZZ_CSV_H
#define TESTS_FUZZ_CSV_H

#include <stdbool.h>

bool	csv_is_valid(const char *text);

#endif
