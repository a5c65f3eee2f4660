/*
 * sample_result -- a result made by hand, for tests of the formats: READ and
 * WRITE at 4k and 128k in /mnt/t, with the figures of the mail of 2007 in
 * three runs of 1 GiB, as design has it.  Tests change what they are about.
 */
#ifndef TESTS_UNIT_REPORT_SAMPLE_RESULT_H
#define TESTS_UNIT_REPORT_SAMPLE_RESULT_H

#include "seqbench/report.h"
#include "seqbench/result.h"

enum {
	SAMPLE_CELLS	= 8,	/* room; the first four are used */
	SAMPLE_RUNS	= 8,
};

struct sample_result {
	struct options	 options;
	struct target	 target;
	struct engine	 engine, direct;
	struct issuer	 issuer;
	struct plan_target plan_target[2];
	struct plan_cell plan_cell[SAMPLE_CELLS];
	struct plan	 plan;
	struct target_record record[2];
	struct sample	 sample[SAMPLE_CELLS][SAMPLE_RUNS];
	struct cell	 cell[SAMPLE_CELLS];
	struct star	 star[4];
	struct result	 result;
};

/* Nothing in it is owned: forget it without a release. */
void	sample_result_make(struct sample_result *s);

/*
 * Give cell i its runs: n rates in MB/s of 1 GiB each, and half, the half
 * width in MB/s that the summary is to show.
 */
void	sample_result_runs(struct sample_result *s, size_t i, size_t n,
	    const double *rate, double half);

/*
 * Add engine direct as a second variant of all four, with the same runs and
 * verdicts slower, none shown, equivalent and faster, ratio 0.96.
 */
void	sample_result_variant(struct sample_result *s);

/* What a format writes; free it. */
char	*sample_result_text(const struct sample_result *s,
	    const struct report_look *look,
	    void (*write)(FILE *, const struct result *,
	    const struct report_look *));

/* The format of that name, plain, contains part. */
void	sample_result_expect(const struct sample_result *s,
	    const char *format, const char *part);

#endif
