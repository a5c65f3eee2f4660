/* session -- a small result, made by hand, that the format tests write. */
#ifndef TESTS_REPORT_SESSION_H
#define TESTS_REPORT_SESSION_H

#include "seqbench/report.h"

enum { SESSION_TARGETS = 2, SESSION_CELLS = 4 };

/*
 * A file: READ 64k with two passes, WRITE 64k with one that failed.  A
 * device: READ 4000 refused, READ 1m not reached.
 */
struct session {
	struct options	 options;
	struct target	 target[SESSION_TARGETS];
	struct plan_target range[SESSION_TARGETS];
	struct plan_cell plan_cell[SESSION_CELLS];
	struct plan	 plan;
	struct target_record record[SESSION_TARGETS];
	struct sample	 read[2], write[1];
	struct cell	 cell[SESSION_CELLS];
	struct star	 star[2];
	char		*argv[3];
	char		*warning[1];
	struct result	 result;
};

/* s points into itself: it can't be copied. */
void	session_make(struct session *s);

/* What write makes of r; to be freed. */
char	*session_text(void (*write)(FILE *f, const struct result *r,
	    const struct report_look *look), const struct result *r,
	    enum style_mode style);

#endif
