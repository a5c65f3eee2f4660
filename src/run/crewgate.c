/* crewgate -- where jobs wait for each other. */

#include "crew.h"

void
gate_make(struct gate *g)
{
	g->open = false;
	pthread_mutex_init(&g->lock, NULL);
	pthread_cond_init(&g->turn, NULL);
}

void
gate_open(struct gate *g)
{
	pthread_mutex_lock(&g->lock);
	g->open = true;
	pthread_cond_broadcast(&g->turn);
	pthread_mutex_unlock(&g->lock);
}

void
crew_gather(const struct crew *c)
{
	struct gate *g = c->gate;

	pthread_mutex_lock(&g->lock);
	while (c->ready < c->jobs)
		pthread_cond_wait(&g->turn, &g->lock);
	pthread_mutex_unlock(&g->lock);
}

bool
crew_may_go(struct crew *c)
{
	struct gate *g = c->gate;
	bool go;

	pthread_mutex_lock(&g->lock);
	c->ready++;
	pthread_cond_broadcast(&g->turn);
	while (!g->open && !c->sent_home)
		pthread_cond_wait(&g->turn, &g->lock);
	go = !c->sent_home;
	pthread_mutex_unlock(&g->lock);
	return go;
}

void
gate_release(struct gate *g)
{
	pthread_cond_destroy(&g->turn);
	pthread_mutex_destroy(&g->lock);
}

void
crew_send_home(struct crew *c)
{
	pthread_mutex_lock(&c->gate->lock);
	c->sent_home = true;
	pthread_cond_broadcast(&c->gate->turn);
	pthread_mutex_unlock(&c->gate->lock);
}
