/* shared -- the devices that two passes both reach. */

#include "shared.h"

#include <string.h>

static bool
has_bottom(const struct pass *p, dev_t device)
{
	const struct layers *l = &p->site->target->layers;

	for (size_t i = 0; i < l->n; i++)
		if (l->layer[i].bottom && l->layer[i].device == device)
			return true;
	return false;
}

/* How many of q's bottoms does p have too? */
static size_t
bottoms_of_both(const struct pass *p, const struct pass *q)
{
	const struct layers *l = &q->site->target->layers;
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++)
		n += l->layer[i].bottom && has_bottom(p, l->layer[i].device);
	return n;
}

/* Where p has no device, its bottoms are counted in place of one. */
static bool
counts(const struct pass *p, dev_t device)
{
	return pass_device(p) != 0 ? pass_device(p) == device :
	    has_bottom(p, device);
}

/* So many of q's bottoms are in the counters of p's device. */
static size_t
counted_bottoms(const struct pass *p, const struct pass *q)
{
	if (pass_device(p) == 0)
		return bottoms_of_both(p, q);
	return has_bottom(q, pass_device(p)) ? 1 : 0;
}

/* The same device, or the disk that it is a part of. */
static bool
counts_device_of(const struct pass *p, const struct pass *q)
{
	const struct device_facts *a = &p->site->target->device;
	const struct device_facts *b = &q->site->target->device;

	if (pass_device(q) == 0)
		return false;
	return counts(p, pass_device(q)) || (pass_device(p) != 0 &&
	    a->name[0] != '\0' && strcmp(a->name, b->disk) == 0);
}

bool
shared_device(const struct pass *p, const struct pass *q)
{
	return pass_touches(p) && pass_touches(q) &&
	    (counts_device_of(p, q) || counted_bottoms(p, q) > 0);
}

bool
shared_counters(const struct pass *p, const struct pass *q)
{
	size_t bottoms = layers_bottoms(&q->site->target->layers);

	return pass_touches(p) && pass_touches(q) &&
	    (counts_device_of(p, q) ||
	    (bottoms > 0 && counted_bottoms(p, q) == bottoms));
}

bool
shared_bottom(const struct pass *p, const struct pass *q)
{
	return pass_touches(p) && pass_touches(q) &&
	    bottoms_of_both(p, q) > 0;
}
