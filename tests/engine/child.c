/* child -- a process that is held back, and what it has to say. */
#include "child.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <linux/filter.h>
#include <linux/seccomp.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

int
child_run(void (*f)(const void *, char *, size_t), const void *given,
    char *text, size_t size)
{
	int ends[2], status;
	ssize_t n;

	assert_int_equal(pipe(ends), 0);
	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0) {
		text[0] = '\0';
		f(given, text, size);
		_exit(write(ends[1], text, strlen(text)) < 0);
	}
	close(ends[1]);
	assert_true(pid > 0);
	n = read(ends[0], text, size - 1);
	assert_true(n >= 0);
	text[n] = '\0';
	close(ends[0]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return status;
}

void
child_forbid(long number, int code)
{
	struct sock_filter lines[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
		    offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 1),
		BPF_STMT(BPF_RET | BPF_K,
		    SECCOMP_RET_ERRNO | (uint32_t)code),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof lines / sizeof *lines, lines };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0)
		_exit(99);
}

void
child_limit(size_t soft, size_t hard)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_MEMLOCK, &limit) < 0)
		_exit(99);
	limit.rlim_cur = soft;
	if (limit.rlim_max > hard)
		limit.rlim_max = hard;
	if (setrlimit(RLIMIT_MEMLOCK, &limit) < 0 || setgid(65534) < 0 ||
	    setuid(65534) < 0)
		_exit(99);
}
