/* test_flags -- what the numbers of a pass say about it. */
#include "lab.h"

#include <string.h>

#include "../../../src/run/pass.h"

int	test_flags(void);

static const struct engine buffered = { .access = ACCESS_CACHED };
static const struct engine direct = { .access = ACCESS_DIRECT };
static const struct engine null = { .access = ACCESS_NONE };

/* Of 100 MiB: milliseconds, and KiB that the device moved or had cached. */
static const struct row {
	const char	*what;
	const struct engine *engine;
	enum op		 op;
	enum cache_mode	 cache;
	uint64_t	 ms, flush_ms, read, written, cached, others_ms;
	enum cache_check check;
	unsigned	 flags;
} rows[] = {
	{ "healthy", &buffered, OP_READ, CACHE_COLD,
	    500, 0, 102400, 0, 0, 0, CHECK_COLD, 0 },
	{ "short", &buffered, OP_READ, CACHE_COLD,
	    499, 0, 102400, 0, 0, 0, CHECK_COLD, FLAG_SHORT },
	{ "pages were cached", &buffered, OP_READ, CACHE_COLD,
	    1000, 0, 102400, 0, 103, 0, CHECK_RESIDENT, FLAG_CACHED },
	{ "a residue was", &buffered, OP_READ, CACHE_COLD,
	    1000, 0, 102400, 0, 102, 0, CHECK_RESIDENT, 0 },
	{ "the device gave less", &buffered, OP_READ, CACHE_COLD,
	    1000, 0, 92159, 0, 0, 0, CHECK_COLD, FLAG_CACHED },
	{ "a little less", &buffered, OP_READ, CACHE_COLD,
	    1000, 0, 92160, 0, 0, 0, CHECK_COLD, 0 },
	{ "warm, as asked", &buffered, OP_READ, CACHE_WARM,
	    1000, 0, 0, 0, 102400, 0, CHECK_NONE, 0 },
	{ "warm is not asked of direct", &direct, OP_READ, CACHE_WARM,
	    1000, 0, 0, 0, 0, 0, CHECK_NONE, FLAG_CACHED },
	{ "as it was, it was cached", &buffered, OP_READ, CACHE_AS_IS,
	    1000, 0, 0, 0, 102400, 0, CHECK_NONE, FLAG_CACHED },
	{ "not to be checked", &buffered, OP_READ, CACHE_COLD,
	    1000, 0, 102400, 0, 0, 0, CHECK_UNKNOWN, FLAG_UNCHECKED },
	{ "the device gave more", &buffered, OP_READ, CACHE_COLD,
	    1000, 0, 113153, 0, 0, 0, CHECK_COLD, FLAG_LOAD },
	{ "within the read-ahead", &buffered, OP_READ, CACHE_COLD,
	    1000, 0, 113152, 0, 0, 0, CHECK_COLD, 0 },
	{ "somebody wrote", &buffered, OP_READ, CACHE_COLD,
	    1000, 0, 102400, 10753, 0, 0, CHECK_COLD, FLAG_LOAD },
	{ "a journal did", &buffered, OP_READ, CACHE_COLD,
	    1000, 0, 102400, 10752, 0, 0, CHECK_COLD, 0 },
	{ "others computed", &buffered, OP_READ, CACHE_COLD,
	    1000, 0, 102400, 0, 0, 251, CHECK_COLD, FLAG_LOAD },
	{ "less than a quarter of a CPU", &buffered, OP_READ, CACHE_COLD,
	    1000, 0, 102400, 0, 0, 249, CHECK_COLD, 0 },
	{ "ticks are coarse", &buffered, OP_READ, CACHE_COLD,
	    100, 0, 102400, 0, 0, 50, CHECK_COLD, FLAG_SHORT },
	{ "a write is as long as with its flush", &buffered, OP_WRITE,
	    CACHE_COLD, 100, 400, 0, 102400, 0, 0, CHECK_NONE, 0 },
	{ "metadata is written too", &buffered, OP_WRITE, CACHE_COLD,
	    1000, 0, 10240, 204800, 0, 0, CHECK_NONE, 0 },
	{ "nothing is touched", &null, OP_READ, CACHE_COLD,
	    100, 0, 0, 0, 102400, 1000, CHECK_UNKNOWN, FLAG_SHORT },
};

static void
each_flag_has_its_bound(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const struct row *r = &rows[i];
		struct plan plan = { .cache = r->cache };
		struct session session = { .plan = &plan };
		struct target target = { .device.known = true,
		    .device.readahead_bytes = 128 * KiB };
		struct site site = { .session = &session, .target = &target };
		struct plan_cell cell = { .op = r->op, .engine = r->engine };
		struct sample s = {
			.bytes = 100 * MiB,
			.transfer_ns = r->ms * MS,
			.flush_ns = r->flush_ms * MS,
			.cached_bytes = r->cached * KiB,
			.cache_check = r->check,
			.device.read_bytes = r->read * KiB,
			.device.write_bytes = r->written * KiB,
		};
		const struct pass p = {
			.site = &site, .cell = &cell, .sample = &s,
		};
		unsigned flags = sample_flags(&p, r->others_ms * MS);

		if (flags != r->flags)
			fail_msg("%s: %x, not %x", r->what, flags, r->flags);
	}
}

