/* jsonparts -- the members of the JSON record that have a file of their own. */
#ifndef SEQBENCH_JSONPARTS_H
#define SEQBENCH_JSONPARTS_H

#include "seqbench/result.h"

#include "jsonwriter.h"

enum { JSON_FORMAT = 1 };	/* grows when a field changes its meaning */

void	json_host(struct json *j, const struct host *h);
void	json_targets(struct json *j, const struct result *r);
void	json_layers(struct json *j, const struct layers *l);
/* Of a target what is known before set-up; the object stays open. */
void	json_place(struct json *j, const struct target *t);
void	json_cells(struct json *j, const struct result *r);

/* Members of a sample; null where they were not taken. */
void	json_latency(struct json *j, const struct latency *l);
void	json_series(struct json *j, const struct series *s);
void	json_verify(struct json *j, const struct verification *v);
void	json_jobs(struct json *j, const struct sample *s);

#endif
