/* engine -- looking up engines and issuers by name. */

#include "seqbench/engine.h"

#include <string.h>

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
