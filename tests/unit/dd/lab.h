/* lab -- whole transfers of the dd form on the fake system. */
#ifndef TESTS_UNIT_DD_LAB_H
#define TESTS_UNIT_DD_LAB_H

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake/fake.h"
#include "seqbench/dd.h"

enum { DD_TEXT = 4096 };

struct outcome {
	int		 status;
	char		 out[DD_TEXT], err[DD_TEXT];
};

/*
 * Run words parted by blanks in a world that follows the script; nothing is
 * left open or mapped.
 */
struct outcome dd_run(const char *line, const char *script);

/* The same; what it prints on standard error begins with err. */
void	dd_check(const char *line, const char *script, int status,
	    const char *err);

/* SIGUSR1 and SIGINT are for the transfer, and no more. */
void	dd_catch_signals(void);
void	dd_leave_signals(void);

#endif
