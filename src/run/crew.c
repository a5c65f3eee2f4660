/* crew -- the jobs of a pass, begun together and added up. */

#include "crew.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "seqbench/counters.h"
#include "seqbench/file.h"
#include "seqbench/sys.h"

/* ---- one job ---- */

static int
job_open(struct job *j)
{
	const struct crew_order *order = &j->crew->order;
	const struct loop *l = &j->loop;
	const struct issuer_args args = {
		.fd = j->own_fd >= 0 ? j->own_fd : order->fd,
		.direction = l->direction,
		.depth = order->depth,
		.block = l->block,
		.buffer = l->buffer,
		.buffer_bytes = l->buffer_bytes,
		.offset = l->offset,
		.bytes = l->bytes,
	};

	j->rc = issuer_open(&j->context, order->issuer, &args, &j->diag);
	if (j->rc == 0 && order->issuer->describe != NULL)
		order->issuer->describe(&j->context, j->queue);
	return j->rc;
}

static void
job_run(struct job *j)
{
	j->rc = loop_run(&j->loop);
	j->end_ns = sys_now();
	series_note(&j->series, j->end_ns - j->loop.start_ns, j->loop.done);
}

uint64_t
crew_thread_ns(void)
{
	uint64_t user, system;

	counters_thread(&user, &system);
	return user + system;
}

/* An issuer is opened, used and closed in one thread. */
static void *
job_thread(void *arg)
{
	struct job *j = arg;
	uint64_t before;
	bool go;

	(void)job_open(j);
	go = crew_may_go(j->crew);
	before = crew_thread_ns();
	if (go)
		job_run(j);
	issuer_close(&j->context);
	j->loop.thread_ns = crew_thread_ns() - before;
	return NULL;
}

/* Part i of n: whole blocks as evenly as can be, the tail to the last. */
static void
job_make(struct job *j, struct crew *c, const struct loop *whole, unsigned i)
{
	uint64_t blocks = whole->bytes / whole->block;
	uint64_t first = blocks * i / c->jobs * whole->block;
	uint64_t end = i + 1 == c->jobs ? whole->bytes :
	    blocks * (i + 1) / c->jobs * whole->block;
	size_t buffer = whole->buffer_bytes / c->jobs;

	j->crew = c;
	j->own_fd = -1;
	j->loop = *whole;
	j->loop.context = &j->context;
	j->loop.offset += first;
	j->loop.bytes = end - first;
	j->loop.buffer += buffer * i;
	j->loop.buffer_bytes = buffer;
	j->loop.lane += i;
	j->loop.limit_ns = c->order.limit_ns;
	hist_init(&j->hist);
	series_init(&j->series, c->order.interval_ns);
	j->loop.hist = c->order.timed ? &j->hist : NULL;
	j->loop.series = &j->series;
	j->loop.tally = &j->tally;
	if (c->order.moved != NULL)
		j->loop.bytes = c->order.moved[i].bytes;
}

/* ---- all of them ---- */

/* In threads of their own?  Else the only job is the caller's. */
static bool
has_threads(const struct crew *c)
{
	return c->jobs > 1 || c->order.gate != NULL;
}

static void
crew_join(struct crew *c)
{
	for (unsigned i = 0; i < c->jobs; i++) {
		if (c->job[i].started)
			pthread_join(c->job[i].thread, NULL);
		c->job[i].started = false;
	}
}

static int
crew_start(struct crew *c, struct diag *d)
{
	int rc;

	for (unsigned i = 0; i < c->jobs; i++) {
		rc = -pthread_create(&c->job[i].thread, NULL, job_thread,
		    &c->job[i]);
		if (rc < 0)
			return diag_set(d, rc, "job %u of %u: no thread: %s",
			    i + 1, c->jobs, strerror(-rc));
		c->job[i].started = true;
	}
	crew_gather(c);
	return 0;
}

/* The first has the descriptor that is there. */
static int
open_again(struct crew *c, struct diag *d)
{
	for (unsigned i = 1; i < c->jobs && c->order.reopen; i++) {
		int fd = file_reopen(c->order.fd, c->order.flags), rc = 0;

		c->job[i].own_fd = fd;
		if (fd >= 0 && c->order.no_readahead)
			rc = sys_no_readahead(fd);
		if (fd < 0 || rc < 0)
			return diag_set(d, fd < 0 ? fd : rc, "job %u of %u: "
			    "can't be opened again: %s%s", i + 1, c->jobs,
			    strerror(fd < 0 ? -fd : -rc),
			    fd == -EMFILE ? "; raise the limit: ulimit -n" :
			    "");
	}
	return 0;
}

