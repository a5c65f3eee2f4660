/* test_readahead -- the setting: when it is changed, and that it is put back. */
#include "lab.h"

#include <errno.h>

int	test_readahead(void);

static void
one_pass(struct lab *l, struct site *site, size_t cell)
{
	struct sample s;

	assert_int_equal(lab_pass(l, site, cell, 1, MiB, &s), 0);
	assert_int_equal(s.error.code, 0);
	assert_string_equal(l->plan.cell[cell].refused, "");
}

static void
a_size_is_set_for_its_passes_and_put_back(void **state)
{
	struct site site;
	struct lab l;

	(void)state;
	lab_make(&l, "", "-s 1m -n 1 -e buffered,direct --readahead "
	    "off,1m,default,256k /fake/file");
	assert_int_equal(l.plan.cells, 5);
	assert_true(plan_sets_readahead(&l.plan, 0));
	assert_int_equal(lab_site(&l, &site), 0);
	one_pass(&l, &site, 0);
	assert_int_equal(fake_calls(FAKE_SETTING), 0);
	one_pass(&l, &site, 1);
	assert_int_equal(fake_readahead("root"), MiB);
	one_pass(&l, &site, 1);
	assert_int_equal(fake_calls(FAKE_SETTING), 1);
	one_pass(&l, &site, 2);
	assert_int_equal(fake_readahead("root"), FAKE_READAHEAD);
	one_pass(&l, &site, 3);
	assert_int_equal(fake_readahead("root"), 256 * KiB);
	/* Past the cache it does not matter, so it is as it was. */
	one_pass(&l, &site, 4);
	assert_int_equal(fake_readahead("root"), FAKE_READAHEAD);
	one_pass(&l, &site, 3);
	assert_int_equal(site_close(&site, true, &l.diag), 0);
	assert_int_equal(fake_readahead("root"), FAKE_READAHEAD);
	assert_int_equal(l.result.warnings.n, 1);
	lab_done(&l);
}

static void
what_somebody_else_set_is_left(void **state)
{
	struct site site;
	struct lab l;

	(void)state;
	lab_make(&l, "", "-s 1m -n 1 --readahead 1m /fake/file");
	assert_int_equal(lab_site(&l, &site), 0);
	one_pass(&l, &site, 0);
	fake_readahead_set("root", 3 * MiB);
	assert_int_equal(site_close(&site, true, &l.diag), 0);
	assert_int_equal(fake_readahead("root"), 3 * MiB);
	assert_string_equal(l.result.warnings.text[0], "/fake/sys/root: "
	    "somebody else set it to 3.0 MiB meanwhile: left so");
	lab_done(&l);
}

/* Two files of a disk: what one puts back, nobody else has set. */
static void
a_setting_of_two_targets_is_one(void **state)
{
	struct site a, b;
	struct lab l;

	(void)state;
	lab_make(&l, "", "-s 1m -n 1 -b 64k -o read --readahead 1m,default "
	    "/fake/file /fake/zeros");
	assert_int_equal(site_open(&a, &l.session, 0, &l.diag), 0);
	assert_int_equal(site_open(&b, &l.session, 1, &l.diag), 0);
	b.setter = &a;
	one_pass(&l, &a, 0);
	one_pass(&l, &b, 2);
	assert_int_equal(fake_readahead("root"), MiB);
	one_pass(&l, &b, 3);
	assert_int_equal(fake_readahead("root"), FAKE_READAHEAD);
	one_pass(&l, &a, 1);
	one_pass(&l, &b, 2);
	assert_int_equal(fake_readahead("root"), MiB);
	assert_int_equal(site_close(&a, true, &l.diag), 0);
	assert_int_equal(fake_readahead("root"), FAKE_READAHEAD);
	assert_int_equal(site_close(&b, true, &l.diag), 0);
	assert_int_equal(l.result.warnings.n, 0);
	lab_done(&l);
}

static void
what_can_not_be_set_is_refused(void **state)
{
	struct sample s;
	struct site site;
	struct lab l;

	(void)state;
	lab_make(&l, "setting:1=EPERM", "-s 1m -n 1 --readahead 1m,off "
	    "/fake/file");
	assert_int_equal(lab_site(&l, &site), 0);
	assert_int_equal(lab_pass(&l, &site, 0, 1, MiB, &s), -ECANCELED);
	assert_string_equal(l.plan.cell[0].refused, "/fake/sys/root: can't be "
	    "set: Operation not permitted");
	one_pass(&l, &site, 1);
	assert_int_equal(site_close(&site, true, &l.diag), 0);
	assert_int_equal(fake_readahead("root"), FAKE_READAHEAD);
	lab_done(&l);
}

static void
what_can_not_be_put_back_is_an_error(void **state)
{
	struct site site;
	struct lab l;

	(void)state;
	lab_make(&l, "setting:2=EIO", "-s 1m -n 1 --readahead 1m /fake/file");
	assert_int_equal(lab_site(&l, &site), 0);
	one_pass(&l, &site, 0);
	assert_int_equal(site_close(&site, true, &l.diag), -EIO);
	assert_string_equal(l.diag.text, "/fake/sys/root: can't be put back to "
	    "128 KiB: Input/output error");
	lab_done(&l);
}

static void
it_is_what_others_traffic_is_judged_by(void **state)
{
	const struct target target = {
		.readahead = { .name = "x", .bytes = 128 * KiB },
		.device.readahead_bytes = 64 * KiB,
	};
	struct plan_cell cell = { .readahead.mode = READAHEAD_DEFAULT };

	(void)state;
	assert_int_equal(plan_readahead_bytes(&cell, &target), 128 * KiB);
	cell.readahead.mode = READAHEAD_OFF;
	assert_int_equal(plan_readahead_bytes(&cell, &target), 0);
	cell.readahead.mode = READAHEAD_SIZE;
	cell.readahead.size.bytes = MiB;
	assert_int_equal(plan_readahead_bytes(&cell, &target), MiB);
}

int
test_readahead(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_size_is_set_for_its_passes_and_put_back),
		cmocka_unit_test(what_somebody_else_set_is_left),
		cmocka_unit_test(a_setting_of_two_targets_is_one),
		cmocka_unit_test(what_can_not_be_set_is_refused),
		cmocka_unit_test(what_can_not_be_put_back_is_an_error),
		cmocka_unit_test(it_is_what_others_traffic_is_judged_by),
	};

	return cmocka_run_group_tests_name("readahead", tests, NULL, NULL);
}
