/* output -- where a session's results go: standard output and result files. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "seqbench/report.h"

enum { OUTPUT_FILES = 4 };	/* --json, --csv, --markdown, --log */

struct output {
	const struct report *formats;	/* given: those there are */
	const struct report *format;	/* of standard output */
	struct report_look look;
	bool		 progress;	/* a progress line is wanted */
	struct outfile	 file[OUTPUT_FILES];
	size_t		 files;
};

/* Choose format and look; 0, or -EINVAL with d filled. */
int	output_choose(struct output *out, const struct options *o,
	    struct diag *d);

/* Open the result files; 0 or -errno with d filled. */
int	output_open(struct output *out, const struct options *o,
	    const struct target *target, size_t targets, struct diag *d);

/* The rows of a cell's last pass, or of one that could not run. */
void	output_row(struct output *out, const struct result *r, size_t cell);

/* Write everything and tell what could not be; 0 or a negative errno. */
int	output_write(struct output *out, const struct result *r,
	    void (*tell)(void *context, const char *text), void *context);

/* "seqbench: TEXT" on standard error. */
void	output_tell(const char *text);

/* Is all of standard output where it goes?  0 or -errno with d filled. */
int	output_flush(struct diag *d);

/* Drop the files that were not written. */
void	output_release(struct output *out);

#endif