/* A disk that others read from by another partition, below 128k windows. */
static void
load_shows_at_the_bottom_too(void **state)
{
	static const struct {
		uint64_t	 read, written;	/* KiB */
		bool		 moves;
		unsigned	 flags;
	} cases[] = {
		{ 102400, 0, false, 0 },
		{ 113664, 10240, false, 0 },
		{ 113665, 0, false, FLAG_LOAD },
		{ 102400, 11265, false, FLAG_LOAD },
		{ 204800, 102400, true, 0 },
	};
	struct plan plan = { .cache = CACHE_COLD };
	struct session session = { .plan = &plan };
	struct target target = { .device = { .known = true, .number = 1,
	    .readahead_bytes = 128 * KiB } };
	struct site site = { .session = &session, .target = &target };
	struct plan_cell cell = { .op = OP_READ, .engine = &buffered };
	struct layer *l = layers_add(&target.layers, LAYER_DISK, 0);

	(void)state;
	assert_non_null(l);
	l->bottom = true;
	l->device = 2;
	l->number[LAYER_READAHEAD] = 128 * KiB;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct sample s = {
			.bytes = 100 * MiB, .transfer_ns = 1000 * MS,
			.cached_bytes = 0, .cache_check = CHECK_COLD,
			.device.read_bytes = 100 * MiB,
			.bottom.read_bytes = cases[i].read * KiB,
			.bottom.write_bytes = cases[i].written * KiB,
		};
		const struct pass p = { .site = &site, .cell = &cell,
		    .sample = &s };

		l->moves = cases[i].moves;
		if (sample_flags(&p, 0) != cases[i].flags)
			fail_msg("row %zu: %x", i, sample_flags(&p, 0));
	}
	layers_release(&target.layers);
}

static void
what_is_not_counted_decides_nothing(void **state)
{
	struct plan plan = { .cache = CACHE_COLD };
	struct session session = { .plan = &plan };
	struct target target = { .device.readahead_bytes = NOT_KNOWN };
	struct site site = { .session = &session, .target = &target };
	struct plan_cell cell = { .op = OP_READ, .engine = &buffered };
	struct sample s = {
		.bytes = MiB, .transfer_ns = 1000 * MS,
		.cached_bytes = NOT_KNOWN, .device.read_bytes = NOT_KNOWN,
		.device.write_bytes = NOT_KNOWN,
	};
	struct pass p = { .site = &site, .cell = &cell, .sample = &s };

	(void)state;
	assert_int_equal(sample_flags(&p, 0), 0);
	p.noisy = true;
	assert_int_equal(sample_flags(&p, 0), FLAG_LOAD);
	/* Memory has no device, whatever the counters of one say. */
	p.noisy = false;
	target.fs.is_memory = true;
	s.device.read_bytes = s.device.write_bytes = 0;
	assert_int_equal(sample_flags(&p, 0), 0);
}

static void
what_was_read_twice_is_no_load(void **state)
{
	struct plan plan = { .cache = CACHE_COLD };
	struct session session = { .plan = &plan };
	struct target target = { .device.readahead_bytes = 0 };
	struct site site = { .session = &session, .target = &target };
	struct plan_cell cell = { .op = OP_READ, .engine = &buffered };
	struct sample s = {
		.bytes = 100 * MiB, .transfer_ns = 1000 * MS,
		.cached_bytes = 0, .cache_check = CHECK_COLD,
		.device.read_bytes = 150 * MiB, .io_read_bytes = 140 * MiB,
	};
	const struct pass p = { .site = &site, .cell = &cell, .sample = &s };

	(void)state;
	assert_int_equal(sample_flags(&p, 0), 0);
	s.io_read_bytes = 140 * MiB - 1;
	assert_int_equal(sample_flags(&p, 0), FLAG_LOAD);
	s.io_read_bytes = NOT_KNOWN;
	assert_int_equal(sample_flags(&p, 0), FLAG_LOAD);
}

static void
pieces_count_from_four_mebibytes_down(void **state)
{
	(void)state;
	assert_false(in_pieces(NOT_KNOWN, GiB));
	assert_false(in_pieces(1, 4096));
	assert_false(in_pieces(8, GiB));
	assert_false(in_pieces(256, GiB));
	assert_true(in_pieces(257, GiB));
	assert_true(in_pieces(2, MiB));
}

int
test_flags(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_flag_has_its_bound),
		cmocka_unit_test(load_shows_at_the_bottom_too),
		cmocka_unit_test(what_is_not_counted_decides_nothing),
		cmocka_unit_test(what_was_read_twice_is_no_load),
		cmocka_unit_test(pieces_count_from_four_mebibytes_down),
	};

	return cmocka_run_group_tests_name("flags", tests, NULL, NULL);
}
