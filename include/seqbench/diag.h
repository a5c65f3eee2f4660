/*
 * diag -- an error on its way up to the person who can act on it.
 *
 * A function that can fail returns 0, a count or a negative errno.  Where a
 * person will read about it, it also fills the caller's struct diag; only
 * main() prints one and only main() exits.  A message reads
 *
 *	OBJECT: WHAT: REASON[; way out]
 *
 * in lower case, without a full stop and without the program's name, which
 * main() puts in front.  Names may hold any byte but NUL; main() prints them
 * with text_printable() (text.h), so that a message stays one line.
 */
#ifndef SEQBENCH_DIAG_H
#define SEQBENCH_DIAG_H

#include <stdarg.h>
#include <stddef.h>

/* Exit statuses, seqbench(1) EXIT STATUS.  Ended by signal N: 128 + N. */
enum status {
	STATUS_OK		= 0,
	STATUS_IO		= 1,	/* an I/O error while measuring */
	STATUS_USAGE		= 2,	/* the command line makes no sense */
	STATUS_SETUP		= 3,	/* could not set up or run a cell */
	STATUS_WRONG_DATA	= 4,	/* verification found wrong data */
	STATUS_REQUIREMENT	= 5,	/* a requirement was not met */
	STATUS_INVALID		= 6,	/* not valid as asked */
};

enum {
	DIAG_TEXT = 4608,		/* a path of 4096 and a sentence */
};

/* Start with { 0 }.  The first error set stays; later ones are ignored. */
struct diag {
	enum status	 status;
	int		 code;		/* negative errno */
	char		 text[DIAG_TEXT];
};

/*
 * Record "could not set up" with a negative errno; returns code, so that a
 * failure is one statement:
 *
 *	return diag_set(d, fd, "%s: %s", path, strerror(-fd));
 */
int	diag_set(struct diag *d, int code, const char *fmt, ...)
	    __attribute__((format(printf, 3, 4)));

/*
 * What these put into text.  A sentence that is too long loses its middle,
 * where an endless name is, and not the reason at its end.
 */
void	diag_format(char text[DIAG_TEXT], const char *fmt, va_list ap)
	    __attribute__((format(printf, 2, 0)));

/* Record that there is no memory; returns -ENOMEM. */
int	diag_memory(struct diag *d);

/* Record "usage"; returns -EINVAL. */
int	diag_usage(struct diag *d, const char *fmt, ...)
	    __attribute__((format(printf, 2, 3)));

/*
 * Warnings gathered on the way: things that a reader of the figures must
 * know but that stop nothing.  Owns copies of the texts.  A text already
 * there is not added again.  Out of memory drops a warning silently.
 */
struct warnings {
	char		**text;
	size_t		 n;
};

void	warnings_add(struct warnings *w, const char *fmt, ...)
	    __attribute__((format(printf, 2, 3)));
void	warnings_release(struct warnings *w);

#endif