int
crew_begin(struct crew *c, const struct loop *whole,
    const struct crew_order *order, struct diag *d)
{
	int rc;

	*c = (struct crew){ .order = *order };
	c->job = calloc(order->jobs, sizeof *c->job);
	if (c->job == NULL)
		return diag_memory(d);
	c->jobs = order->jobs;
	gate_make(&c->own);
	c->gate = order->gate != NULL ? order->gate : &c->own;
	for (unsigned i = 0; i < c->jobs; i++)
		job_make(&c->job[i], c, whole, i);
	if ((rc = open_again(c, d)) < 0)
		return rc;
	rc = has_threads(c) ? crew_start(c, d) : job_open(&c->job[0]);
	for (unsigned i = 0; i < c->jobs; i++)
		if (c->job[i].rc < 0)
			return diag_set(d, c->job[i].rc, "%s",
			    c->job[i].diag.text);
	return rc;
}

static void
add_up(struct loop *whole, const struct job *j)
{
	const struct loop *l = &j->loop;

	whole->done += l->done;
	whole->transfers += l->transfers;
	whole->short_transfers += l->short_transfers;
	whole->limited |= l->limited;
	whole->ended |= l->ended;
	whole->thread_ns += l->thread_ns;
	if (whole->tally != NULL)
		verify_merge(whole->tally, l->tally);
	if (l->start_ns < whole->start_ns)
		whole->start_ns = l->start_ns;
	if (j->rc < 0 && whole->failed_op == NULL) {
		whole->failed_op = l->failed_op;
		whole->failed_at = l->failed_at;
	}
}

int
crew_run(struct crew *c, struct loop *whole, uint64_t *end_ns)
{
	int rc = 0;

	if (has_threads(c)) {
		if (c->gate == &c->own)
			gate_open(c->gate);
		crew_join(c);
	} else
		job_run(&c->job[0]);
	whole->start_ns = UINT64_MAX;
	*end_ns = 0;
	for (unsigned i = 0; i < c->jobs; i++) {
		add_up(whole, &c->job[i]);
		if (c->job[i].end_ns > *end_ns)
			*end_ns = c->job[i].end_ns;
		if (rc == 0)
			rc = c->job[i].rc;
	}
	return rc;
}

int
crew_sample(const struct crew *c, const struct loop *whole, struct sample *s,
    struct hist *hist)
{
	hist_init(hist);
	series_init(&s->series, c->job[0].series.width_ns);
	for (unsigned i = 0; i < c->jobs; i++) {
		hist_merge(hist, &c->job[i].hist);
		series_merge(&s->series, &c->job[i].series);
	}
	latency_make(&s->latency, hist);
	s->in_flight = hist->count > 0 && s->transfer_ns > 0 ?
	    (double)hist->sum_ns / (double)s->transfer_ns : -1;
	if (c->jobs <= 1)
		return 0;
	s->job = calloc(c->jobs, sizeof *s->job);
	if (s->job == NULL)
		return -ENOMEM;
	s->jobs = c->jobs;
	for (unsigned i = 0; i < c->jobs; i++)
		s->job[i] = (struct job_sample){
			.start_ns = c->job[i].loop.start_ns - whole->start_ns,
			.transfer_ns = c->job[i].end_ns -
			    c->job[i].loop.start_ns,
			.bytes = c->job[i].loop.done,
			.offset = c->job[i].loop.offset,
		};
	return 0;
}

void
crew_end(struct crew *c)
{
	if (c->jobs == 0)
		return;
	crew_send_home(c);
	crew_join(c);
	if (!has_threads(c))
		issuer_close(&c->job[0].context);
	for (unsigned i = 0; i < c->jobs; i++)
		if (c->job[i].own_fd >= 0)
			(void)sys_close(c->job[i].own_fd);
	free(c->job);
	gate_release(&c->own);
	*c = (struct crew){ 0 };
}
