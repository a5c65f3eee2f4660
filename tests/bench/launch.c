/*
 * launch -- how soon a command reads a file, and how much memory it has.
 *
 *	launch FILE COMMAND [ARG]...
 *
 * Prints the ns from just before the fork to the first read of FILE, and the
 * command's peak resident KiB.  The kernel asks (fanotify) before it lets the
 * read begin, so nothing of the read is in it, but waking up to answer is:
 * some 50 us.  0 ns: never read, or not root, who alone may be asked.
 */
#include <sys/fanotify.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static uint64_t
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static int
watch_reads(const char *path)
{
	int watch = fanotify_init(FAN_CLASS_CONTENT | FAN_CLOEXEC, O_RDONLY);

	if (watch >= 0 && fanotify_mark(watch, FAN_MARK_ADD, FAN_ACCESS_PERM,
	    AT_FDCWD, path) < 0) {
		close(watch);
		return -1;
	}
	return watch;
}

/* Closing the watch allows what is asked, and asks no more. */
static uint64_t
first_read(int watch, int end)
{
	struct pollfd p[2] = {
		{ .fd = watch, .events = POLLIN },
		{ .fd = end },		/* closed when the command ends */
	};
	int n = poll(p, 2, -1);
	uint64_t seen = now();

	close(watch);
	return n > 0 && (p[0].revents & POLLIN) != 0 ? seen : 0;
}

int
main(int argc, char *argv[])
{
	int end[2], status, watch;
	uint64_t start, seen = 0;
	struct rusage use;
	pid_t child;

	if (argc < 3 || pipe(end) < 0) {
		fputs("usage: launch FILE COMMAND [ARG]...\n", stderr);
		return 2;
	}
	watch = watch_reads(argv[1]);
	start = now();
	child = fork();
	if (child == 0) {
		close(end[0]);
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	close(end[1]);
	if (watch >= 0)
		seen = first_read(watch, end[0]);
	if (child < 0 || wait4(child, &status, 0, &use) < 0) {
		perror("launch");
		return 1;
	}
	printf("%llu %ld\n",
	    (unsigned long long)(seen == 0 ? 0 : seen - start),
	    use.ru_maxrss);
	return status == 0 ? 0 : 1;
}
