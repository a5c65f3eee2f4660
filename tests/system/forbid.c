/*
 * forbid -- WHAT ERRNO COMMAND...: run it where WHAT gives ERRNO:
 *
 *	io_uring	io_uring_setup(2)
 *	tmpfile		openat(2) with O_TMPFILE
 */
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <linux/filter.h>
#include <linux/seccomp.h>

#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The flags of openat(2), on machines whose low half comes first. */
#define FLAGS	offsetof(struct seccomp_data, args[2])

int
main(int argc, char **argv)
{
	unsigned code = argc > 3 ? (unsigned)atoi(argv[2]) : 0;
	struct sock_filter ring[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
		    offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_io_uring_setup, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | code),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_filter tmpfile[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
		    offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, FLAGS),
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_TMPFILE & ~O_DIRECTORY,
		    0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | code),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog programs[] = {
		{ sizeof ring / sizeof *ring, ring },
		{ sizeof tmpfile / sizeof *tmpfile, tmpfile },
	};

	if (code == 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER,
	    &programs[strcmp(argv[1], "tmpfile") == 0]) < 0) {
		fprintf(stderr, "forbid: no filter\n");
		return 99;
	}
	execvp(argv[3], argv + 3);
	perror(argv[3]);
	return 99;
}
