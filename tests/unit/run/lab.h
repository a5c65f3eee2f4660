/*
 * lab -- a session on the fake system, made from a command line, that tests
 * of src/run take step by step.
 */
#ifndef TESTS_RUN_LAB_H
#define TESTS_RUN_LAB_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../../src/run/setup.h"
#include "fake/fake.h"
#include "seqbench/diag.h"
#include "seqbench/meter.h"
#include "seqbench/run.h"

#define KiB	(1ull << 10)
#define MiB	(1ull << 20)
#define GiB	(1ull << 30)
#define MS	1000000ull

enum { LAB_TARGETS = 3 };

struct lab {
	char		 text[256];
	struct options	 options;
	struct target	 target[LAB_TARGETS];
	struct plan	 plan;
	struct result	 result;
	struct meter	 meter;
	volatile sig_atomic_t stop;
	struct control	 control;
	struct session	 session;
	struct diag	 diag;
};

/* A new world that follows the script, and a plan in it. */
void	lab_make(struct lab *l, const char *script, const char *line);

/* Set target number 0 up; what site_open() returns. */
int	lab_site(struct lab *l, struct site *site);

/* One pass of a cell, by its number; 0 with a sample, or why there is none. */
int	lab_pass(struct lab *l, struct site *site, size_t cell, uint64_t run,
	    uint64_t size, struct sample *out);

/* Release all; nothing may be open or mapped then. */
void	lab_done(struct lab *l);

#endif
