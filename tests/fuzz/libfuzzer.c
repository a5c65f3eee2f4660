/* libfuzzer -- its entries; SEQBENCH_FUZZ names the target. */
#include <stdio.h>
#include <stdlib.h>

#include "fuzz/targets.h"

static const struct fuzz_target *target;

int	LLVMFuzzerInitialize(int *argc, char ***argv);
int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *name = getenv("SEQBENCH_FUZZ");

	(void)argc;
	(void)argv;
	target = name != NULL ? fuzz_target_find(name) : NULL;
	if (target == NULL) {
		fputs("SEQBENCH_FUZZ names no target\n", stderr);
		exit(2);
	}
	return 0;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_target_run(target, data, size);
	return 0;
}
