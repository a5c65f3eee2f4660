/*
 * report -- from a result to bytes.  All formats are made from the same
 * struct result, so they can't disagree.  Writers only format: errors of f
 * are found by the caller with ferror().
 */
#ifndef SEQBENCH_REPORT_H
#define SEQBENCH_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "seqbench/options.h"
#include "seqbench/result.h"

struct diag;
struct watch;

/* How text is to look. */
struct report_look {
	bool		 utf8;		/* the locale is UTF-8 */
	bool		 color;
	bool		 verbose;
	enum style_mode	 style;		/* never STYLE_DEFAULT */
};

struct report {
	const char	*name;		/* of --format */
	const char	*summary;
	void		(*write)(FILE *f, const struct result *r,
			    const struct report_look *look);
	/* Of a format whose files grow by each pass, both, else NULL: how a
	   file begins, and the rows for the last pass of a cell. */
	void		(*header)(FILE *f);
	void		(*row)(FILE *f, const struct result *r, size_t cell);
	/* how a file that already holds this format begins, for --json= */
	const char	*begins;	/* NULL: not for result files */
	bool		 shows_warnings;	/* to who reads it */
};

extern const struct report reports[];	/* of a sweep; name NULL ends */
extern const struct report zones_reports[];	/* of points: zones.h */
const struct report *report_find(const struct report *formats,
	    const char *name);

/* What --log writes; not a --format. */
extern const struct report report_log;

/* --dry-run: every decision, each file, device and setting touched. */
void	report_plan(FILE *f, const struct plan *p, const struct host *h,
	    const struct report_look *look);

/* "seqbench info": a tree of a target's layers; all of them as JSON. */
void	report_info(FILE *f, const struct target *t,
	    const struct report_look *look);
void	report_info_json(FILE *f, const struct target *target, size_t targets);

/*
 * What went wrong, a sentence a call: "/mnt/t: 4k 16k READ direct: refused
 * here"; what the exit status is about.
 */
void	report_troubles(const struct result *r,
	    void (*tell)(void *context, const char *sentence), void *context);

/* "30 passes, writes up to 16 GiB, about 4 min; Ctrl-C prints what there is" */
void	report_before(FILE *f, const struct plan *p, size_t target,
	    double seconds, bool utf8);

/* ---- dd's closing lines: for --format=dd and the dd form ---- */

struct dd_counts {
	uint64_t	 in_full, in_part, out_full, out_part;
	uint64_t	 bytes;
	uint64_t	 ns;
};
/* "N+M records in\nN+M records out\n" */
void	ddline_records(FILE *f, const struct dd_counts *c);
/* The transfer line, with its line end, byte for byte as GNU dd 9 or
   FreeBSD's dd print it, in C locale digits. */
void	ddline_transfer(FILE *f, const struct dd_counts *c,
	    enum style_mode style);
/* GNU's figure for a byte count ("1.0 kB", si) or "" below its limit. */
enum { DDLINE_TEXT = 32 };
char	*ddline_human(uint64_t bytes, bool si, char buf[DDLINE_TEXT]);

/* ---- result files ---- */

struct outfile {
	const struct report *report;
	const char	*path;		/* as typed; belongs to the caller */
	char		*real;		/* links followed; owned; NULL where
					   that is no file */
	int		 dir_fd;	/* its directory, when there is real */
	char		*temporary;	/* name beside it, owned; NULL for what
					   grows and streams, written to f */
	FILE		*f;		/* NULL where there is a temporary */
	int		 error;		/* of a row, negative errno; 0 */
	bool		 is_ours;	/* made, and there is no row yet */
	bool		 is_link;	/* path is a link that is followed */
};

/*
 * Check and open a result file.  Refused: block devices, any target (device
 * and inode), directories, a non-empty file that does not begin like the
 * format, a symbolic link to any of these, and the place of another result:
 * those from first to o, if o is in an array.  Nor is a link
 * followed that others may have laid, and what was looked at is what is
 * written, whoever renames there: else -ESTALE.  What grows by each pass is
 * appended to in place (header when new), others are written beside and
 * renamed by outfile_finish().  FIFOs, /dev/null and its kin, and what
 * standard output or error already is (/dev/stdout), are written directly.
 * 0 or -errno with d filled; then there is nothing to finish or abandon.
 */
int	outfile_open(struct outfile *o, const struct outfile *first,
	    const struct report *report, const char *path,
	    const struct target *target, size_t targets, struct diag *d);
/*
 * What grows: the rows of a cell's last sample, written out at once, and
 * whole or (in a regular file) not at all.  After the first that fails no
 * more are written; outfile_finish() says why.
 */
void	outfile_row(struct outfile *o, const struct result *r, size_t cell);
/* Write the format (what grew: nothing more) and put it in place. */
int	outfile_finish(struct outfile *o, const struct result *r,
	    const struct report_look *look, struct diag *d);
/* Drop it: what grew keeps its rows; what has none was not there before. */
void	outfile_abandon(struct outfile *o);

/* ---- progress ---- */

/*
 * The second thread: draws the progress line (about five times a second when
 * progress is true) and answers SIGUSR1 (SIGINFO where it exists) with one
 * status line at any time.  It only reads the meter, and stores its own CPU
 * there.  The signals must be blocked in the caller before watch_start() and
 * stay so; SIGINFO, which is ignored by default, also wants a handler.  0 or
 * -errno.
 */
int	watch_start(struct watch **out, struct meter *meter, FILE *f,
	    bool progress, bool utf8);
/* Erase the progress line and keep the thread from writing, so that other
   text can be printed; it goes on with watch_resume(), which must come before
   watch_stop(). */
void	watch_pause(struct watch *w);
void	watch_resume(struct watch *w);
void	watch_stop(struct watch *w);

#endif
