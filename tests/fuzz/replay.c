/*
 * replay -- every input of the corpus again, without a fuzzer.
 *
 *	replay DIRECTORY	all; DIRECTORY/NAME holds the target NAME's
 *	replay TARGET FILE...	these
 */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "fuzz/targets.h"

static int
replay_file(const struct fuzz_target *t, const char *path)
{
	uint8_t data[FUZZ_TEXT];
	FILE *f = fopen(path, "r");
	size_t size;

	if (f == NULL) {
		perror(path);
		return -1;
	}
	size = fread(data, 1, sizeof(data), f);
	fclose(f);
	fuzz_target_run(t, data, size);
	return 0;
}

/* How many there were, or -1. */
static int
replay_directory(const struct fuzz_target *t, const char *corpus)
{
	char directory[PATH_MAX / 2], path[PATH_MAX];
	const struct dirent *e;
	int n = 0, rc = 0;
	DIR *dir;

	snprintf(directory, sizeof(directory), "%s/%s", corpus, t->name);
	dir = opendir(directory);
	if (dir == NULL) {
		perror(directory);
		return -1;
	}
	while (rc == 0 && (e = readdir(dir)) != NULL) {
		if (e->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "%s/%s", directory, e->d_name);
		rc = replay_file(t, path);
		n++;
	}
	closedir(dir);
	return rc < 0 || n == 0 ? -1 : n;
}

static int
replay_all(const char *corpus)
{
	int all = 0;

	for (const struct fuzz_target *t = fuzz_targets; t->name != NULL;
	    t++) {
		int n = replay_directory(t, corpus);

		if (n < 0)
			return 1;
		all += n;
	}
	printf("%d passed, 0 failed\n", all);
	return 0;
}

int
main(int argc, char *argv[])
{
	const struct fuzz_target *t;

	if (argc == 2)
		return replay_all(argv[1]);
	t = argc > 2 ? fuzz_target_find(argv[1]) : NULL;
	if (t == NULL)
		return 2;
	for (int i = 2; i < argc; i++)
		if (replay_file(t, argv[i]) < 0)
			return 1;
	return 0;
}
