/*
 * words -- the small texts that several formats share: figures, names of
 * cells and of what ended a session.
 */
#ifndef SEQBENCH_REPORT_WORDS_H
#define SEQBENCH_REPORT_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "seqbench/options.h"
#include "seqbench/limit.h"
#include "seqbench/rate.h"

struct cell;
struct io_limit;
struct plan_cell;
struct sample;

enum { WORD = 64 };		/* room for any text that is made here */

/* The program's version as people say it: "1.0". */
const char *word_version(char buf[WORD]);

/*
 * At most seven characters: one decimal below 10000, none above; "-" for
 * what is no number.
 */
char	*word_figure(char buf[WORD], double v);

/* Bytes per second in MB/s, by word_figure(); "-" below zero. */
char	*word_rate(char buf[WORD], double bytes_per_second);

/* The same of a pass, "-" when it failed, and of a cell: its one figure R. */
char	*word_pass_rate(char buf[WORD], const struct sample *s, enum op op);
char	*word_cell_rate(char buf[WORD], const struct cell *c);

/* A size without rounding, in the largest unit that divides it: "2 MiB". */
char	*word_exact(char buf[WORD], uint64_t bytes);

/*
 * "read 20971520 B/s, write 10485760 B/s, 100 reads/s"; "" where there is no
 * limit.
 */
enum { IO_LIMIT_WORD = 128 };
char	*word_io_limit(char buf[IO_LIMIT_WORD], const struct io_limit *l);

/* The queue that the plan chose for an engine that leaves it open:
   "io_uring"; NULL. */
const char *word_queue(const struct plan_cell *c);

/* The block size as typed, shortened where that is very long. */
const char *word_block(char buf[WORD], const struct plan_cell *c);

/* As verdict_text(), or one brief word: "none"; "" for no verdict. */
const char *word_verdict(enum verdict v, bool brief);

/* "cpu"; NULL where it is not known. */
const char *word_limit(enum limit l);

/* "cn": the letters of enum flag. */
char	*word_flags(char buf[WORD], unsigned flags);

/* "SIGINT" */
const char *word_signal(char buf[WORD], int number);

#endif
