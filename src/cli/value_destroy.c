/* value_destroy -- devices that may be written, and what they may lose. */
#include <string.h>

#include "cli.h"

static int
is_empty(const struct option_use *use, struct diag *d)
{
	return *use->text != '\0' ? 0 :
	    value_refuse(d, use, "an empty %s", use->row->argument);
}

/* Twice would leave open which of two --lose it means. */
int
value_destroy(const struct option_use *use, struct options *o,
    struct diag *d)
{
	struct destroy_list *list = &o->destroy;
	int rc = is_empty(use, d);

	if (rc < 0)
		return rc;
	for (size_t i = 0; i < list->n; i++)
		if (strcmp(list->item[i].device, use->text) == 0)
			return value_refuse(d, use, "given twice");
	if (list->n == DESTROY_MAX)
		return value_refuse(d, use, "more than %d devices",
		    DESTROY_MAX);
	list->item[list->n++].device = use->text;
	return 0;
}

int
value_lose(const struct option_use *use, struct options *o, struct diag *d)
{
	struct destroy_list *list = &o->destroy;
	int rc = is_empty(use, d);

	if (rc < 0)
		return rc;
	list->item[list->n > 0 ? list->n - 1 : 0].lose = use->text;
	return 0;
}
