/* meter -- the phase that is shown, handed from thread to thread. */
#include "seqbench/meter.h"

#include <stddef.h>

void
meter_show(struct meter *m, const struct meter_phase *phase)
{
	pthread_mutex_lock(&m->lock);
	for (size_t i = 0; i < METER_LANES; i++) {
		meter_set(&m->lane[i].bytes, 0);
		meter_set(&m->lane[i].flushed, 0);
	}
	m->shown = phase != NULL;
	if (phase != NULL)
		m->phase = *phase;
	pthread_mutex_unlock(&m->lock);
}

bool
meter_look(struct meter *m, struct meter_phase *phase, uint64_t *bytes,
    uint64_t *flushed)
{
	bool shown;

	pthread_mutex_lock(&m->lock);
	shown = m->shown;
	if (shown)
		*phase = m->phase;
	*bytes = *flushed = 0;
	for (size_t i = 0; i < METER_LANES; i++) {
		*bytes += atomic_load_explicit(&m->lane[i].bytes,
		    memory_order_relaxed);
		*flushed += atomic_load_explicit(&m->lane[i].flushed,
		    memory_order_relaxed);
	}
	pthread_mutex_unlock(&m->lock);
	return shown;
}
