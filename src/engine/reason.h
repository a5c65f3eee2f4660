/* reason -- why the kernel refuses a queue or a flag, as a sentence. */
#ifndef ENGINE_REASON_H
#define ENGINE_REASON_H

#include "seqbench/engine.h"

struct feature {
	const char	*name;		/* "io_uring" */
	unsigned	 major, minor;	/* the release that brought it */
	const char	*option;	/* CONFIG_.. that builds it */
	bool		 sysctl;	/* kernel.io_uring_disabled counts */
};

/* The kernel is older than the feature; then why says so. */
bool	feature_old(const struct feature *f, char why[ISSUER_WHY]);

/* Why making the queue gave the negative errno code; returns code. */
int	feature_why(const struct feature *f, int code, char why[ISSUER_WHY]);

#endif
