/* scratch -- places for tests against the real system. */
#include "scratch.h"

#include <sys/stat.h>

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

int
scratch_setup(void **state)
{
	struct scratch *s = calloc(1, sizeof *s);
	const char *tmp = getenv("TMPDIR");

	if (s == NULL)
		return -1;
	snprintf(s->dir, sizeof s->dir, "%.30s/seqbench-test.XXXXXX",
	    tmp != NULL ? tmp : "/tmp");
	*state = s;
	return mkdtemp(s->dir) == NULL ? -1 : 0;
}

int
scratch_teardown(void **state)
{
	struct scratch *s = *state;
	int rc = rmdir(s->dir);

	if (rc < 0)
		print_error("%s: not empty after the tests\n", s->dir);
	free(s);
	return rc;
}

const char *
scratch_path(struct scratch *s, const char *name)
{
	snprintf(s->path, sizeof s->path, "%s/%s", s->dir, name);
	return s->path;
}

int
scratch_file(struct scratch *s, const char *name, size_t len)
{
	static const char page[4096] = { 'x' };
	int fd = open(scratch_path(s, name), O_RDWR | O_CREAT | O_EXCL |
	    O_CLOEXEC, 0644);

	assert_true(fd >= 0);
	for (size_t n; len > 0; len -= n) {
		n = len < sizeof page ? len : sizeof page;
		assert_int_equal(write(fd, page, n), n);
	}
	return fd;
}

void
scratch_need(bool condition, const char *why)
{
	if (condition)
		return;
	print_message("skipped: %s\n", why);
	skip();
}
