/* bottoms -- the devices at the bottom of a target, counted together. */

#include "site.h"

/* One that is not known makes the sum unknown. */
static void
add(uint64_t *sum, uint64_t n)
{
	*sum = *sum == NOT_KNOWN || n == NOT_KNOWN ? NOT_KNOWN : *sum + n;
}

/* They are busy at the same time, so that time has no sum. */
static void
add_counters(struct device_counters *sum, const struct device_counters *one)
{
	add(&sum->read_bytes, one->read_bytes);
	add(&sum->write_bytes, one->write_bytes);
	add(&sum->reads, one->reads);
	add(&sum->writes, one->writes);
	add(&sum->discard_bytes, one->discard_bytes);
	add(&sum->in_flight, one->in_flight);
	add(&sum->queue_ns, one->queue_ns);
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
