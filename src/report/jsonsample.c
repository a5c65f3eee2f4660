/* jsonsample -- what a pass was like inside: latency, series and jobs. */
#include "jsonparts.h"

#include <math.h>
#include <stdio.h>

void
json_latency(struct json *j, const struct latency *l)
{
	if (l->count == 0) {
		json_null(j, "latency");
		return;
	}
	json_object(j, "latency");
	json_u64(j, "count", l->count);
	json_double(j, "mean_ns", (double)l->sum_ns / (double)l->count);
	for (enum latency_point p = 0; p < LATENCY_POINTS; p++) {
		char name[16];

		snprintf(name, sizeof(name), "%s_ns", latency_names[p]);
		json_u64(j, name, l->ns[p]);
	}
	json_end(j);
}

void
json_series(struct json *j, const struct series *s)
{
	if (s->used == 0) {
		json_null(j, "series");
		return;
	}
	json_object(j, "series");
	json_u64(j, "interval_ns", s->width_ns);
	json_array(j, "bytes");
	for (size_t i = 0; i < s->used; i++)
		json_u64(j, NULL, s->moved[i]);
	json_end(j);
	json_end(j);
}

void
json_jobs(struct json *j, const struct sample *s)
{
	if (s->job == NULL) {
		json_null(j, "jobs_detail");
		return;
	}
	json_array(j, "jobs_detail");
	for (size_t i = 0; i < s->jobs; i++) {
		const struct job_sample *job = &s->job[i];
		double rate = job_rate(job);

		json_object(j, NULL);
		json_u64(j, "start_ns", job->start_ns);
		json_u64(j, "transfer_ns", job->transfer_ns);
		json_u64(j, "bytes", job->bytes);
		json_double(j, "bytes_per_second", rate < 0 ? NAN : rate);
		json_end(j);
	}
	json_end(j);
}
