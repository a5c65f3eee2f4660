/* test_shared -- what passes at the same time find in each other's counters. */
#include "lab.h"

#include <string.h>

#include "../../../src/run/shared.h"

int	test_shared(void);

enum { SDA = 1, SDA1, SDA2, SDB, MD };

/* What lies on which disks, and is counted by which device; 0: none. */
static const struct place {
	const char	*name, *disk;
	dev_t		 device;
	dev_t		 bottom[2];
} places[] = {
	{ "sda", "sda", SDA, { SDA, 0 } },
	{ "sda1", "sda", SDA1, { SDA, 0 } },
	{ "sda2", "sda", SDA2, { SDA, 0 } },
	{ "sdb", "sdb", SDB, { SDB, 0 } },
	{ "md0", "md0", MD, { SDA, SDB } },
	{ "btrfs", "", 0, { SDA, SDB } },
	{ "tmpfs", "", 0, { 0, 0 } },
};

struct one {
	struct target	 target;
	struct site	 site;
	struct plan_cell cell;
	struct pass	 pass;
};

static void
make(struct one *o, const char *name, const char *engine)
{
	const struct place *p = places;

	while (strcmp(p->name, name) != 0)
		p++;
	*o = (struct one){
		.cell.engine = engine_find(engine),
		.site = { .target = &o->target, .device = p->device },
		.pass = { .site = &o->site, .cell = &o->cell },
	};
	if (p->device != 0)
		snprintf(o->target.device.name, sizeof o->target.device.name,
		    "%s", p->name);
	snprintf(o->target.device.disk, sizeof o->target.device.disk, "%s",
	    p->disk);
	for (size_t i = 0; i < 2 && p->bottom[i] != 0; i++) {
		struct layer *l = layers_add(&o->target.layers, LAYER_DISK, 1);

		assert_non_null(l);
		l->device = p->bottom[i];
		l->bottom = true;
	}
}

static void
what_another_pass_moves_is_found_where_its_disks_are(void **state)
{
	static const struct {
		const char	*p, *q;
		bool		 device, counters, bottom;
	} rows[] = {
		{ "sda", "sda1", true, true, true },
		{ "sda1", "sda", false, false, true },
		{ "sda1", "sda1", true, true, true },
		{ "sda1", "sda2", false, false, true },
		{ "sdb", "sda", false, false, false },
		/* A member sees its part of the array, not the reverse. */
		{ "sda", "md0", true, false, true },
		{ "md0", "sda", false, false, true },
		/* Without a device its disks are counted instead. */
		{ "btrfs", "sda", true, true, true },
		{ "btrfs", "sda1", true, true, true },
		{ "btrfs", "md0", true, true, true },
		{ "btrfs", "btrfs", true, true, true },
		{ "sda", "btrfs", true, false, true },
		{ "md0", "btrfs", false, false, true },
		{ "tmpfs", "sda", false, false, false },
		{ "sda", "tmpfs", false, false, false },
		{ "tmpfs", "tmpfs", false, false, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct one p, q;

		make(&p, rows[i].p, "buffered");
		make(&q, rows[i].q, "buffered");
		if (shared_device(&p.pass, &q.pass) != rows[i].device ||
		    shared_counters(&p.pass, &q.pass) != rows[i].counters ||
		    shared_bottom(&p.pass, &q.pass) != rows[i].bottom)
			fail_msg("%s, %s", rows[i].p, rows[i].q);
		layers_release(&p.target.layers);
		layers_release(&q.target.layers);
	}
}

static void
what_touches_no_device_shares_none(void **state)
{
	struct one p, q;

	(void)state;
	make(&p, "sda", "null");
	make(&q, "sda", "buffered");
	assert_false(shared_device(&p.pass, &q.pass));
	assert_false(shared_device(&q.pass, &p.pass));
	assert_false(shared_counters(&q.pass, &p.pass));
	assert_false(shared_bottom(&p.pass, &q.pass));
	layers_release(&p.target.layers);
	layers_release(&q.target.layers);
}

int
test_shared(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    what_another_pass_moves_is_found_where_its_disks_are),
		cmocka_unit_test(what_touches_no_device_shares_none),
	};

	return cmocka_run_group_tests_name("shared", tests, NULL, NULL);
}
