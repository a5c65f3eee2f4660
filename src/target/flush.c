/*
 * flush -- dirty pages forced out in steps, so that a slow disk can be
 * stopped: one plain fdatasync(2) can't be, not even by SIGKILL.
 */
#include "flush.h"

#include <errno.h>

#include "seqbench/sys.h"
#include "seqbench/target.h"

#define STEP_MIN	(1ull << 20)
#define STEP_MAX	(8ull << 20)
#define STEP_FAST_NS	50000000ull	/* below it a step is doubled */
#define STEP_SLOW_NS	200000000ull	/* above it a step is halved */
#define CLEAN_NS	1000000ull	/* below it there was nothing to do */

static int	step_out(int fd, uint64_t off, uint64_t len,
		    const struct control *c);
static uint64_t	step_next(uint64_t step, uint64_t took_ns);

int
flush_steps(int fd, uint64_t off, uint64_t len, uint64_t deadline_ns,
    uint64_t floor, const struct control *c, uint64_t *flushed)
{
	const struct flush_range r = {
		.fd = fd,
		.off = off,
		.len = len,
		.deadline_ns = deadline_ns,
		.floor = floor,
	};
	int rc;

	rc = flush_write_out(&r, c, flushed);
	if (rc < 0 && rc != -ENOSYS)
		return rc;
	/* After the deadline it would write out all the rest as well. */
	if (rc == 0 && *flushed < len)
		return 0;
	if ((rc = flush_data(fd, c)) < 0)
		return rc;
	*flushed = len;
	meter_set(&c->meter->lane[c->lane].flushed, len);
	return 0;
}

int
flush_write_out(const struct flush_range *r, const struct control *c,
    uint64_t *done)
{
	uint64_t step = STEP_MIN, now = sys_now(), took = 0;

	*done = 0;
	while (*done < r->len) {
		uint64_t began = now;
		uint64_t len = r->len - *done < step ? r->len - *done : step;
		int rc;

		/* What is written out already is had for nothing. */
		if (r->deadline_ns != 0 && *done >= r->floor &&
		    now >= r->deadline_ns && took >= CLEAN_NS)
			return 0;
		if ((rc = step_out(r->fd, r->off + *done, len, c)) < 0)
			return rc;
		*done += len;
		meter_set(&c->meter->lane[c->lane].flushed,
		    r->before + *done);
		now = sys_now();
		took = now - began;
		step = step_next(step, took);
	}
	return 0;
}

int
flush_data(int fd, const struct control *c)
{
	int rc;

	do {
		if (*c->stop != 0)
			return -EINTR;
		rc = sys_fdatasync(fd);
	} while (rc == -EINTR);
	return rc;
}

static int
step_out(int fd, uint64_t off, uint64_t len, const struct control *c)
{
	int rc;

	do {
		if (*c->stop != 0)
			return -EINTR;
		rc = sys_write_out(fd, (off_t)off, (off_t)len);
	} while (rc == -EINTR);
	return rc;
}

static uint64_t
step_next(uint64_t step, uint64_t took_ns)
{
	if (took_ns < STEP_FAST_NS && step < STEP_MAX)
		return step * 2;
	if (took_ns > STEP_SLOW_NS && step > STEP_MIN)
		return step / 2;
	return step;
}
