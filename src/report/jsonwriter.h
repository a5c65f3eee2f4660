/*
 * jsonwriter -- JSON to a FILE: nesting, commas, escapes.
 *
 * A name is given inside an object, NULL inside an array.  What stands deeper
 * than a few levels is kept on one line, so that a sample is a line.
 */
#ifndef SEQBENCH_JSONWRITER_H
#define SEQBENCH_JSONWRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { JSON_DEPTH = 12 };

struct json {
	FILE		*f;
	unsigned	 depth;
	char		 end[JSON_DEPTH];	/* what closes each level */
	bool		 empty;		/* nothing in this level yet */
};

/* Start with { .f = f, .empty = true }; the last json_end() ends the line. */
void	json_object(struct json *j, const char *name);
void	json_array(struct json *j, const char *name);
void	json_end(struct json *j);

void	json_null(struct json *j, const char *name);
void	json_bool(struct json *j, const char *name, bool value);
void	json_int(struct json *j, const char *name, int value);
void	json_i64(struct json *j, const char *name, int64_t value);
/* NOT_KNOWN is null. */
void	json_u64(struct json *j, const char *name, uint64_t value);
/* The shortest digits that read back as value; null when not finite. */
void	json_double(struct json *j, const char *name, double value);
/* NULL is null; bytes that are no UTF-8 come out as U+FFFD. */
void	json_string(struct json *j, const char *name, const char *value);
/* As json_string, but an empty text is null: a fact that is not known. */
void	json_fact(struct json *j, const char *name, const char *value);
/* As json_fact, and where bytes are no UTF-8 all of them in NAME_hex. */
void	json_path(struct json *j, const char *name, const char *value);

#endif
