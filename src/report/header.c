/* header -- what stands above a table: the target and where it lies. */
#include "header.h"

#include <string.h>

#include "page.h"
#include "words.h"

#include "seqbench/report.h"

void
header_title(const struct page *p, const struct target *t)
{
	char version[WORD];

	page_line(p, PAGE_TITLE, "seqbench %s: %s", word_version(version),
	    t->path);
}

/* "ext4 on /dev/sdb1", "nfs on host:/export", "tmpfs" */
static void
file_system(struct line *l, const struct target *t)
{
	const char *on = t->fs.source;

	if (t->device.known && t->device.node[0] != '\0')
		on = t->device.node;
	if (t->fs.type[0] == '\0')
		return;
	if (strchr(on, '/') != NULL)
		line_part(l, "%s on %s", t->fs.type, on);
	else
		line_part(l, "%s", t->fs.type);
}

static void
object(struct line *l, const struct target *t)
{
	const char *kind = target_kind_text(t->kind);
	const char *where = t->resolved;
	char size[SIZE_TEXT];

	if (t->kind == TARGET_DEVICE && t->device.node[0] != '\0')
		where = t->device.node;
	if (strcmp(where, t->path) == 0)
		where = "";
	if (t->missing)
		line_part(l, "new file");
	else if (t->kind != TARGET_DIRECTORY && t->bytes != NOT_KNOWN)
		line_part(l, "%s%s%s of %s", kind, *where ? " " : "", where,
		    size_human(t->bytes, size));
	else if (t->kind != TARGET_DIRECTORY || *where != '\0')
		line_part(l, "%s%s%s", kind, *where ? " " : "", where);
}

/* Of the disk that the device is, or is a part of. */
static const char *
link_speed(const struct target *t)
{
	const struct layers *l = &t->layers;

	for (size_t i = 0; i < l->n && !layers_stacked(l); i++)
		if (l->layer[i].bottom && l->layer[i].text[LAYER_LINK] != NULL)
			return l->layer[i].text[LAYER_LINK];
	return "";
}

static void
device(struct line *l, const struct target *t)
{
	const struct device_facts *d = &t->device;
	const char *link = link_speed(t);
	char size[WORD];

	if (!d->known)
		return;
	if (d->model[0] != '\0')
		line_part(l, "%s", d->model);
	if (d->transport[0] != '\0')
		line_part(l, "%s%s%s", d->transport, *link ? " " : "", link);
	if (d->sector_bytes != NOT_KNOWN && d->sector_bytes > 512)
		line_part(l, "sectors of %s", word_exact(size,
		    d->sector_bytes));
	if (d->readahead_bytes != NOT_KNOWN)
		line_part(l, "read-ahead %s", word_exact(size,
		    d->readahead_bytes));
}

/* What only --verbose wants to know of a device and a file system. */
static void
details(const struct page *p, const struct target *t)
{
	const struct device_facts *d = &t->device;
	struct line l;

	line_begin(&l, p, ", ");
	if (t->fs.options[0] != '\0')
		line_part(&l, "mounted %s", t->fs.options);
	if (d->known && d->rotational >= 0)
		line_part(&l, d->rotational ? "rotating" : "not rotating");
	if (d->known && d->scheduler[0] != '\0')
		line_part(&l, "scheduler %s", d->scheduler);
	if (d->known && d->write_cache[0] != '\0')
		line_part(&l, "write cache %s", d->write_cache);
	line_end(&l, PAGE_HEADER);
}

/* "3 targets at once: /dev/sda, /dev/sdb, /dev/sdc" */
static void
members(const struct page *p, const struct plan *plan)
{
	struct line l;

	line_begin(&l, p, ", ");
	for (size_t i = 0; i < plan->together; i++) {
		const char *path = plan->target[i].target->path;

		if (i == 0)
			line_part(&l, "%zu targets at once: %s",
			    plan->together, path);
		else
			line_part(&l, "%s", path);
	}
	line_end(&l, PAGE_HEADER);
}

void
header_place(const struct page *p, const struct plan *plan, size_t target)
{
	const struct target *t = plan->target[target].target;
	struct line l;

	if (plan_is_total(plan, target)) {
		members(p, plan);
		return;
	}
	line_begin(&l, p, ", ");
	object(&l, t);
	if (t->kind == TARGET_DIRECTORY || t->kind == TARGET_FILE)
		file_system(&l, t);
	device(&l, t);
	line_end(&l, PAGE_HEADER);
	header_stack(p, &t->layers);
	if (p->look->verbose)
		details(p, t);
}

void
header_host(const struct page *p, const struct host *h)
{
	char size[SIZE_TEXT];
	struct line l;

	line_begin(&l, p, ", ");
	if (h->name[0] != '\0')
		line_part(&l, "host %s", h->name);
	line_part(&l, "%s %s %s", h->system, h->release, h->machine);
	if (h->distribution[0] != '\0')
		line_part(&l, "%s", h->distribution);
	if (h->cpus > 0)
		line_part(&l, "%u CPU%s", h->cpus, h->cpus > 1 ? "s" : "");
	if (h->cpu[0] != '\0')
		line_part(&l, "%s", h->cpu);
	if (h->memory_bytes != NOT_KNOWN)
		line_part(&l, "memory %s", size_human(h->memory_bytes, size));
	if (h->clock[0] != '\0')
		line_part(&l, "clock %s", h->clock);
	line_end(&l, PAGE_HEADER);
}

void
header_write(const struct page *p, const struct result *r, size_t target,
    const struct sums *sums)
{
	header_title(p, r->plan->target[target].target);
	if (r->label != NULL && *r->label != '\0')
		page_line(p, PAGE_HEADER, "%s", r->label);
	header_place(p, r->plan, target);
	if (p->look->verbose)
		header_host(p, &r->host);
	header_conditions(p, r, target, sums);
	header_notes(p, r, target);
	page_line(p, PAGE_HEADER, "MB = 10^6 bytes");
}
