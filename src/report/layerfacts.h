/* layerfacts -- what the facts of a layer are called, and how they read. */
#ifndef SEQBENCH_REPORT_LAYERFACTS_H
#define SEQBENCH_REPORT_LAYERFACTS_H

#include <stdbool.h>

#include "seqbench/layers.h"

enum layer_unit { UNIT_TEXT, UNIT_BYTES, UNIT_COUNT, UNIT_BOOL };

struct layer_fact {
	enum layer_unit	 unit;
	unsigned	 index;		/* enum layer_text or layer_number */
	const char	*name;		/* in JSON */
	/* Before a value, or for true; NULL: not said. */
	const char	*words;
	const char	*otherwise;	/* for false */
};

/* In the order in which they are told; name NULL ends. */
extern const struct layer_fact layer_facts[];

/* "queue depth 32", "not rotating"; "" for what is not known or not said. */
enum { LAYER_FACT = 4352 };	/* a path and a few words */
char	*layer_fact_text(char buf[LAYER_FACT], const struct layer *l,
	    const struct layer_fact *fact);

/* What people call it: "vg-home", "/dev/sda"; never empty. */
const char *layer_name(const struct layer *l);
/* What it is: "raid1", "LUKS", else its kind. */
const char *layer_type(const struct layer *l);

#endif
