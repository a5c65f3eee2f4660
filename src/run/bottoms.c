/* bottoms -- the devices at the bottom of a target, counted together. */

#include "site.h"

/* They are busy at the same time, so that time has no sum. */
static void
add_counters(struct device_counters *sum, const struct device_counters *one)
{
	known_add(&sum->read_bytes, one->read_bytes);
	known_add(&sum->write_bytes, one->write_bytes);
	known_add(&sum->reads, one->reads);
	known_add(&sum->writes, one->writes);
	known_add(&sum->discard_bytes, one->discard_bytes);
	known_add(&sum->in_flight, one->in_flight);
	known_add(&sum->queue_ns, one->queue_ns);
	sum->busy_ns = NOT_KNOWN;
}

void
bottoms_counters(dev_t device, const struct layers *l,
    struct device_counters *out)
{
	struct device_counters one;
	size_t n = 0;

	counters_device(device, out);
	for (size_t i = 0; device == 0 && i < l->n; i++) {
		if (!l->layer[i].bottom)
			continue;
		counters_device(l->layer[i].device, &one);
		if (n++ == 0)
			*out = one;
		else
			add_counters(out, &one);
	}
}
