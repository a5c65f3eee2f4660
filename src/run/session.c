/* session -- every target in turn, or several at a time. */

#include "seqbench/run.h"

#include "ceiling.h"
#include "course.h"
#include "seqbench/sys.h"

void
session_phase(struct session *s, struct meter_phase phase)
{
	phase.start_ns = sys_now();
	meter_show(s->control->meter, &phase);
}

void
session_phase_again(struct session *s)
{
	struct meter_phase phase;
	uint64_t bytes, flushed;

	if (meter_look(s->control->meter, &phase, &bytes, &flushed))
		session_phase(s, phase);
}

void
run_plan(struct plan *p, const struct control *control,
    const struct run_hooks *hooks, struct result *r)
{
	struct session s = {
		.plan = p,
		.control = control,
		.result = r,
		.start_ns = sys_now(),
	};

	host_look(&r->host);
	if (p->together > 0)
		course_run(&s, 0, p->together, p->together, hooks);
	else
		for (size_t i = 0; i < p->targets && *control->stop == 0; i++)
			course_run(&s, i, 1, i, hooks);
	if (*control->stop == 0)
		r->null_ns = ceiling_measure(p->smallest_block,
		    p->time_limit_ns, control);
	buffer_release(&s.reference);
}
