/* site -- one target, from its set-up to its last pass. */

#include "below.h"
#include "setup.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "seqbench/sys.h"

const char *
site_sentence(const struct target *t, const char *text)
{
	size_t len = strlen(t->path);

	if (strncmp(text, t->path, len) == 0 &&
	    strncmp(text + len, ": ", 2) == 0)
		return text + len + 2;
	return text;
}

static uint64_t
larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* What it takes to read back what a cell has written. */
static uint64_t
memory_to_read(const struct plan_cell *c)
{
	struct plan_cell back = *c;

	back.op = OP_READ;
	return plan_cell_memory(&back);
}

void
site_check_memory(struct plan *plan, size_t index, size_t sharers)
{
	const struct plan_target *pt = &plan->target[index];
	uint64_t there = memory_available(), held[OP_COUNT] = { 0 };
	char needs[SIZE_TEXT], has[SIZE_TEXT];

	for (size_t i = 0; i < pt->cells; i++) {
		struct plan_cell *c = &plan->cell[pt->first_cell + i];
		uint64_t need = sharers * plan_cell_memory(c);
		enum op op = c->op == OP_READ ? OP_WRITE : OP_READ;
		uint64_t other = held[op];

		if (plan->verify && c->op == OP_WRITE)
			other = held[op] = larger(other,
			    sharers * memory_to_read(c));
		if (c->refused[0] != '\0')
			continue;
		if (need <= there && other <= there - need)
			held[c->op] = need;
		else
			snprintf(c->refused, sizeof c->refused,
			    "needs %s of memory for buffers; %s is available",
			    size_human(need + other, needs),
			    size_human(there, has));
	}
}

/* Where what is read lies: the same for all passes. */
static void
look_at_extents(struct site *site)
{
	const struct plan_target *pt = site->plan;
	struct extents e;
	int fd = site->layout_fd;

	if (fd < 0 && site->target->kind == TARGET_FILE && !pt->temporary)
		fd = site->sync_fd;
	if (pt->reads && fd >= 0 &&
	    file_extents(fd, pt->offset, pt->size, &e) == 0)
		site->extents = e;
}

int
site_open(struct site *site, struct session *s, size_t index, struct diag *d)
{
	struct target_record *record = &s->result->record[index];
	struct finding f = { 0 };
	int rc;

	*site = (struct site){
		.session = s,
		.index = index,
		.plan = &s->plan->target[index],
		.target = s->plan->target[index].target,
		.layout_fd = -1,
		.stream_fd = -1,
		.sync_fd = -1,
		.below.fd = -1,
		.extents = { NOT_KNOWN, NOT_KNOWN, 0 },
		.readahead = NOT_KNOWN,
		.setter = site,
	};
	if (site->target->device.known)
		site->device = site->target->device.number;
	host_io_limit(site->device, &record->io_limit);
	if ((rc = set_up(site, &f, d)) < 0)
		return rc;
	record->read_rate = f.read_rate;
	record->durable_rate = f.durable_rate;
	plan_close(s->plan, index, f.bytes, f.durable_rate,
	    &s->result->warnings);
	look_at_extents(site);
	return site_open_below(site);
}

int
site_close(struct site *site, bool completed, struct diag *d)
{
	const struct target *t = site->target;
	int rc = site_readahead_restore(site);

	if (rc < 0)
		diag_set(d, rc, "%s: can't be put back to %" PRIu64 " KiB: %s",
		    t->readahead.name, t->readahead.bytes / 1024,
		    strerror(-rc));
	if (completed && site->layout_fd >= 0 && t->missing &&
	    site->session->plan->options->keep) {
		rc = file_link(site->layout_fd, t->look_fd, t->name);
		if (rc < 0)
			diag_set(d, rc, "can't be kept: %s", strerror(-rc));
	}
	below_close(&site->below);
	if (site->layout_fd >= 0)
		(void)sys_close(site->layout_fd);
	if (site->stream_fd >= 0)
		(void)sys_close(site->stream_fd);
	if (site->sync_fd >= 0)
		(void)sys_close(site->sync_fd);
	buffer_release(&site->block);
	buffer_release(&site->pool);
	ledger_release(&site->ledger);
	return rc;
}
