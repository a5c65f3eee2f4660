/* json -- is a text one JSON value (RFC 8259), and nothing else? */
#ifndef TESTS_FAULT_JSON_H
#define TESTS_FAULT_JSON_H

#include <stdbool.h>

bool	json_is_valid(const char *text);

#endif
