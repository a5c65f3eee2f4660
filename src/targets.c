/* targets -- those of a command line, before anything is touched. */

#include "targets.h"

#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "seqbench/diag.h"
#include "seqbench/engine.h"
#include "seqbench/file.h"
#include "seqbench/options.h"
#include "seqbench/sys.h"
#include "seqbench/target.h"

static bool
asks_for_raw(const struct options *o)
{
	for (size_t i = 0; i < o->engine.n; i++)
		if (engine_find(o->engine.item[i]) == engine_find("raw"))
			return true;
	return false;
}

int
targets_look(struct target **out, size_t *n, const struct options *o,
    bool only_there, struct diag *d)
{
	struct target *target;
	int rc;

	for (size_t i = 0; i < o->targets; i++)
		if ((rc = command_misplaced(o->target[i], d)) < 0)
			return rc;
	/* One more, so that it is never none. */
	target = *out = calloc(o->targets + 1, sizeof *target);
	if (target == NULL)
		return diag_memory(d);
	for (size_t i = 0; i < o->targets; i++) {
		++*n;
		rc = target_look(&target[i], o->target[i],
		    o->create || o->keep || only_there, d);
		if (rc < 0)
			return rc;
		if (asks_for_raw(o))
			target_look_below(&target[i]);
	}
	return 0;
}

void
targets_release(struct target *target, size_t n)
{
	for (size_t i = 0; i < n; i++)
		target_release(&target[i]);
	free(target);
}

/* What is written must not come from where it is written to. */
int
targets_check_data(const struct target *target, size_t n,
    const struct options *o, struct diag *d)
{
	struct stat st;
	int fd;

	if (o->data != DATA_FILE)
		return 0;
	fd = file_look(o->data_file, &st);
	if (fd < 0)
		return diag_set(d, fd, "--data file=%s: %s", o->data_file,
		    strerror(-fd));
	(void)sys_close(fd);
	for (size_t i = 0; i < n; i++)
		if (!target[i].missing &&
		    st.st_dev == target[i].st.st_dev &&
		    st.st_ino == target[i].st.st_ino)
			return diag_usage(d, "--data file=%s: is the target "
			    "itself", o->data_file);
	return 0;
}
