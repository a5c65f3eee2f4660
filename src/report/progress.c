/*
 * progress -- the second thread: progress line, status lines.
 *
 * It waits in sigtimedwait(2): a signal is a request for a status line, the
 * end of the time is the next tick.  Without a progress line there are no
 * ticks, and so nothing that could disturb a pass.
 */
#include "seqbench/report.h"

#include <sys/ioctl.h>

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "seqbench/counters.h"
#include "seqbench/sys.h"

#include "progressline.h"

enum { TICK_NS = 200000000, COLUMNS = 79 };

struct watch {
	pthread_t	 thread;
	pthread_barrier_t up;		/* the thread is */
	pthread_mutex_t	 pen;		/* held by who writes to f */
	sigset_t	 signals;
	atomic_bool	 stop;
	struct meter	*meter;
	FILE		*f;
	bool		 progress, utf8;
	bool		 drawn;		/* the progress line is there */
	struct progress	 state;
};

static int	start_thread(struct watch *w);
static void	*watch_run(void *arg);
static void	release(struct watch *w);
static void	draw(struct watch *w);
static void	status(struct watch *w);
static void	erase(struct watch *w);
static size_t	columns_of(FILE *f);

int
watch_start(struct watch **out, struct meter *meter, FILE *f, bool progress,
    bool utf8)
{
	struct watch *w = calloc(1, sizeof(*w));
	int rc;

	*out = NULL;
	if (w == NULL)
		return -ENOMEM;
	w->meter = meter;
	w->f = f;
	w->progress = progress;
	w->utf8 = utf8;
	w->state.between = true;
	sigemptyset(&w->signals);
	sigaddset(&w->signals, SIGUSR1);
#ifdef SIGINFO
	sigaddset(&w->signals, SIGINFO);
#endif
	pthread_mutex_init(&w->pen, NULL);
	pthread_barrier_init(&w->up, NULL, 2);
	rc = start_thread(w);
	if (rc < 0) {
		release(w);
		return rc;
	}
	*out = w;
	return 0;
}

/*
 * All signals are the caller's but those that the thread waits for.  It is
 * waited for, so that it shares no descriptors when the first pass begins.
 */
static int
start_thread(struct watch *w)
{
	sigset_t all, old;
	int rc;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	rc = pthread_create(&w->thread, NULL, watch_run, w);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (rc == 0)
		pthread_barrier_wait(&w->up);
	return -rc;
}

void
watch_stop(struct watch *w)
{
	atomic_store(&w->stop, true);
	pthread_kill(w->thread, SIGUSR1);
	pthread_join(w->thread, NULL);
	erase(w);
	release(w);
}

/* Not before the thread has ended: it may still be leaving the barrier. */
static void
release(struct watch *w)
{
	pthread_barrier_destroy(&w->up);
	pthread_mutex_destroy(&w->pen);
	free(w);
}

void
watch_pause(struct watch *w)
{
	pthread_mutex_lock(&w->pen);
	erase(w);
}

void
watch_resume(struct watch *w)
{
	pthread_mutex_unlock(&w->pen);
}

static void *
watch_run(void *arg)
{
	const struct timespec tick = { .tv_nsec = TICK_NS };
	struct watch *w = arg;
	uint64_t user, system;
	int asked;

	(void)sys_keep_descriptors(fileno(w->f));
	pthread_barrier_wait(&w->up);
	for (;;) {
		asked = w->progress ?
		    sigtimedwait(&w->signals, NULL, &tick) :
		    sigwaitinfo(&w->signals, NULL);
		if (atomic_load(&w->stop))
			return NULL;
		pthread_mutex_lock(&w->pen);
		if (asked > 0)
			status(w);
		else if (w->progress)
			draw(w);
		pthread_mutex_unlock(&w->pen);
		counters_thread(&user, &system);
		meter_set(&w->meter->watcher_user_ns, user);
		meter_set(&w->meter->watcher_system_ns, system);
	}
}

static void
draw(struct watch *w)
{
	char line[PROGRESS_TEXT];

	progress_look(&w->state, w->meter, sys_now(), true);
	fprintf(w->f, "\r%s\033[K", progress_line(&w->state,
	    columns_of(w->f), w->utf8, line));
	fflush(w->f);
	w->drawn = true;
}

/* Not cut: it may go to a log. */
static void
status(struct watch *w)
{
	char line[PROGRESS_TEXT];

	erase(w);
	progress_look(&w->state, w->meter, sys_now(), false);
	fprintf(w->f, "%s\n", progress_line(&w->state, PROGRESS_TEXT,
	    w->utf8, line));
	fflush(w->f);
}

static void
erase(struct watch *w)
{
	if (!w->drawn)
		return;
	fputs("\r\033[K", w->f);
	fflush(w->f);
	w->drawn = false;
}

/* One less than the terminal has: the last one would wrap in some. */
static size_t
columns_of(FILE *f)
{
	struct winsize size;

	if (ioctl(fileno(f), TIOCGWINSZ, &size) < 0 || size.ws_col < 2)
		return COLUMNS;
	return size.ws_col - 1;
}
