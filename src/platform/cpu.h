/*
 * cpu -- what each system tells of its CPUs in its own way.
 */
#ifndef SEQBENCH_CPU_H
#define SEQBENCH_CPU_H

struct cpu_counters;

/* Fill in what getrusage(2) does not have and is known; it is NOT_KNOWN. */
void	cpu_system(struct cpu_counters *out);

#endif
