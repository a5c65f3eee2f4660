/* engine -- engines and issuers by name; contexts made and undone. */

#include "seqbench/engine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "seqbench/diag.h"

const struct engine *
engine_find(const char *name)
{
	for (size_t i = 0; engines[i] != NULL; i++)
		if (strcmp(engines[i]->name, name) == 0)
			return engines[i];
	return NULL;
}

const struct issuer *
issuer_find(const char *name)
{
	for (size_t i = 0; issuers[i] != NULL; i++)
		if (strcmp(issuers[i]->name, name) == 0)
			return issuers[i];
	return NULL;
}

bool
issuer_is_async(const struct issuer *is)
{
	return is->submit != NULL;
}

int
issuer_usable(const struct issuer *is, char why[ISSUER_WHY])
{
	why[0] = '\0';
	if (is->absent != NULL) {
		snprintf(why, ISSUER_WHY, "%s", is->absent);
		return -ENOSYS;
	}
	return is->probe != NULL ? is->probe(why) : 0;
}

int
issuer_open(struct issuer_context *c, const struct issuer *is,
    const struct issuer_args *args, struct diag *d)
{
	int rc = 0;

	*c = (struct issuer_context){ .issuer = is, .args = *args };
	if (is->absent != NULL)
		rc = diag_set(d, -ENOSYS, "%s: %s", is->name, is->absent);
	if (rc == 0 && is->priv_size > 0 &&
	    (c->priv = calloc(1, is->priv_size)) == NULL)
		rc = diag_set(d, -ENOMEM, "%s: %s", is->name,
		    strerror(ENOMEM));
	if (rc == 0 && is->open != NULL)
		rc = is->open(c, d);
	if (rc < 0) {
		free(c->priv);
		*c = (struct issuer_context){ 0 };
	}
	return rc;
}

void
issuer_close(struct issuer_context *c)
{
	if (c->issuer != NULL && c->issuer->close != NULL)
		c->issuer->close(c);
	free(c->priv);
	*c = (struct issuer_context){ 0 };
}
