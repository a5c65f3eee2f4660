/* jsontarget -- the machine and the targets in the JSON record. */
#include "jsonparts.h"

#include <math.h>
#include <string.h>

#include "words.h"

static void	target_row(struct json *j, const struct result *r, size_t i);
static void	file_system_field(struct json *j, const struct fs_facts *fs);
static void	device_field(struct json *j, const struct device_facts *d);
static void	below_field(struct json *j, const struct device_facts *d,
		    const struct target_record *found);
static uint64_t	unless_zero(uint64_t value);

void
json_host(struct json *j, const struct host *h)
{
	json_object(j, "host");
	json_fact(j, "name", h->name);
	json_fact(j, "system", h->system);
	json_fact(j, "release", h->release);
	json_fact(j, "machine", h->machine);
	json_fact(j, "distribution", h->distribution);
	json_fact(j, "cpu", h->cpu);
	json_u64(j, "cpus", unless_zero(h->cpus));
	json_u64(j, "memory_bytes", unless_zero(h->memory_bytes));
	json_fact(j, "governor", h->governor);
	json_fact(j, "clock", h->clock);
	json_fact(j, "virtual_machine", h->virtual_machine);
	json_fact(j, "container", h->container);
	json_u64(j, "cgroup_memory_bytes", unless_zero(h->cgroup_memory_bytes));
	json_double(j, "cgroup_cpus", h->cgroup_cpus > 0 ?
	    h->cgroup_cpus : NAN);
	json_end(j);
}

void
json_targets(struct json *j, const struct result *r)
{
	json_array(j, "targets");
	for (size_t i = 0; i < r->plan->targets; i++)
		target_row(j, r, i);
	json_end(j);
}

void
json_place(struct json *j, const struct target *t)
{
	json_object(j, NULL);
	json_path(j, "path", t->path);
	json_path(j, "resolved", t->resolved);
	json_string(j, "kind", target_kind_text(t->kind));
	json_u64(j, "bytes", t->bytes);
	file_system_field(j, &t->fs);
	device_field(j, &t->device);
	json_layers(j, &t->layers);
}

static void
target_row(struct json *j, const struct result *r, size_t i)
{
	const struct target *t = r->plan->target[i].target;
	const struct target_record *found = &r->record[i];
	char limit[IO_LIMIT_WORD];

	json_place(j, t);
	json_u64(j, "sum_of", plan_is_total(r->plan, i) ?
	    r->plan->together : NOT_KNOWN);
	json_u64(j, "sector_bytes", t->sector_bytes);
	json_u64(j, "memory_align", unless_zero(t->memory_align));
	json_fact(j, "io_limit", word_io_limit(limit, &found->io_limit));
	json_double(j, "durable_bytes_per_second", found->durable_rate > 0 ?
	    found->durable_rate : NAN);
	json_bool(j, "layout_cut_short", found->cut_short);
	json_u64(j, "read_reached_bytes", unless_zero(found->reached[OP_READ]));
	json_u64(j, "write_reached_bytes",
	    unless_zero(found->reached[OP_WRITE]));
	below_field(j, &t->device, found);
	if (found->error[0] != '\0') {
		json_object(j, "error");
		json_string(j, "text", found->error);
		json_end(j);
	} else
		json_null(j, "error");
	json_end(j);
}

static void
file_system_field(struct json *j, const struct fs_facts *fs)
{
	if (fs->type[0] == '\0') {
		json_null(j, "file_system");
		return;
	}
	json_object(j, "file_system");
	json_string(j, "type", fs->type);
	json_path(j, "source", fs->source);
	json_path(j, "mount", fs->mount);
	json_fact(j, "options", fs->options);
	json_u64(j, "free_bytes", fs->free_bytes);
	json_u64(j, "block_bytes", unless_zero(fs->block_bytes));
	json_bool(j, "memory", fs->is_memory);
	json_bool(j, "read_only", fs->is_read_only);
	json_string(j, "cache_note", fs->cache_note);
	json_end(j);
}

static void
device_field(struct json *j, const struct device_facts *d)
{
	if (!d->known) {
		json_null(j, "device");
		return;
	}
	json_object(j, "device");
	json_path(j, "node", d->node);
	json_fact(j, "name", d->name);
	json_fact(j, "disk", d->disk);
	json_fact(j, "model", d->model);
	json_fact(j, "transport", d->transport);
	json_u64(j, "bytes", d->bytes);
	json_u64(j, "sector_bytes", unless_zero(d->sector_bytes));
	json_u64(j, "physical_bytes", unless_zero(d->physical_bytes));
	json_u64(j, "readahead_bytes", d->readahead_bytes);
	if (d->rotational < 0)
		json_null(j, "rotational");
	else
		json_bool(j, "rotational", d->rotational != 0);
	json_bool(j, "read_only", d->is_read_only);
	json_bool(j, "counters", !d->counts_off);
	json_fact(j, "scheduler", d->scheduler);
	json_fact(j, "write_cache", d->write_cache);
	json_string(j, "cache_note", d->cache_note);
	json_end(j);
}

/* What raw reads of a file or directory. */
static void
below_field(struct json *j, const struct device_facts *d,
    const struct target_record *found)
{
	if (found->below_extents == 0) {
		json_null(j, "raw");
		return;
	}
	json_object(j, "raw");
	json_path(j, "node", d->node);
	json_u64(j, "extents", found->below_extents);
	json_u64(j, "compared_blocks", found->below_compared);
	json_end(j);
}

/* A quantity that can't be zero: then nobody has found it out. */
static uint64_t
unless_zero(uint64_t value)
{
	return value != 0 ? value : NOT_KNOWN;
}
