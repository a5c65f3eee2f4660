/*
 * readloop -- the bare loop that bench-peers holds seqbench against.
 *
 *	readloop cached|direct FILE BLOCK BYTES
 *
 * Reads the first BYTES of FILE into a buffer of the kind that seqbench has
 * (aligned to 2 MiB, huge pages asked for, touched) and prints the bytes and
 * the ns of the loop by its own clock.
 */
#include <sys/mman.h>

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define HUGE_PAGE	((size_t)2 << 20)

static char *
buffer_make(size_t len)
{
	size_t whole = (len + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
	char *p = mmap(NULL, whole + HUGE_PAGE, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		return NULL;
	p += -(uintptr_t)p % HUGE_PAGE;
	(void)madvise(p, whole, MADV_HUGEPAGE);
	return memset(p, 0, whole);
}

static uint64_t
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static uint64_t
read_all(int fd, char *buffer, size_t block, uint64_t bytes)
{
	uint64_t done = 0;
	ssize_t n;

	while (done < bytes && (n = read(fd, buffer, block)) > 0)
		done += (uint64_t)n;
	return done;
}

int
main(int argc, char *argv[])
{
	uint64_t bytes, done, start;
	size_t block;
	char *buffer;
	int fd;

	if (argc != 5) {
		fputs("usage: readloop cached|direct FILE BLOCK BYTES\n", stderr);
		return 2;
	}
	block = (size_t)strtoull(argv[3], NULL, 10);
	bytes = strtoull(argv[4], NULL, 10);
	fd = open(argv[2], strcmp(argv[1], "direct") == 0 ?
	    O_RDONLY | O_DIRECT : O_RDONLY);
	buffer = buffer_make(block);
	if (fd < 0 || buffer == NULL) {
		perror(argv[2]);
		return 1;
	}
	start = now();
	done = read_all(fd, buffer, block, bytes);
	printf("%llu %llu\n", (unsigned long long)done,
	    (unsigned long long)(now() - start));
	return done == bytes ? 0 : 1;
}
