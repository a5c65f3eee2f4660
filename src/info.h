/* info -- "seqbench info [-f json] TARGET...". */
#ifndef INFO_H
#define INFO_H

/*
 * Print what each target of argv[first..] lies on.  Nothing is opened.
 * Returns the exit status (enum status): of the targets that could not be
 * looked at, which are told and left out.
 */
int	info_main(int argc, char *argv[], int first);

#endif
